import Foundation
import GRDB
import TestSupport
import Testing
import TransitBundle

/// The SQL in the comments of `schema/bundle.sql` and in the pages, on a bundle with each form of
/// `service.days`, beside the library.
@Suite("SQL that the documents show")
struct DocumentedQueryTests {
    private static let header =
        "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"

    /// Two trips of each service, one at 08:00:00 and 27:31:04 and one of overlapping frequencies.
    private static let files: [String: String] = {
        let services = ["week", "digits", "short", "list", "never"]
        let holidays = (2010...2039).flatMap { ["\($0)0704", "\($0)1225", "\($0)1231"] }
        let dates =
            holidays.map { "list,\($0),2\n" }
            + ["digits,20260506,2\n", "digits,20260509,1\n", "digits,20261119,2\n"]
            + ["short,20260301,1\n", "short,20260304,1\n"]
        return TinyFeed.files(
            trips: "route_id,service_id,trip_id\n"
                + services.map { "r,\($0),\($0)\nr,\($0),runs-\($0)\n" }.joined(),
            stopTimes: "trip_id,stop_id,stop_sequence,arrival_time,departure_time\n"
                + services.map {
                    """
                    \($0),a,1,08:00:00,08:00:00
                    \($0),a,2,27:31:04,27:31:04
                    \($0),b,3,28:00:00,28:00:00
                    runs-\($0),a,1,00:00:00,00:00:00
                    runs-\($0),b,2,00:10:00,00:10:00

                    """
                }.joined(),
            calendar: header + "week,1,1,1,1,1,0,0,20260101,20271231\n"
                + "digits,1,1,1,1,1,0,0,20260401,20270331\n"
                + "list,1,0,1,1,1,0,0,20100101,20391231\n"
                + "never,0,0,0,0,0,0,0,20260101,20271231\n",
            others: [
                "calendar_dates.txt": "service_id,date,exception_type\n" + dates.joined(),
                "frequencies.txt": "trip_id,start_time,end_time,headway_secs\n"
                    + services.map {
                        "runs-\($0),08:00:00,09:00:00,600\nruns-\($0),08:20:00,10:00:00,1200\n"
                    }.joined(),
            ])
    }()

    private static let built = Task { try bundle(of: files) }

    /// Of 2026, in the form that SQLite reads.
    private static let days = (0..<365).map { ServiceDate(dayNumber: 20_454 + $0) }

    private static func dashed(_ date: ServiceDate) -> String {
        let text = date.description
        return "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
    }

    private static func page() throws -> [String] {
        let pages = try MarkdownDocument.all() + MarkdownDocument.articles()
        return pages.flatMap(\.blocks).filter { $0.language == "sql" }.map(\.text)
    }

    /// The arguments of a query, of those that all have together.
    private static func arguments(_ sql: String, _ values: [String: any DatabaseValueConvertible])
        -> StatementArguments
    {
        StatementArguments(values.filter { sql.contains(":\($0.key)") })
    }

    /// The departures from a stop on a service day, as the library has it: seconds of the day and
    /// trip.
    private static func departures(
        _ bundle: TransitBundle, _ date: ServiceDate, isRepeated: Bool
    ) async throws -> [String] {
        let start = ServiceClock(timeZone: bundle.timeZone).start(of: date)
        return try await bundle.departures(
            from: bundle.stop(id: "a"), at: start, for: 100_000
        ).filter { $0.serviceDate == date && ($0.startTime != nil) == isRepeated }.map {
            "\(Int($0.time.timeIntervalSince(start))) \($0.tripID)"
        }
    }

    @Test("The bundle has each form of days")
    func forms() async throws {
        let days = try await Self.built.value.read { db in
            try Row.fetchAll(db, sql: "SELECT service_id, days FROM service").reduce(into: [:]) {
                $0[$1["service_id"] as String] = $1["days"] as String?
            }
        }
        #expect(days["week"]?.utf8.count == 7)
        #expect((8...1100).contains(try #require(days["digits"]?.utf8.count)))
        #expect(days["short"] == "1001")
        #expect(days["list"]?.hasPrefix("[") == true)
        #expect(days["never"] == nil)
    }

    @Test("Each query of departures finds the library's departures, on every day of a year")
    func departures() async throws {
        let documented = try SchemaDocument.queries().filter { $0.contains("departures") }
        #expect(documented.count == 2)
        let shown = try Self.page().filter { $0.contains("FROM departures") }.map {
            $0.replacing("'CJ_P1'", with: ":stop_id").replacing("'2026-11-20'", with: ":date")
                .replacing("21600", with: ":from").replacing("28800", with: ":to")
        }
        #expect(shown.count == 1)
        let bundle = try await Self.built.value
        for query in documented + shown {
            let isRepeated = query.contains("RECURSIVE")
            for date in Self.days {
                let rows = try await bundle.read { db in
                    try Row.fetchAll(
                        db, sql: query,
                        arguments: Self.arguments(
                            query,
                            [
                                "stop_id": "a", "date": Self.dashed(date), "from": 0, "to": 100_000,
                            ])
                    ).map { row -> String in
                        let trip: String = row["trip_id"]
                        // The page shows times as text.
                        let text: String? = row["departs"]
                        let time: Int? =
                            if let text { ServiceTime(cellText: text)?.seconds } else { row[0] }
                        return "\(time ?? -1) \(trip)"
                    }
                }
                let expected = try await Self.departures(bundle, date, isRepeated: isRepeated)
                #expect(rows.sorted() == expected.sorted(), "\(date): \(query)")
            }
        }
    }

    @Test("The condition above service finds the services of every day")
    func services() async throws {
        let condition = try SchemaDocument.serviceCondition()
        let bundle = try await Self.built.value
        for date in Self.days {
            let found = try await bundle.read { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT service_id FROM service,
                          (SELECT CAST(strftime('%s', ?) AS INTEGER) / 86400 AS d)
                        WHERE \(condition) ORDER BY service_id
                        """, arguments: [Self.dashed(date)])
            }
            #expect(try await found == bundle.activeServices(on: date))
        }
    }

    @Test("Every other query runs; those of a service find its rows")
    func others() async throws {
        let queries = try SchemaDocument.queries() + Self.page()
        #expect(queries.count >= 8)
        let bundle = try await Self.built.value
        for query in queries {
            let count = try await bundle.read { db in
                try Row.fetchAll(
                    db, sql: query,
                    arguments: Self.arguments(
                        query,
                        [
                            "stop_id": "a", "date": "2026-11-20", "from": 0, "to": 1,
                            "service_id": "digits",
                        ])
                ).count
            }
            if query.contains("JOIN calendar c") { #expect(count == 1) }
            if query.contains("JOIN calendar_dates d") { #expect(count == 3) }
        }
    }
}
