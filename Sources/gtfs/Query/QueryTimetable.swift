import ArgumentParser
import TransitAPI
import TransitAnswers
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
        try options.answer { [route, date, isText = !options.json && !options.csv] asked in
            let bundle = asked.bundle
            try await TimeZoneRemark.write(bundle)
            let answer = try await asked.data(
                .timetable, id: route.text, ["date": date?.date.description]
            ) { try await $0.timetable() }
            let (found, day, timetables) = (
                answer.route, answer.date, answer.timetables
            )
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
            remarks += try await ClockRemark.lines(
                at: timetables.flatMap(\.columns).map(\.stop),
                timesIn: bundle.timeZone(ofRoute: found.rid), of: bundle)
            if !isText { for remark in remarks { StandardError.write("gtfs: \(remark)\n") } }
            lines += remarks
            if lines.isEmpty {
                let remark = try await ServiceDaysRemark.text(day, in: bundle)
                lines = ["\(found.name) does not run on \(day)\(remark)"]
            }
            // The fixed calls of trips that are partly on demand are rows of the grid, too.
            var table = answer
            for index in table.timetables.indices {
                for trip in table.timetables[index].flexibleTrips.indices {
                    table.timetables[index].flexibleTrips[trip].calls.removeAll {
                        $0.flex == nil
                    }
                }
            }
            return QueryAnswer(
                [answer], table: [table],
                rows: ["timetables.rows.cells", "timetables.flexible_trips.calls"],
                columns: Self.columns, lines: lines)
        }
    }

    private static let columns = [
        "trip_id", "direction_id", "start_time", "end_time", "headway_secs", "exact_times",
        "stop_id", "stop_sequence", "arrival_time", "departure_time", "interpolated",
        "pickup_type", "drop_off_type", "window.location_group_id", "window.location_id",
        "window.start_pickup_drop_off_window", "window.end_pickup_drop_off_window",
    ]

    private static func remark(_ trips: [String], _ reason: String) -> [String] {
        guard !trips.isEmpty else { return [] }
        let most = 3
        let others = trips.count > most ? " and \(trips.count - most) more" : ""
        return ["\(reason): \(trips.prefix(most).joined(separator: ", "))\(others)"]
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
}
