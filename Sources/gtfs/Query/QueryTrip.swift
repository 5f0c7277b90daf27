import ArgumentParser
import Foundation
import SystemLayer
import TransitAPI
import TransitAnswers
import TransitBundle
import TransitRealtime

struct QueryTrip: ParsableCommand {
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

    @Option(
        help: ArgumentHelp("The run that leaves its first stop at this time.", valueName: "time"),
        transform: ServiceTimeArgument.read)
    var start: ServiceTimeArgument?

    @Option(
        help: ArgumentHelp(
            "With --realtime, the service day of the run, YYYYMMDD (default: the nearest).",
            valueName: "date"),
        transform: ServiceDateArgument.read)
    var date: ServiceDateArgument?

    @Option(
        help: ArgumentHelp(
            "With --realtime, show the run nearest to this time (default: now).",
            valueName: "time"),
        transform: InstantArgument.read)
    var at: InstantArgument?

    @OptionGroup var realtime: RealtimeOptions

    @OptionGroup var options: QueryOptions

    func validate() throws {
        if realtime.messages.isEmpty, date != nil || at != nil {
            throw ValidationError("--date and --at need --realtime")
        }
        if date != nil, at != nil { throw ValidationError("choose one of --date and --at") }
    }

    func run() throws {
        try options.answer(realtime) { [self] asked in
            let bundle = asked.bundle
            let zoneOfFeed = bundle.timeZone(ofRoute: nil).timeZone
            let today = ServiceClock(timeZone: zoneOfFeed).date(at: asked.now)
            let moment = at?.date(of: "--at", in: zoneOfFeed, today: today) ?? asked.now
            // A start is asked for with a day, which its times do not depend on.
            let day = date?.date ?? (asked.live == nil && start != nil ? today : nil)
            let answer = try await asked.data(
                .trip, id: id.text,
                [
                    "date": day?.description,
                    "at": asked.live == nil || day != nil ? nil : AskedInstant.text(moment),
                    "start_time": start?.time.description,
                ]
            ) { try await $0.trip() }
            try await TimeZoneRemark.write(bundle)
            let (trip, headways) = (answer.trip, answer.headways)
            // If no run near the moment starts then, the answer is the trip's, not that of a run.
            let shownStart = day == nil && answer.run == nil ? nil : start?.time
            // Only its start tells which run of a trip of frequencies.txt is meant.
            let isOfRun = shownStart != nil || answer.run != nil && headways.isEmpty
            var starts: [String] = []
            if let live = asked.live, !isOfRun || answer.run == nil {
                let told = try await live.starts(ofTrip: trip.tripID, in: bundle)
                    .filter { date == nil || $0.date == date?.date }
                if start == nil, !headways.isEmpty,
                    date == nil || answer.run != nil || !told.isEmpty
                {
                    starts = Self.lines(told)
                } else {
                    Self.writeRemark(notRunning: trip, on: date?.date, at: start?.time)
                }
            }
            let zone = bundle.timeZone(ofRoute: answer.route?.rid)
            let clocks = try await ClockRemark.lines(
                at: answer.calls.compactMap(\.stop), timesIn: zone, of: bundle)
            let rules = try await FlexibleText.bookingRules(
                of: answer.calls.map(\.scheduled), in: bundle)
            let title = [
                "Trip \(trip.tripID)", trip.routeID.map { "route \($0)" },
                trip.serviceID.map { "service \($0)" }, trip.tripHeadsign.map { "to \($0)" },
                shownStart.map { "the run of \($0)" },
            ].compactMap { $0 }.joined(separator: ", ")
            let cells = CallCells(answer, start: shownStart, in: zone.timeZone)
            var shown = answer
            shown.calls = answer.calls.map(cells.row)
            return QueryAnswer(
                [answer], table: [shown], rows: ["calls"],
                columns: CallCells.columns
                    + (asked.live == nil
                        ? [] : RealtimeWords.columns(times: ["arrival", "departure"])),
                lines: [title] + answer.alerts.map { AlertText.title($0) }
                    + Self.lines(headways, isOfRun: isOfRun) + starts
                    + cells.table(answer.calls).lines + (cells.isOffset ? [] : clocks)
                    + (try await BookingText.lines(rules, in: bundle)))
        }
    }

