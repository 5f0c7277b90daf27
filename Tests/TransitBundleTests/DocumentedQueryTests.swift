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

    private static func page() throws -> [String] {
        let pages = try MarkdownDocument.all() + MarkdownDocument.articles()
        return pages.flatMap(\.blocks).filter { $0.language == "sql" }.map(\.text)
    }

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
            "\(Int($0.time.date.timeIntervalSince(start))) \($0.tripID)"
        }
    }

    @Test("The bundle has each form of days")
    func forms() async throws {
        let days = try await Self.built.value.readWithGRDB { db in
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

    /// "seconds of the service day, trip" of rows that a query finds.
    private static func rows(
        _ bundle: TransitBundle, _ sql: String, with arguments: StatementArguments = []
    ) async throws -> [String] {
        try await bundle.readWithGRDB { db in
            try Row.fetchAll(db, sql: sql, arguments: arguments).map { row in
                let time: String = row["departure_time"]
                let trip: String = row["trip_id"]
                return "\(ServiceTime(cellText: time)?.seconds ?? -1) \(trip)"
            }
        }
    }

    @Test("The board has the library's departures, on every service day of a year")
    func board() async throws {
        let bundle = try await Self.built.value
        for date in Self.days {
            let found = try await Self.rows(
                bundle,
                "SELECT departure_time, trip_id FROM board WHERE stop_id = 'a' AND date = ?",
                with: [Int(date.yyyymmdd)])
            let expected =
                try await Self.departures(bundle, date, isRepeated: false)
                + Self.departures(bundle, date, isRepeated: true)
            #expect(found.sorted() == expected.sorted(), "\(date)")
        }
    }

    @Test("The documented boards have what leaves from midnight to midnight")
    func calendarDays() async throws {
        let documented = try (SchemaDocument.queries() + Self.page()).filter {
            $0.contains("FROM board") && $0.contains("date IN (")
        }
        #expect(documented.count == 2)
        let bundle = try await Self.built.value
        let clock = ServiceClock(timeZone: bundle.timeZone)
        for query in documented {
            #expect(query.split(separator: "\n").count <= 6)
            // The page shows the board of the 20th, the schema that of the 21st.
            let ofDay = query.contains("20261121") ? "20261121" : "20261120"
            let ofDayBefore = ofDay == "20261121" ? "20261120" : "20261119"
            for date in Self.days {
                let sql = query.replacing("'CJ_P1'", with: "'a'").replacing(":stop_id", with: "'a'")
                    .replacing(ofDay, with: "today")
                    .replacing(ofDayBefore, with: date.adding(days: -1).description)
                    .replacing("today", with: date.description)
                let expected = try await bundle.departures(
                    from: bundle.stop(id: "a"), at: clock.start(of: date), for: 86_400
                ).map {
                    let time = $0.time.date.timeIntervalSince(clock.start(of: $0.serviceDate))
                    return "\(Int(time)) \($0.tripID)"
                }
                let found = try await Self.rows(bundle, sql)
                #expect(found.sorted() == expected.sorted(), "\(date): \(query)")
                // In the order in which they leave.
                let leaving = found.compactMap { Int($0.prefix { $0 != " " }) }.map { $0 % 86_400 }
                #expect(leaving == leaving.sorted())
            }
        }
    }

    @Test("runs has each start of a trip once, also where frequencies overlap")
    func runs() async throws {
        let starts = try await Self.built.value.readWithGRDB { db in
            try Int.fetchAll(
                db,
                sql: "SELECT start_timestamp FROM runs WHERE trip_id = 'runs-week' ORDER BY 1")
        }
        let expected = Set(stride(from: 28_800, to: 32_400, by: 600))
            .union(stride(from: 30_000, to: 36_000, by: 1200))
        #expect(starts == expected.sorted())
    }

    @Test("service_dates has the services of every day, and the days of every service")
    func services() async throws {
        let bundle = try await Self.built.value
        func texts(_ sql: String, _ arguments: StatementArguments = []) async throws -> [String] {
            try await bundle.readWithGRDB {
                try String.fetchAll($0, sql: sql, arguments: arguments)
            }
        }
        var days: [String: [String]] = [:]
        for date in Self.days {
            let found = try await texts(
                "SELECT service_id FROM service_dates WHERE date = ? ORDER BY service_id",
                [Int(date.yyyymmdd)])
            #expect(try await found == bundle.activeServices(on: date))
            for service in found { days[service, default: []].append(date.description) }
        }
        for service in ["week", "digits", "short", "list", "never"] {
            let found = try await texts(
                """
                SELECT date FROM service_dates WHERE service_id = ?
                  AND date BETWEEN 20260101 AND 20261231 ORDER BY date
                """, [service])
            #expect(found == days[service] ?? [])
        }
        // From 2010 to 2039.
        let counts = try await texts(
            "SELECT count(*) FROM service_dates GROUP BY service_id ORDER BY service_id")
        #expect(counts == ["260", "6211", "2", "522"])
    }

    @Test("Every other query runs; those of a service find its rows")
    func others() async throws {
        let queries = try SchemaDocument.queries() + Self.page()
        #expect(queries.count >= 8)
        let bundle = try await Self.built.value
        for query in queries {
            let count = try await bundle.readWithGRDB { db in
                try Row.fetchAll(
                    db, sql: query,
                    arguments: Self.arguments(
                        query,
                        [
                            "stop_id": "a", "service_id": "digits",
                        ])
                ).count
            }
            if query.contains("JOIN calendar c") { #expect(count == 1) }
            if query.contains("JOIN calendar_dates d") { #expect(count == 3) }
        }
    }
}
