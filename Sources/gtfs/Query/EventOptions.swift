import ArgumentParser
import Foundation
import TransitAPI
import TransitAnswers
import TransitBundle

struct EventOptions: ParsableArguments {
    @Argument(help: "A stop_id, or sid:1.")
    var stop: TextArgument

    @Option(
        help: ArgumentHelp(
            "The window's first instant (default: now); 08:00 is today's at the stop.",
            valueName: "time"),
        transform: InstantArgument.read)
    var at: InstantArgument?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "The window's length, such as 90m or 2h, at most a day (default: 1h).",
            valueName: "duration"),
        transform: WindowArgument.read)
    var length: WindowArgument?

    @OptionGroup var realtime: RealtimeOptions

    @OptionGroup var options: QueryOptions

    func answer(_ kind: StopEvent.Kind) throws {
        try options.answer(realtime) { [stop, at, length] asked in
            let bundle = asked.bundle
            let place = try await bundle.stop(id: stop.text)
            let clock = ServiceClock(timeZone: try await bundle.timeZone(at: place))
            let given = at?.date(
                of: "--at", in: clock.timeZone, today: clock.date(at: asked.now))
            try await TimeZoneRemark.write(bundle)
            let start = given ?? asked.now
            let seconds = length?.seconds ?? 3600
            let pages = try await Self.pages(
                asked, kind, at: stop.text, from: given, for: seconds)
            let found = pages.flatMap(\.events)
            TimeZoneRemark.write(
                stops: found.filter(\.isStopTimeZoneAssumed).map(\.stopID),
                zone: bundle.timeZoneName)
            let onDemand = try await bundle.flexibleAccess(at: place)
            if let remark = FlexibleText.remark(onDemand, at: place.stopID) {
                StandardError.write("gtfs: \(remark)\n")
            }
            let isLive = asked.live != nil
            var table = TextTable([], rightAligned: [])
            for event in found {
                let cells = Self.cells(event, isLive: isLive)
                table.add(cells, badge: Self.badge(event), column: isLive ? 3 : 1)
            }
            var lines = table.lines
            if found.isEmpty {
                let remark = try await ServiceDaysRemark.text(bundle.date(at: start), in: bundle)
                lines = [
                    "no \(kind.rawValue)s \(kind == .departure ? "from" : "at") "
                        + "\(place.stopName) at that time\(remark)"
                ]
            }
            var titles: [String] = []
            for alert in pages.flatMap(\.alerts).map({ AlertText.title($0) })
            where !titles.contains(alert) { titles.append(alert) }
            return QueryAnswer(
                pages, rows: [kind.rawValue + "s"], columns: Self.columns(kind, isLive: isLive),
                lines: titles + lines)
        }
    }

    /// The pages of a window. The cursor of its last page leads to the window after it.
    private static func pages(
        _ asked: AskedBundle, _ kind: StopEvent.Kind, at stop: String, from start: Date?,
        for seconds: Int
    ) async throws -> [Board] {
        let end =
            (start ?? AnswerContext.minute(of: asked.now)).addingTimeInterval(Double(seconds))
        let pages = try await asked.pages(
            kind == .departure ? .departures : .arrivals, id: stop,
            ["at": start.map(AskedInstant.text), "for": "\(seconds)"],
            while: { (page: Board) in
                page.events.count == Board.pageOfWindow
                    && page.events.last.map { $0.expectedTime.date < end } ?? false
            }, { try await $0.board() })
        let isBeyond = pages.last?.events.first.map { $0.expectedTime.date >= end } ?? true
        return pages.count > 1 && isBeyond ? pages.dropLast() : pages
    }

    private static func columns(_ kind: StopEvent.Kind, isLive: Bool) -> [String] {
        [
            "trip_id", "route_id", "stop_id", "stop_sequence", "service_date", kind.rawValue,
            "headsign", "interpolated", kind == .departure ? "pickup_type" : "drop_off_type",
            "route_short_name", "route_long_name", "route_type", "stop_name", "platform_code",
            "start_time", "headway_secs", "exact_times",
        ]
            + (isLive ? RealtimeWords.columns(times: [kind.rawValue]) : [])
    }

    private static func badge(_ event: StopEvent) -> String {
        event.route.map { TerminalColor.badge($0.color, $0.textColor) } ?? ""
    }

    private static func cells(_ event: StopEvent, isLive: Bool) -> [String] {
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
        let platforms = [event.stop.platformCode ?? event.stopID, RealtimeWords.platform(event)]
        return [event.time.description] + (isLive ? RealtimeWords.cells(event) : []) + [
            event.route?.name ?? event.routeID ?? "", event.headsign ?? "",
            platforms.compactMap { $0 }.joined(separator: " -> "), event.tripID,
            remarks.joined(separator: ", "),
        ]
    }
}