    private static func writeRemark(
        notRunning trip: Trip, on date: ServiceDate?, at start: ServiceTime?
    ) {
        let fault =
            date.map { "does not run on \($0)" } ?? start.map { "has no run that starts at \($0)" }
            ?? "has no run near that time"
        let remark = "trip \(trip.tripID) \(fault): the times are those that it would have"
        StandardError.write("gtfs: \(TerminalText.line(remark))\n")
    }

    private static func lines(_ headways: [Headway], isOfRun: Bool) -> [String] {
        guard !headways.isEmpty else { return [] }
        let runs = headways.map { headway in
            "  Runs from \(headway.startTime) until before \(headway.endTime), "
                + (headway.exactTimes == 1 ? "every" : "about every")
                + " \(headway.headwaySecs) s"
        }
        return runs
            + (isOfRun
                ? []
                : ["  Times are offsets from a run's start; --start TIME gives those of a run"])
    }

    private static func lines(_ starts: [(date: ServiceDate, time: ServiceTime)]) -> [String] {
        guard !starts.isEmpty else { return ["  No message is about any of its runs"] }
        return Dictionary(grouping: starts, by: \.date).sorted { $0.key < $1.key }
            .map { day, starts in
                "  Messages are about the runs of \(day) that start at "
                    + starts.map(\.time.description).joined(separator: ", ")
            }
    }
}

/// The calls of a trip as text and CSV: times of its service day, or offsets from the start of a
/// run that is not named.
private struct CallCells {
    static let columns = [
        "stop_sequence", "stop_id", "stop.stop_name", "arrival_time", "departure_time",
        "interpolated_time", "pickup_type", "drop_off_type", "headsign", "shape_dist_traveled",
        "timepoint", "arrival", "departure", "arrival_offset_seconds", "departure_offset_seconds",
        "window.location_group_id", "window.location_id", "window.start_pickup_drop_off_window",
        "window.end_pickup_drop_off_window", "window.pickup_booking_rule_id",
        "window.drop_off_booking_rule_id",
    ]

    let isOffset: Bool
    private let start: ServiceTime?
    private let first: Int
    /// 00:00:00 of the service day, in seconds since 1970; nil without one.
    private let dayStart: Int?

    init(_ answer: TripDetailsDTO, start: ServiceTime?, in zone: TimeZone) {
        self.start = start
        isOffset = start == nil && answer.calls.contains(where: \.isTemplate)
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

    func table(_ calls: [TimedCall]) -> TextTable {
        let isFlexible = calls.contains { $0.flex != nil }
        var table = TextTable(
            ["#", "arrival", "departure", "", "stop_id", "stop"]
                + (isFlexible ? ["on demand", "", "", ""] : []), rightAligned: [0])
        for call in calls {
            table.add(
                cells(call.scheduled, call)
                    + (isFlexible && call.flex != nil ? FlexibleText.cells(call.scheduled) : []))
        }
        return table
    }

    private func cells(_ call: Call, _ timed: TimedCall) -> [String] {
        let arrival = call.arrival ?? (isOffset ? call.time : nil)
        let departure = call.departure ?? (isOffset || call.isInterpolated ? call.time : nil)
        return [
            "\(call.stopSequence)", text(arrival, timed.arrival, of: call),
            text(departure, timed.departure, of: call),
            call.isPassing ? "passes" : call.isInterpolated ? "about" : "", call.stopID ?? "",
            call.stop?.stopName ?? "",
        ] + (timed.realtime == nil ? [] : RealtimeWords.cells(timed))
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

    private func text(_ time: ServiceTime?, _ instant: LocalInstant?, of call: Call) -> String {
        if let shown = self.time(time, instant, of: call) { return shown.description }
        guard let offset = time.map({ $0.seconds - first }) else { return "" }
        return (offset < 0 ? "" : "+") + ServiceTime(seconds: offset).description
    }
}
