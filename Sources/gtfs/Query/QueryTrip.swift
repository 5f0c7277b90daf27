import ArgumentParser
import Foundation
import TransitAPI
import TransitAnswers
import TransitBundle
import TransitRealtime

struct QueryTrip: QueryCommand {
    static let configuration = CommandConfiguration(
        commandName: "trip", abstract: "A trip with its calls.",
        discussion: """
            A trip of frequencies.txt runs many times a day: its calls have offsets from the start \
            of a run or, with --start, the times of that run. With --realtime, the calls are those \
            of the run nearest to --at, or of the run on --date. For a trip of frequencies.txt, \
            that needs --start; without it, the starts that messages are about are listed.
            """)

    @Argument(help: "A trip_id.")
    var id: TextArgument

    @Option(TripQuestion.startTime, name: .customLong("start")) var start: ServiceTime?

    @Option(TripQuestion.date) var date: ServiceDate?

    @Option(TripQuestion.instant) var at: InstantArgument?

    @OptionGroup var options: LiveQueryOptions

    func validate() throws {
        if date != nil || at != nil { try options.require(for: "--date and --at") }
        if date != nil, at != nil { throw ValidationError("choose one of --date and --at") }
    }

    func answer(from asked: AskedBundle) async throws -> QueryAnswer {
        let bundle = asked.bundle
        let moment = at?.date(of: "--at", in: bundle.timeZone, now: asked.now) ?? asked.now
        // A start is asked for with a day, which its times do not depend on.
        let isPlain = asked.live == nil
        let day = isPlain ? start.map { _ in bundle.date(at: asked.now) } : date
        let question = Asked<TripQuestion>(id: id.text) {
            $0.date = day
            $0.startTime = start
            if !isPlain, day == nil { $0.instant = .instant(moment) }
        }
        let found = try await asked.answer(question) { try await $0.trip() }
        let answer = found.data
        // If no run near the moment starts then, the answer is the trip's, not that of a run.
        let shownStart = day == nil && answer.run == nil ? nil : start
        // Only its start tells which run of a trip of frequencies.txt is meant.
        let isOfRun = shownStart != nil || answer.run != nil && answer.headways.isEmpty
        let starts = isOfRun && answer.run != nil ? [] : try await starts(of: answer, asked)
        let zone = bundle.timeZone(ofRoute: answer.route?.rid)
        let times = CallTimes(answer, start: shownStart, in: zone.timeZone)
        try await ZoneRemark.write(
            bundle, clocksAt: answer.calls.compactMap(\.stop),
            timesIn: times.isOffset ? nil : zone)
        var rows = answer
        rows.calls = answer.calls.map(times.row)
        return QueryAnswer(
            [found], notes: isPlain || !starts.isEmpty ? [] : nil,
            table: CSVTable(
                rows: ["calls"],
                columns: CallTimes.members
                    + (isPlain ? [] : RealtimeText.members(times: ["arrival", "departure"]))),
            of: [rows]
        ) {
            let title = [
                "Trip \(answer.trip.tripID)", answer.trip.routeID.map { "route \($0)" },
                answer.trip.serviceID.map { "service \($0)" },
                answer.trip.tripHeadsign.map { "to \($0)" },
                shownStart.map { "the run of \($0)" },
            ].compactMap { $0 }.joined(separator: ", ")
            return try await [title] + answer.alerts.map(AlertText.title)
                + Self.lines(answer.headways, isOfRun: isOfRun) + starts
                + TextTable(answer.calls, times.columns).lines
                + BookingText.lines(of: answer.calls.map(\.scheduled), in: bundle)
        }
    }

    /// The starts of a trip of frequencies.txt that messages are about, if no other one is wanted.
    private func starts(of answer: TripDetailsDTO, _ asked: AskedBundle) async throws -> [String] {
        guard let live = asked.live, start == nil, !answer.headways.isEmpty else { return [] }
        let told = live.starts(ofTrip: answer.trip.tripID)
            .filter { date == nil || $0.date == date }
        guard !told.isEmpty else {
            return date == nil || answer.run != nil
                ? ["  No message is about any of its runs"] : []
        }
        return Dictionary(grouping: told, by: \.date).sorted { $0.key < $1.key }
            .map { day, starts in
                "  Messages are about the runs of \(day) that start at "
                    + starts.map(\.time.description).joined(separator: ", ")
            }
    }

