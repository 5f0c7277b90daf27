import ArgumentParser
import Foundation
import TransitAPI
import TransitAnswers
import TransitBundle

struct QueryDepartures: QueryCommand {
    static let configuration = CommandConfiguration(
        commandName: "departures",
        abstract: "Departures from a stop, or from any platform of a station.")

    @OptionGroup var board: BoardOptions

    var options: LiveQueryOptions { board.options }

    func answer(from asked: AskedBundle) async throws -> QueryAnswer {
        try await board.answer(.departure, DeparturesQuestion.self, from: asked)
    }
}

struct QueryArrivals: QueryCommand {
    static let configuration = CommandConfiguration(
        commandName: "arrivals",
        abstract: "Arrivals at a stop, or at any platform of a station.")

    @OptionGroup var board: BoardOptions

    var options: LiveQueryOptions { board.options }

    func answer(from asked: AskedBundle) async throws -> QueryAnswer {
        try await board.answer(.arrival, ArrivalsQuestion.self, from: asked)
    }
}

struct BoardOptions: ParsableArguments {
    @Argument(help: "A stop_id, or sid:1.")
    var stop: TextArgument

    @Option(BoardParameters.start) var at: InstantArgument?

    @Option(BoardParameters.seconds, name: .customLong("for"), usual: "1h") var seconds: Int?

    @OptionGroup var options: LiveQueryOptions

    fileprivate func answer<Kind: QuestionType>(
        _ kind: StopEvent.Kind, _ question: Kind.Type, from asked: AskedBundle
    ) async throws -> QueryAnswer
    where Kind.Answer == Board, Kind.Parameters == BoardParameters {
        let bundle = asked.bundle
        let place = try await asked.stop(stop)
        let zone = try await bundle.timeZone(at: place)
        let start = at?.date(of: "--at", in: zone, now: asked.now)
        try await ZoneRemark.write(bundle)
        let pages = try await pages(asked, question, from: start)
        let found = pages.flatMap(\.data.events)
        ZoneRemark.write(
            bundle, without: found.filter(\.isStopTimeZoneAssumed).map(\.stopID))
        let onDemand = try await bundle.flexibleAccess(at: place)
        if let remark = OnDemandText.remark(onDemand, at: place.stopID) {
            StandardError.remark(remark)
        }
        let isLive = asked.live != nil
        return QueryAnswer(
            pages,
            table: CSVTable(
                rows: [kind.rawValue + "s"], columns: Self.members(kind, isLive: isLive))
        ) {
            var titles: [String] = []
            for title in pages.flatMap(\.data.alerts).map(AlertText.title)
            where !titles.contains(title) { titles.append(title) }
            let verb = kind == .departure ? "from" : "at"
            return titles
                + (found.isEmpty
                    ? ["no \(kind.rawValue)s \(verb) \(place.stopName) at that time"]
                    : TextTable(found, Self.columns(isLive: isLive)).lines)
        }
    }

    /// The pages of a window. The cursor of its last page leads to the window after it.
    private func pages<Kind: QuestionType>(
        _ asked: AskedBundle, _ kind: Kind.Type, from start: Date?
    ) async throws -> [Envelope<Board>]
    where Kind.Answer == Board, Kind.Parameters == BoardParameters {
        let seconds = seconds ?? 3600
        let end = (start ?? AnswerContext.minute(of: asked.now))
            .addingTimeInterval(Double(seconds))
        let question = Asked<Kind>(id: stop.text) {
            $0.start = start.map(AskedInstant.instant)
            $0.seconds = seconds
        }
        let pages = try await asked.pages(
            question,
            while: { page in
                page.events.count == Board.pageOfWindow
                    && page.events.last.map { $0.expectedTime.date < end } ?? false
            }, { try await $0.board() })
        let isBeyond = pages.last?.data.events.first.map { $0.expectedTime.date >= end } ?? true
        return pages.count > 1 && isBeyond ? pages.dropLast() : pages
    }

    private static func members(_ kind: StopEvent.Kind, isLive: Bool) -> [String] {
        [
            "trip_id", "route_id", "stop_id", "stop_sequence", "service_date", kind.rawValue,
            "headsign", "interpolated", kind == .departure ? "pickup_type" : "drop_off_type",
            "route_short_name", "route_long_name", "route_type", "stop_name", "platform_code",
            "start_time", "headway_secs", "exact_times",
        ]
            + (isLive ? RealtimeText.members(times: [kind.rawValue]) : [])
    }

    private static func columns(isLive: Bool) -> [TextColumn<StopEvent>] {
        [.init { $0.time.description }]
            + (isLive ? RealtimeText.ofEvents : []) + [
                .init { $0.route?.name ?? $0.routeID }.badged { $0.route?.badge ?? "" },
                .init { $0.headsign },
                .init { event in
                    [event.stop.platformCode ?? event.stopID, event.realtime?.place]
                        .compactMap { $0 }.joined(separator: " -> ")
                },
                .init { $0.tripID }, .init { remarks($0).joined(separator: ", ") },
            ]
    }

    private static func remarks(_ event: StopEvent) -> [String] {
        var remarks: [String] = []
        if event.isInterpolated { remarks.append("about") }
        switch event.pickupDropOff {
        case .phoneAgency: remarks.append("call the agency")
        case .askDriver: remarks.append("ask the driver")
        default: break
        }
        if let headway = event.headwaySecs, event.isAboutEvery {
            remarks.append("every \(headway) s")
        }
        if let alerts = event.realtime?.alerts, !alerts.isEmpty {
            remarks.append("see \(alerts.joined(separator: " "))")
        }
        return remarks
    }
}
