import ArgumentParser
import SystemLayer
import TransitAPI
import TransitAnswers
import TransitBundle

struct QueryTimetable: QueryCommand {
    static let configuration = CommandConfiguration(
        commandName: "timetable",
        abstract: "The trips of a route on a day: a column for each trip, a row for each stop.",
        discussion: """
            Trips that find no room beside the others follow below, as wide as the terminal, or \
            100 characters in a file or a pipe. --csv has a row for each call instead.
            """)

    @Argument(help: "A route_id, or rid:1.")
    var route: TextArgument

    @Option(TimetableQuestion.date) var date: ServiceDate?

    @OptionGroup var options: QueryOptions

    func answer(from asked: AskedBundle) async throws -> QueryAnswer {
        let bundle = asked.bundle
        let question = Asked<TimetableQuestion>(id: route.text) { $0.date = date }
        let found = try await asked.answer(question) { try await $0.timetable() }
        try await ZoneRemark.write(
            bundle, clocksAt: found.data.timetables.flatMap(\.columns).map(\.stop),
            timesIn: bundle.timeZone(ofRoute: found.data.route.rid))
        let hidden = try await bundle.hiddenTrips(of: found.data.route, on: found.data.date)
        let all = [
            Note.Code.hiddenTrips: hidden.withoutStops + hidden.withoutCalls,
            .hiddenCalls: hidden.withoutSomeStops,
        ]
        // The API names a hundred of them at most.
        let notes = found.meta.notes.map { note in
            var note = note
            note.ids = note.code.known.flatMap { all[$0] } ?? note.ids
            return note
        }
        return QueryAnswer(
            [found], notes: notes,
            table: CSVTable(
                rows: ["timetables.rows.cells", "timetables.flexible_trips.calls"],
                columns: [
                    "trip_id", "direction_id", "start_time", "end_time", "headway_secs",
                    "exact_times", "stop_id", "stop_sequence", "arrival_time", "departure_time",
                    "interpolated", "pickup_type", "drop_off_type", "window.location_group_id",
                    "window.location_id", "window.start_pickup_drop_off_window",
                    "window.end_pickup_drop_off_window",
                ], usual: ["interpolated": "false"]),
            of: Self.parts(of: found.data)
        ) {
            let (route, day) = (found.data.route, found.data.date)
            let timetables = found.data.timetables
            guard !timetables.isEmpty else {
                let isHidden = found.meta.notes.contains { $0.code.known == .hiddenTrips }
                return [
                    isHidden
                        ? "no trip of \(route.name) on \(day) can be shown"
                        : "\(route.name) does not run on \(day)"
                ]
            }
            let lines = timetables.flatMap { timetable in
                let direction = timetable.directionID.map { ", direction \($0)" } ?? ""
                return ["\(route.name) on \(day)\(direction)"] + Self.grid(timetable)
                    + timetable.flexibleTrips.flatMap(OnDemandText.lines)
            }
            let calls = timetables.flatMap(\.flexibleTrips).flatMap(\.calls)
            return try await lines + BookingText.lines(of: calls, on: day, in: bundle)
        }
    }

    /// A part for each row, so that CSV of a large answer takes little memory. The fixed calls of
    /// trips that are partly on demand are rows, too.
    private static func parts(of answer: TimetableListDTO) -> any Sequence<any WireForm> {
        func part(
            of timetable: Timetable, rows: [Timetable.Row] = [],
            trips: [Timetable.FlexibleTrip] = []
        ) -> any WireForm {
            var (part, whole) = (timetable, answer)
            (part.columns, part.rows, part.flexibleTrips) = ([], rows, trips)
            whole.timetables = [part]
            return whole
        }
        let rows = answer.timetables.lazy.flatMap { timetable in
            timetable.rows.lazy.map { part(of: timetable, rows: [$0]) }
        }
        let trips = answer.timetables.lazy.map { timetable in
            var trips = timetable.flexibleTrips
            for index in trips.indices { trips[index].calls.removeAll { $0.flex == nil } }
            return part(of: timetable, trips: trips)
        }
        return [AnySequence(rows), AnySequence(trips)].joined()
    }

    private static func grid(_ timetable: Timetable) -> [String] {
        guard !timetable.rows.isEmpty else { return [] }
        var rows = zip(timetable.columns, timetable.transposed).map { column, cells in
            [column.stop.shownName] + cells.map(text)
        }
        // Runs at exact times have a column each.
        let ends = timetable.rows.map { row in row.endTime.map { (row.headwaySecs ?? 0, $0) } }
        if ends.contains(where: { $0 != nil }) {
            rows.append([""] + ends.map { $0.map { "every \($0.0) s" } ?? "" })
            rows.append([""] + ends.map { $0.map { "until \(clock($0.1))" } ?? "" })
        }
        let columns = rows[0].indices.map { place in
            TextColumn<[String]>("", place == 0 ? .left : .right) { $0[place] }
        }
        let parts = TextTable(rows, columns).folded(to: width)
        return Array(parts.joined(separator: [""])) + legend(timetable)
    }

    /// Of lines: that of a page where no terminal says.
    private static var width: Int { StandardStream.output.width ?? 100 }

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
        let cells = Set(timetable.rows.flatMap(\.cells).map { text($0).first })
        let window = timetable.flexibleTrips.isEmpty ? "" : ", or a window as below"
        let marks: [(mark: Character, meaning: String)] = [
            ("-", "- does not stop"), ("|", "| passes, no boarding or alighting"),
            ("(", "( ) not in the feed, estimated from the stops before and after"),
            ("?", "? stops, but the feed gives no time\(window)"),
        ]
        let used = marks.filter { cells.contains($0.mark) }.map(\.meaning)
        return used.isEmpty ? [] : ["  " + used.joined(separator: "; ")]
    }
}
