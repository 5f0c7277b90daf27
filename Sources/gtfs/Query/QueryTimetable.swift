import ArgumentParser
import Foundation
import TransitAPI
import TransitBundle

struct QueryTimetable: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timetable",
        abstract: "The trips of a route on a day: a column for each trip, a row for each stop.")

    @Argument(help: "A route_id, or rid:1.")
    var route: TextArgument

    @Option(
        help: ArgumentHelp("The service day (default: today).", valueName: "date"),
        transform: ServiceDateArgument.read)
    var date: ServiceDateArgument?

    @OptionGroup var options: QueryOptions

    func run() throws {
        try options.answer { [route, date, isText = !options.json && !options.csv] bundle in
            let found = try await bundle.route(id: route.text)
            try await TimeZoneRemark.write(bundle)
            let day = date?.date ?? bundle.date(at: Date())
            let timetables = try await bundle.timetables(of: found, on: day)
            var lines: [String] = []
            var calls: [Call] = []
            for timetable in timetables {
                let direction = timetable.directionID.map { ", direction \($0)" } ?? ""
                lines.append("\(found.name) on \(day)\(direction)")
                lines += Self.grid(timetable)
                lines += timetable.flexibleTrips.flatMap(FlexibleText.lines)
                calls += timetable.flexibleTrips.flatMap(\.calls)
            }
            let rules = try await FlexibleText.bookingRules(of: calls, in: bundle)
            lines += try await BookingText.lines(rules, on: day, in: bundle)
            var remarks: [String] = []
            let hidden = try await bundle.hiddenTrips(of: found, on: day)
            let subject =
                timetables.isEmpty
                ? "\(found.name) runs on \(day), but its" : "More trips run on \(day), but their"
            remarks += Self.remark(hidden.withoutStops, "\(subject) stops are not in stops.txt")
            remarks += Self.remark(hidden.withoutCalls, "\(subject) stop times are missing")
            remarks += Self.remark(
                hidden.withoutSomeStops,
                "Calls at stops that are not in stops.txt are left out of the trips")
            remarks += try await Self.clocks(timetables, route: found, in: bundle)
            if !isText { for remark in remarks { StandardError.write("gtfs: \(remark)\n") } }
            lines += remarks
            if lines.isEmpty {
                let remark = try await ServiceDaysRemark.text(day, in: bundle)
                lines = ["\(found.name) does not run on \(day)\(remark)"]
            }
            return QueryAnswer(
                timetables.map(TimetableDTO.init), rows: timetables.flatMap(Self.cells),
                columns: CellRow.columns, lines: lines)
        }
    }

    private static func remark(_ trips: [String], _ reason: String) -> [String] {
        guard !trips.isEmpty else { return [] }
        let most = 3
        let others = trips.count > most ? " and \(trips.count - most) more" : ""
        return ["\(reason): \(trips.prefix(most).joined(separator: ", "))\(others)"]
    }

    private static func clocks(
        _ timetables: [Timetable], route: Route, in bundle: TransitBundle
    ) async throws -> [String] {
        var stops: [(name: String, zone: TimeZone, zoneName: String)] = []
        var assumed: [String] = []
        for stop in timetables.flatMap(\.columns).map(\.stop) {
            let zone = try await bundle.zone(at: stop)
            stops.append((name(of: stop), zone.zone.timeZone, zone.zone.name))
            if zone.isStopTimeZoneAssumed { assumed.append(stop.stopID) }
        }
        TimeZoneRemark.write(stops: assumed, zone: bundle.timeZoneName)
        return ClockRemark.lines(bundle.timeZone(ofRoute: route.rid), stops)
    }

    /// Boarding areas may have no name.
    private static func name(of stop: Stop) -> String {
        stop.stopName.isEmpty ? stop.stopID : stop.stopName
    }

    private static func grid(_ timetable: Timetable) -> [String] {
        guard !timetable.rows.isEmpty else { return [] }
        var table = TextTable([], rightAligned: Set(1...timetable.rows.count))
        for (column, cells) in zip(timetable.columns, timetable.transposed) {
            table.add([name(of: column.stop)] + cells.map(text))
        }
        // Runs at exact times have a column each.
        let ends = timetable.rows.map { row in row.endTime.map { (row.headwaySecs ?? 0, $0) } }
        if ends.contains(where: { $0 != nil }) {
            table.add([""] + ends.map { $0.map { "every \($0.0) s" } ?? "" })
            table.add([""] + ends.map { $0.map { "until \(clock($0.1))" } ?? "" })
        }
        return table.lines + legend(timetable)
    }

    private static func clock(_ time: ServiceTime) -> String {
        String(time.timeOfDay.description.prefix(5))
    }

    private static func text(_ cell: Timetable.Cell?) -> String {
        guard let cell else { return "-" }
        if cell.isPassing { return "|" }
        guard let time = cell.departure ?? cell.arrival else { return "?" }
        return cell.isInterpolated ? "(\(clock(time)))" : clock(time)
    }

    private static func legend(_ timetable: Timetable) -> [String] {
        let cells = timetable.rows.flatMap(\.cells)
        let marks = [
            cells.contains { $0 == nil } ? "- does not stop" : nil,
            cells.contains { $0?.isPassing == true } ? "| passes, no boarding or alighting" : nil,
            cells.contains { $0?.isInterpolated == true && $0?.isPassing == false }
                ? "( ) not in the feed, estimated from the stops before and after" : nil,
            cells.contains {
                $0.map { $0.departure == nil && $0.arrival == nil && !$0.isPassing } ?? false
            }
                ? "? stops, but the feed gives no time"
                    + (timetable.flexibleTrips.isEmpty ? "" : ", or a window as below") : nil,
        ].compactMap { $0 }
        return marks.isEmpty ? [] : ["  " + marks.joined(separator: "; ")]
    }

    private static func cells(_ timetable: Timetable) -> [CellRow] {
        timetable.rows.flatMap { row in
            row.cells.compactMap { $0 }.map {
                CellRow(row, cell: $0, direction: timetable.directionID)
            }
        }
            + timetable.flexibleTrips.flatMap { trip in
                trip.calls.compactMap { call in
                    call.flex.map {
                        CellRow(trip, call: call, flex: $0, direction: timetable.directionID)
                    }
                }
            }
    }

    private struct CellRow: Encodable {
        let tripID: String
        let directionID: Int?
        let startTime: String?
        let endTime: String?
        let headwaySecs: Int?
        let exactTimes: Int?
        let stopID: String?
        let stopSequence: Int
        let arrivalTime: String?
        let departureTime: String?
        let interpolated: Bool
        let pickupType: Int
        let dropOffType: Int
        var locationGroupID: String?
        var locationID: String?
        var windowStart: String?
        var windowEnd: String?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case tripID = "trip_id"
            case directionID = "direction_id"
            case startTime = "start_time"
            case endTime = "end_time"
            case headwaySecs = "headway_secs"
            case exactTimes = "exact_times"
            case stopID = "stop_id"
            case stopSequence = "stop_sequence"
            case arrivalTime = "arrival_time"
            case departureTime = "departure_time"
            case interpolated
            case pickupType = "pickup_type"
            case dropOffType = "drop_off_type"
            case locationGroupID = "location_group_id"
            case locationID = "location_id"
            case windowStart = "start_pickup_drop_off_window"
            case windowEnd = "end_pickup_drop_off_window"
        }

        static let columns = CodingKeys.allCases.map(\.rawValue)

        init(_ row: Timetable.Row, cell: Timetable.Cell, direction: Int?) {
            tripID = row.tripID
            directionID = direction
            startTime = row.startTime?.description
            endTime = row.endTime?.description
            headwaySecs = row.headwaySecs
            exactTimes = row.exactTimes
            stopID = cell.stopID
            stopSequence = cell.stopSequence
            arrivalTime = cell.arrival?.description
            departureTime = cell.departure?.description
            interpolated = cell.isInterpolated
            pickupType = cell.pickup.code
            dropOffType = cell.dropOff.code
        }

        init(
            _ trip: Timetable.FlexibleTrip, call: Call, flex: FlexWindow, direction: Int?
        ) {
            tripID = trip.tripID
            directionID = direction
            startTime = nil
            endTime = nil
            headwaySecs = nil
            exactTimes = nil
            stopID = call.stopID
            stopSequence = call.stopSequence
            arrivalTime = nil
            departureTime = nil
            interpolated = false
            pickupType = call.pickup.code
            dropOffType = call.dropOff.code
            locationGroupID = flex.locationGroupID
            locationID = flex.locationID
            windowStart = flex.start?.description
            windowEnd = flex.end?.description
        }
    }
}