    private static func lines(_ headways: [Headway], isOfRun: Bool) -> [String] {
        guard !headways.isEmpty else { return [] }
        let runs = headways.map { headway in
            "  Runs from \(headway.startTime) until before \(headway.endTime), "
                + (headway.exactTimes == 1 ? "every" : "about every")
                + " \(headway.headwaySecs) s"
        }
        let offsets = "  Times are offsets from a run's start; --start TIME gives those of a run"
        return runs + (isOfRun ? [] : [offsets])
    }
}

/// The times of a trip's calls as text and CSV: of its service day, or offsets from the start of a
/// run that is not named.
private struct CallTimes {
    static let members = [
        "stop_sequence", "stop_id", "stop.stop_name", "arrival_time", "departure_time",
        "interpolated_time", "pickup_type", "drop_off_type", "headsign", "shape_dist_traveled",
        "timepoint", "arrival", "departure", "arrival_offset_seconds", "departure_offset_seconds",
        "window.location_group_id", "window.location_id", "window.start_pickup_drop_off_window",
        "window.end_pickup_drop_off_window", "window.pickup_booking_rule_id",
        "window.drop_off_booking_rule_id",
    ]

    let isOffset: Bool
    private let isOnDemand: Bool
    private let start: ServiceTime?
    private let first: Int
    /// 00:00:00 of the service day, in seconds since 1970; nil without one.
    private let dayStart: Int?

    init(_ answer: TripDetailsDTO, start: ServiceTime?, in zone: TimeZone) {
        self.start = start
        isOffset = start == nil && answer.calls.contains(where: \.isTemplate)
        isOnDemand = answer.calls.contains { $0.flex != nil }
        first = answer.calls.lazy.compactMap(\.time).first?.seconds ?? 0
        dayStart = answer.run.map { ServiceClock(timeZone: zone).startSeconds(of: $0.serviceDate) }
    }

    /// A call for CSV: with offsets, and without times of a template that are not those of the run.
    func row(_ call: TimedCall) -> TimedCall {
        let scheduled = call.scheduled
        func offset(_ time: ServiceTime?) -> Int? { time.map { $0.seconds - first } }
        var row = call
        row.scheduled.arrival = time(scheduled.arrival, call.arrival, of: scheduled)
        row.scheduled.departure = time(scheduled.departure, call.departure, of: scheduled)
        row.scheduled.interpolated = time(scheduled.interpolated, nil, of: scheduled)
        row.arrivalOffsetSeconds =
            call.arrivalOffsetSeconds ?? offset(scheduled.arrival ?? scheduled.time)
        row.departureOffsetSeconds = call.departureOffsetSeconds ?? offset(scheduled.time)
        return row
    }

    var columns: [TextColumn<TimedCall>] {
        let calls: [TextColumn<Call>] = [
            .init { $0.isPassing ? "passes" : $0.isInterpolated ? "about" : nil },
            .init("stop_id") { $0.stopID }, .init("stop") { $0.stop?.stopName },
        ]
        let onDemand = (isOnDemand ? OnDemandText.ofCalls : []).enumerated().map { place, column in
            TextColumn<TimedCall>(place == 0 ? "on demand" : "") {
                $0.scheduled.flex == nil ? nil : column.cell($0.scheduled)
            }
        }
        return [
            .init("#", .right) { "\($0.scheduled.stopSequence)" },
            .init("arrival") { timed in
                let call = timed.scheduled
                return text(call.arrival ?? (isOffset ? call.time : nil), timed.arrival, of: call)
            },
            .init("departure") { timed in
                let call = timed.scheduled
                let time = isOffset || call.isInterpolated ? call.time : nil
                return text(call.departure ?? time, timed.departure, of: call)
            },
        ] + calls.map { $0.of(\.scheduled) } + RealtimeText.ofCalls + onDemand
    }

    /// A time of the run; nil for that of a template without a run.
    private func time(_ time: ServiceTime?, _ instant: LocalInstant?, of call: Call) -> ServiceTime?
    {
        guard let time else {
            // A call that live data lists has only instants.
            guard call.time == nil, let instant, let dayStart else { return nil }
            return ServiceTime(seconds: instant.seconds - dayStart)
        }
        return call.isTemplate ? start?.adding(seconds: time.seconds - first) : time
    }

    private func text(_ time: ServiceTime?, _ instant: LocalInstant?, of call: Call) -> String? {
        if let shown = self.time(time, instant, of: call) { return shown.description }
        return time.map { time in
            let offset = time.seconds - first
            return (offset < 0 ? "" : "+") + ServiceTime(seconds: offset).description
        }
    }
}
