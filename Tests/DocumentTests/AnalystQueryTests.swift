import Foundation
import TestSupport
import Testing

/// The queries "For analysts" of `schema/bundle.md` beside numbers that `Tests/oracle/analyst.py` finds
/// in the text files of the sample.
@Suite("Queries for analysts", .blocking) struct AnalystQueryTests {
    /// A service day as the oracle sees it.
    private struct Day: Decodable {
        let board: [String: [String]]
        let services: [String]
        let trips: Int
        let hours: [String: [Int]]
    }

    /// A Friday, a Saturday, the day of an exception, and one on which nothing runs.
    private static let dates = ["20261120", "20261121", "20261231", "20270701"]

    private let files: SampleFiles
    private let days: [(date: String, day: Day)]
    /// By route_id.
    private let names: [String: String]
    /// The route, direction and stop's names by trip.
    private let routes: [String: (name: String, direction: String)]

    init() throws {
        files = try SampleFiles()
        let script = PackageRoot.path + "/Tests/oracle/analyst.py"
        let answer = try files.shell(
            "python3 '\(script)' feeds/sample \(Self.dates.joined(separator: " "))")
        try #require(answer.end == .exited(0), "\(answer.standardError)")
        let lines = answer.standardOutput.split(separator: "\n")
        days = try zip(Self.dates, lines).map {
            ($0, try JSONDecoder().decode(Day.self, from: Data($1.utf8)))
        }
        names = Dictionary(
            uniqueKeysWithValues: try files.rows("SELECT route_id, route_short_name FROM routes")
                .rows.map { ($0[0], $0[1]) })
        let trips = try files.rows(
            "SELECT trip_id, route_short_name, direction_id FROM trips JOIN routes USING (rid)")
        routes = Dictionary(uniqueKeysWithValues: trips.rows.map { ($0[0], ($0[1], $0[2])) })
    }

    /// The documented query with a text in it, for another day.
    private func rows(_ text: String, on date: String) throws -> [[String]] {
        let query = try #require(
            try MarkdownDocument("schema/bundle.md").blocks.first {
                $0.language == "sql" && $0.text.contains(text)
            })
        return try files.rows(
            query.text.replacing("AND 20261122", with: "AND \(date)")
                .replacing("20261120", with: date).replacing("LIMIT 4", with: "")
        ).rows
    }

    private func departures(_ day: Day) -> [(stop: String, seconds: Int, trip: String)] {
        day.board.flatMap { stop, rows in
            rows.map { row in
                let words = row.split(separator: " ", maxSplits: 1)
                return (stop, Int(words[0]) ?? -1, String(words[1]))
            }
        }
    }

    private func text(_ seconds: Int) -> String {
        [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }

    @Test("The days are different, and the last is empty")
    func differentDays() {
        #expect(days.map(\.day.trips).allSatisfy { $0 != 0 } == false)
        #expect(Set(days.map(\.day.trips)).count == 4)
        #expect(days.last?.day.board.isEmpty == true)
    }

    @Test("Tables of stats are those that an oracle counts")
    func tables() throws {
        let script = PackageRoot.path + "/Tests/oracle/analyst_tables.py"
        let dates = Self.dates.joined(separator: " ")
        let answer = try files.shell(
            "python3 '\(script)' \"$(command -v gtfs)\" feeds/sample sample.sqlite \(dates)")
        #expect(answer.end == .exited(0), "\(answer.standardOutput)\(answer.standardError)")
        let lines = answer.standardOutput.split(separator: "\n")
        #expect(lines.count == Self.dates.count * 6)
        #expect(lines.filter { $0.contains(": 0 rows") }.count == 6)
    }

    @Test("The board has what leaves each stop, and service_dates the services")
    func board() throws {
        for (date, day) in days {
            let found = try files.rows(
                """
                SELECT stop_id, departure_timestamp || ' ' || trip_id FROM board
                WHERE date = \(date) ORDER BY stop_id, departure_timestamp, trip_id
                """
            ).rows.reduce(into: [String: [String]]()) { $0[$1[0], default: []].append($1[1]) }
            #expect(found == day.board, "\(date)")
            let services = try files.rows(
                "SELECT service_id FROM service_dates WHERE date = \(date) ORDER BY service_id")
            #expect(services.rows.map { $0[0] } == day.services)
        }
    }

    @Test("Trips of each day")
    func trips() throws {
        for (date, day) in days {
            let expected = day.trips == 0 ? [] : [[date, "\(day.trips)"]]
            #expect(try rows("sum(trips) AS trips", on: date) == expected)
        }
    }

    @Test("Hours of service by route")
    func hours() throws {
        for (date, day) in days {
            let expected = day.hours.map { route, total in
                let tenths = (Double(total[1]) / 360).rounded()
                return [names[route] ?? "?", "\(total[0])", "\(tenths / 10)"]
            }
            let found = try rows("AS hours", on: date)
            #expect(Set(found) == Set(expected), "\(date)")
            #expect(found.count == expected.count)
        }
    }

    @Test("First and last departure of each route")
    func spans() throws {
        for (date, day) in days {
            let times = Dictionary(grouping: departures(day)) { routes[$0.trip]?.name ?? "?" }
            let expected = times.map { route, rows in
                let seconds = rows.map(\.seconds)
                return [route, text(seconds.min() ?? 0), text(seconds.max() ?? 0)]
            }
            #expect(Set(try rows("AS last", on: date)) == Set(expected), "\(date)")
        }
    }

    @Test("Minutes between departures")
    func headways() throws {
        let stops = Dictionary(
            uniqueKeysWithValues: try files.rows("SELECT stop_id, stop_name FROM stops").rows.map {
                ($0[0], $0[1])
            })
        for (date, day) in days {
            let morning = departures(day).filter { 25_200..<32_400 ~= $0.seconds }
            let groups = Dictionary(grouping: morning) {
                [routes[$0.trip]?.name ?? "?", routes[$0.trip]?.direction ?? "?", $0.stop]
            }
            let expected = groups.filter { $1.count > 5 }.map { key, rows in
                let seconds = rows.map(\.seconds).sorted()
                let gap = Double((seconds.last ?? 0) - seconds[0]) / Double(seconds.count - 1)
                let minutes = (gap / 6).rounded() / 10
                return [key[0], stops[key[2]] ?? "?", "\(rows.count)", "\(minutes)"]
            }
            let found = try rows("AS gap", on: date)
            #expect(found.sorted { "\($0)" < "\($1)" } == expected.sorted { "\($0)" < "\($1)" })
        }
    }
}
