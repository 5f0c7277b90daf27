import BundleCodec
import BundleWriting
import GRDB
import GTFSSchedule
import TestSupport
import Testing

@Suite("Runs and departures of a day")
struct RunCalendarTests {
    /// Rows of `frequencies.txt` of trip T1.
    private static let rows = [
        "06:00:00,07:00:00,600",
        // The last interval is not whole.
        "06:00:00,06:59:59,601",
        // The second gives runs of the first alone.
        "08:00:00,10:00:00,300\nT1,08:10:00,10:00:00,600",
        // Some runs are shared, in another order.
        "08:07:00,11:00:00,600\nT1,08:00:00,10:00:00,420",
        // Three, over midnight.
        "23:00:00,25:30:00,900\nT1,23:30:00,24:30:00,600\nT1,23:45:00,26:00:00,450",
        // One begins when the other ends.
        "06:00:00,07:00:00,600\nT1,07:00:00,08:00:00,600",
        // Nothing runs: it ends as it begins.
        "06:00:00,06:00:00,600",
    ]

    private static func bundle(_ rows: String? = nil) throws -> BuiltBundle {
        guard let rows else { return try BuiltBundle(.base) }
        return try BuiltBundle(
            .base.with(
                TestFeed("# frequencies.txt\ntrip_id,start_time,end_time,headway_secs\nT1," + rows)
            ))
    }

    /// The starts of all rows, one by one.
    private static func starts(_ rows: String) throws -> Set<Int> {
        var starts: Set<Int> = []
        for row in rows.split(separator: "\n") {
            let cells = row.split(separator: ",").suffix(3).map(String.init)
            let first = try #require(ServiceTime(cellText: cells[0])).seconds
            let end = try #require(ServiceTime(cellText: cells[1])).seconds
            starts.formUnion(
                stride(from: first, to: end, by: try #require(Int(cells[2]))))
        }
        return starts
    }

    @Test("A trip of frequencies.txt has each of its runs once", arguments: rows)
    func frequencies(rows: String) throws {
        let plain = try #require(try Self.bundle().calendar().busiestDay).count
        let expected = try Self.starts(rows).count
        let bundle = try Self.bundle(rows)
        let calendar = try bundle.calendar()
        let total = calendar.services.values.reduce(RunCount()) { $0 + $1.count }
        let others = try Self.bundle().calendar().services.values
            .reduce(RunCount()) { $0 + $1.count }
        #expect(total.trips == others.trips)
        #expect(total.runs == others.runs - 1 + expected)
        #expect(plain.runs > 0)
        // The view that documents show is a second opinion.
        #expect(try bundle.departures() == total.departures)
    }

    @Test("A run without frequencies departs at each of its stops but the last")
    func departures() throws {
        let bundle = try Self.bundle()
        let total = try bundle.calendar().services.values.reduce(RunCount()) { $0 + $1.count }
        #expect(total.runs == total.trips)
        #expect(try bundle.departures() == total.departures)
        #expect(total.departures > 0)
    }

    @Test("Days of each service have its runs, and the busiest is the first with most")
    func days() throws {
        let calendar = try Self.bundle("06:00:00,07:00:00,600").calendar()
        let window = try #require(calendar.window)
        let counts = calendar.counts(on: window)
        for (day, count) in zip(window, counts) {
            let expected = calendar.services.values.filter { $0.days.contains(day) }
                .reduce(RunCount()) { $0 + $1.count }
            #expect(count == expected, "\(day)")
            #expect(calendar.routes(on: day).values.reduce(RunCount(), +) == count)
        }
        let busiest = try #require(calendar.busiestDay)
        #expect(busiest.count.runs == counts.map(\.runs).max())
        #expect(counts.first { $0.runs == busiest.count.runs } == busiest.count)
    }
}

extension BuiltBundle {
    fileprivate func calendar() throws -> RunCalendar {
        try PublishedBundle(path: path).read(RunCalendar.init)
    }

    /// The rows of the view `departures` at which one may board, with a run for each start.
    fileprivate func departures() throws -> Int {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT start_timestamp, end_timestamp, headway_secs FROM departures
                    WHERE pickup_type IS NOT 1
                    """
            ).reduce(0) { sum, row in
                guard let seconds = row[2] as Int? else { return sum + 1 }
                return sum + Array(stride(from: row[0] as Int, to: row[1], by: seconds)).count
            }
        }
    }
}
