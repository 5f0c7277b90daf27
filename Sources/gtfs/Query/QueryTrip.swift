import ArgumentParser
import FeedReading
import Foundation
import SystemLayer
import TransitAPI
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
    }

    func run() throws {
        try options.answer { [id, start, date, at, realtime] bundle in
            let zoneOfFeed = bundle.timeZone(ofRoute: nil).timeZone
            let now = realtime.clock(in: bundle)
            let today = ServiceClock(timeZone: zoneOfFeed).date(at: now)
            let moment = at?.instant(in: zoneOfFeed, today: today).date ?? now
            let live = try realtime.source(over: bundle, now: now)
            try await RealtimeRemark.write(live, now: now, in: zoneOfFeed)
            let source: any TransitSource = live ?? bundle
            var trip = try await source.trip(id: id.text)
            try await TimeZoneRemark.write(bundle)
            let known = try await Self.headways(of: trip, in: bundle)
            let headways = known ?? []
            var timed: [TimedCall]
            var titles: [String] = []
            var starts: [LiveStart]?
            let run =
                live == nil
                ? nil
                : try await source.run(
                    tripID: trip.tripID, startDate: date?.date, startTime: start?.time,
                    now: moment)
            if let run {
                // A run that is in no timetable has its own names, whatever trip has its id.
                trip = run.trip
                timed = run.calls
                let subject = AlertSubject.trip(
                    trip, on: run.serviceDate,
                    startTime: run.headwaySecs == nil ? nil : run.startTime)
                titles = try await source.alerts(about: subject, at: moment).map(AlertText.title)
            } else {
                if let live {
                    guard start == nil, known != nil else { throw NoRun(trip: trip.tripID) }
                    let told = try await live.starts(ofTrip: trip.tripID)
                        .filter { date == nil || $0.date == date?.date }
                    let isRunning = try await Self.runs(trip, on: date?.date, in: bundle)
                    // Only its start tells which run of a trip of frequencies.txt is meant.
                    if !headways.isEmpty, isRunning || !told.isEmpty {
                        starts = told.map(LiveStart.init)
                    } else {
                        Self.writeRemark(notRunning: trip, on: date?.date)
                    }
                }
                // The day only serves to make instants, which are not shown.
                timed = try await bundle.calls(
                    of: trip, on: bundle.date(), startTime: start?.time)
            }
            TimeZoneRemark.write(
                stops: timed.filter(\.isStopTimeZoneAssumed).compactMap(\.stopID),
                zone: bundle.timeZoneName)
            let zone = try await Self.zone(of: trip, in: bundle)
            let dayStart = run.map {
                ServiceClock(timeZone: zone.timeZone).start(of: $0.serviceDate)
            }
            let calls = timed.map { CallRow($0, start: start?.time, dayStart: dayStart) }
            let rules = try await FlexibleText.bookingRules(of: timed.map(\.scheduled), in: bundle)
            let title = [
                "Trip \(trip.tripID)", trip.routeID.map { "route \($0)" },
                trip.serviceID.map { "service \($0)" }, trip.tripHeadsign.map { "to \($0)" },
                start.map { "the run of \($0.time)" },
            ].compactMap { $0 }.joined(separator: ", ")
            let hasTimes = !timed.contains(where: \.isOffsetOnly)
            let clocks = ClockRemark.lines(
                zone,
                timed.compactMap { timed in
                    timed.stop.map { ($0.stopName, timed.timeZone, timed.timeZoneName) }
                })
            let answer = Answer(
                trip: trip, startTime: start?.time.description, timezone: zone.name,
                timezoneAssumed: timed.contains(where: \.isTimeZoneAssumed) ? true : nil,
                times: hasTimes ? "service_day" : "offsets",
                frequencies: headways.map(HeadwayRow.init), liveStarts: starts, calls: calls,
                bookingRules: rules.map(\.json))
            return QueryAnswer(
                answer, rows: calls, columns: CallRow.columns,
                lines: [title] + titles
                    + Self.lines(headways, isOfRun: start != nil || run != nil)
                    + (starts.map(Self.lines) ?? [])
                    + Self.table(timed, calls).lines + (hasTimes ? clocks : [])
                    + (try await BookingText.lines(rules, in: bundle)))
        }
    }

    private struct NoRun: DiagnosedError {
        let trip: String

        var exitCode: Int32 { 66 }
        var description: String { "trip \(trip) has no run at that time" }
    }

    private static func runs(
        _ trip: Trip, on date: ServiceDate?, in bundle: TransitBundle
    ) async throws -> Bool {
        guard let date else { return true }
        guard let service = trip.serviceID else { return false }
        return try await bundle.isActive(service, on: date)
    }

    private static func writeRemark(notRunning trip: Trip, on date: ServiceDate?) {
        let fault = date.map { "does not run on \($0)" } ?? "has no run near that time"
        let remark = "trip \(trip.tripID) \(fault): the times are those that it would have"
        StandardError.write("gtfs: \(TerminalText.line(remark))\n")
    }

    private static func headways(
        of trip: Trip, in bundle: TransitBundle
    ) async throws -> [Headway]? {
        do {
            return try await bundle.headways(of: trip)
        } catch TransitSourceError.notFound {
            return nil
        }
    }

    private static func zone(of trip: Trip, in bundle: TransitBundle) async throws -> NamedTimeZone
    {
        var rid: Int64?
        if let id = trip.routeID {
            do {
                rid = try await bundle.route(id: id).rid
            } catch TransitSourceError.notFound {
                // The feed does not define it, so the times are in the zone of the feed.
            }
        }
        return bundle.timeZone(ofRoute: rid)
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

    private static func lines(_ starts: [LiveStart]) -> [String] {
        guard !starts.isEmpty else { return ["  No message is about any of its runs"] }
        return Dictionary(grouping: starts, by: \.serviceDate).sorted { $0.key < $1.key }
            .map { day, starts in
                "  Messages are about the runs of \(day) that start at "
                    + starts.map(\.startTime).joined(separator: ", ")
            }
    }

    private static func table(_ timed: [TimedCall], _ calls: [CallRow]) -> TextTable {
        let isFlexible = timed.contains { $0.flex != nil }
        var header = ["#", "arrival", "departure", "", "stop_id", "stop"]
        if isFlexible { header += ["on demand", "", "", ""] }
        var table = TextTable(header, rightAligned: [0])
        for (timed, call) in zip(timed, calls) {
            let flexible = timed.flex == nil ? [] : FlexibleText.cells(timed.scheduled)
            table.add(call.cells + (isFlexible ? flexible : []))
        }
        return table
    }

    private struct Answer: Encodable {
        let trip: Trip
        let startTime: String?
        let timezone: String
        let timezoneAssumed: Bool?
        /// Times of the service day, or `offsets` alone.
        let times: String
        let frequencies: [HeadwayRow]
        /// The runs that messages are about, for a trip of `frequencies.txt` without a named run.
        let liveStarts: [LiveStart]?
        let calls: [CallRow]
        let bookingRules: [JSONValue]

        enum CodingKeys: String, CodingKey {
            case trip
            case startTime = "start_time"
            case timezone
            case timezoneAssumed = "timezone_assumed"
            case times, frequencies
            case liveStarts = "live_starts"
            case calls
            case bookingRules = "booking_rules"
        }
    }

    private struct LiveStart: Encodable {
        let serviceDate: String
        let startTime: String

        enum CodingKeys: String, CodingKey {
            case serviceDate = "service_date"
            case startTime = "start_time"
        }

        init(_ run: (date: ServiceDate, time: ServiceTime)) {
            serviceDate = run.date.description
            startTime = run.time.description
        }
    }

    private struct HeadwayRow: Encodable {
        let startTime: String
        let endTime: String
        let headwaySecs: Int
        let exactTimes: Int

        enum CodingKeys: String, CodingKey {
            case startTime = "start_time"
            case endTime = "end_time"
            case headwaySecs = "headway_secs"
            case exactTimes = "exact_times"
        }

        init(_ headway: Headway) {
            startTime = headway.startTime.description
            endTime = headway.endTime.description
            headwaySecs = headway.headwaySecs
            exactTimes = headway.exactTimes
        }
    }

    private struct CallRow: Encodable {
        let stopSequence: Int
        let stopID: String?
        let stopName: String?
        let arrivalTime: String?
        let departureTime: String?
        let interpolatedTime: String?
        let pickupType: Int
        let dropOffType: Int
        let headsign: String?
        let shapeDistTraveled: Double?
        let timepoint: Int?
        let arrivalOffset: Int?
        let departureOffset: Int?
        let locationGroupID: String?
        let locationID: String?
        let windowStart: String?
        let windowEnd: String?
        let pickupBookingRuleID: String?
        let dropOffBookingRuleID: String?
        let realtime: CallRealtimeDTO?
        private let news: [String]
        private let isOffsetOnly: Bool
        private let isInterpolated: Bool
        private let isPassing: Bool

        enum CodingKeys: String, CodingKey, CaseIterable {
            case stopSequence = "stop_sequence"
            case stopID = "stop_id"
            case stopName = "stop_name"
            case arrivalTime = "arrival_time"
            case departureTime = "departure_time"
            case interpolatedTime = "interpolated_time"
            case pickupType = "pickup_type"
            case dropOffType = "drop_off_type"
            case headsign
            case shapeDistTraveled = "shape_dist_traveled"
            case timepoint
            case arrivalOffset = "arrival_offset"
            case departureOffset = "departure_offset"
            case locationGroupID = "location_group_id"
            case locationID = "location_id"
            case windowStart = "start_pickup_drop_off_window"
            case windowEnd = "end_pickup_drop_off_window"
            case pickupBookingRuleID = "pickup_booking_rule_id"
            case dropOffBookingRuleID = "drop_off_booking_rule_id"
            case realtime
        }

        static let columns = CodingKeys.allCases.filter { $0 != .realtime }.map(\.rawValue)

        /// - Parameter dayStart: the instant of 00:00:00 of the service day; nil without live data.
        init(_ timed: TimedCall, start: ServiceTime?, dayStart: Date?) {
            let call = timed.scheduled
            // The times of a template belong to no run, and a call that live data lists has only instants.
            func time(_ published: ServiceTime?, _ offset: Int?, _ instant: Date?) -> String? {
                guard let published else {
                    guard call.time == nil, let instant, let dayStart else { return nil }
                    return ServiceTime(seconds: Int(instant.timeIntervalSince(dayStart)))
                        .description
                }
                guard call.isTemplate else { return published.description }
                guard let start, let offset else { return nil }
                return start.adding(seconds: offset).description
            }
            stopSequence = call.stopSequence
            stopID = call.stopID
            stopName = call.stop?.stopName
            arrivalTime = time(call.arrival, timed.arrivalOffsetSeconds, timed.arrival)
            departureTime = time(call.departure, timed.departureOffsetSeconds, timed.departure)
            interpolatedTime =
                call.isInterpolated
                ? time(call.interpolated, timed.departureOffsetSeconds, nil) : nil
            pickupType = call.pickup.code
            dropOffType = call.dropOff.code
            headsign = call.headsign
            shapeDistTraveled = call.shapeDistTraveled
            timepoint = call.timepoint
            arrivalOffset = timed.arrivalOffsetSeconds
            departureOffset = timed.departureOffsetSeconds
            locationGroupID = call.flex?.locationGroupID
            locationID = call.flex?.locationID
            windowStart = call.flex?.start?.description
            windowEnd = call.flex?.end?.description
            pickupBookingRuleID = call.flex?.pickupBookingRuleID
            dropOffBookingRuleID = call.flex?.dropOffBookingRuleID
            realtime = timed.realtime.map { CallRealtimeDTO($0, in: timed.timeZone) }
            news = RealtimeWords.cells(timed)
            isOffsetOnly = timed.isOffsetOnly
            isInterpolated = call.isInterpolated
            isPassing = call.isPassing
        }

        var cells: [String] {
            func offset(_ seconds: Int?) -> String {
                guard let seconds else { return "" }
                let time = ServiceTime(seconds: seconds).description
                return seconds < 0 ? time : "+" + time
            }
            return [
                "\(stopSequence)", isOffsetOnly ? offset(arrivalOffset) : arrivalTime ?? "",
                isOffsetOnly ? offset(departureOffset) : departureTime ?? interpolatedTime ?? "",
                isPassing ? "passes" : isInterpolated ? "about" : "", stopID ?? "", stopName ?? "",
            ] + (realtime == nil ? [] : news)
        }
    }
}
