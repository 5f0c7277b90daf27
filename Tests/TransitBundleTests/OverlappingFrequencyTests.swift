import Foundation
import TestSupport
import Testing
import TransitBundle

@Suite("Frequencies that overlap")
struct OverlappingFrequencyTests {
    private static let day = ServiceDate(yyyymmdd: 2026_12_01) ?? .earliest

    /// A trip from a over b to c, 10 minutes each.
    private static func files(_ rows: String) -> [String: String] {
        TinyFeed.files(
            stops: "stop_id,stop_name,stop_lat,stop_lon\na,A,1,1\nb,B,1,1.1\nc,C,1,1.2\n",
            stopTimes: """
                trip_id,stop_id,stop_sequence,arrival_time,departure_time
                t,a,1,00:00:00,00:00:00
                t,b,2,00:10:00,00:10:00
                t,c,3,00:20:00,00:20:00

                """,
            others: [
                "frequencies.txt": "trip_id,start_time,end_time,headway_secs,exact_times\n" + rows
            ])
    }

    /// Every start of each row once, in seconds: a second opinion.
    private static func starts(_ rows: String) throws -> [Int] {
        var starts: Set<Int> = []
        for row in rows.split(separator: "\n") {
            let cells = row.split(separator: ",")
            let (first, end) = (
                ServiceTime(cellText: "\(cells[1])"), ServiceTime(cellText: "\(cells[2])")
            )
            starts.formUnion(
                stride(
                    from: try #require(first).seconds, to: try #require(end).seconds,
                    by: try #require(Int(cells[3]))))
        }
        return starts.sorted()
    }

    private static let rows = [
        // The second gives runs of the first alone.
        "t,08:00:00,10:00:00,300,1\nt,08:10:00,10:00:00,600,1\n",
        // Some runs are shared.
        "t,08:00:00,10:00:00,420,1\nt,08:07:00,11:00:00,600,1\n",
        // About every so many seconds, and exact.
        "t,08:00:00,10:00:00,600,0\nt,08:05:00,10:00:00,300,1\nt,08:20:00,09:00:00,300,0\n",
        // Over midnight, in another order, and one that begins when the other ends.
        "t,23:30:00,25:30:00,900,1\nt,23:00:00,24:30:00,600,1\nt,25:30:00,26:00:00,900,1\n",
        // None is shared.
        "t,08:00:00,09:00:00,600,1\nt,08:05:00,09:00:00,600,1\n",
        // Some of the runs of a window are shared.
        "t,08:00:00,10:00:00,900,0\nt,08:15:00,09:00:00,450,0\n",
        "t,08:00:00,09:00:00,600,1\nt,08:30:00,09:30:00,300,0\n",
    ]

    @Test("A run is on boards once, and is the first row's", arguments: rows)
    func boards(rows: String) async throws {
        let bundle = try bundle(of: Self.files(rows))
        let expected = try Self.starts(rows)
        let start = try Lookup.instant("2026-12-01T00:00:00+01:00")
        let (a, c) = (try await bundle.stop(id: "a"), try await bundle.stop(id: "c"))
        let found = try await bundle.departures(from: a, at: start, for: 28 * 3600)
            .filter { $0.serviceDate == Self.day }
        #expect(found.compactMap { $0.startTime?.seconds } == expected)
        let arrivals = try await bundle.arrivals(
            at: [c], from: start, for: 28 * 3600, matching: .all
        ).filter { $0.serviceDate == Self.day }
        #expect(arrivals.compactMap { $0.startTime?.seconds } == expected)
        // Page by page, over pages' ends.
        var pages: [StopEvent] = []
        var next = start
        while next < start.addingTimeInterval(28 * 3600) {
            pages += try await bundle.departures(from: a, at: next, for: 1500)
            next = next.addingTimeInterval(1500)
        }
        #expect(pages.filter { $0.serviceDate == Self.day } == found)
        let first = try await bundle.nextDepartures(
            from: a, at: start.addingTimeInterval(6 * 3600), count: 9)
        #expect(Set(first.map { "\($0.serviceDate) \($0.startTime?.seconds ?? 0)" }).count == 9)
        // A run that a board names is the one that is found by it.
        for departure in found {
            let run = try #require(
                try await bundle.run(
                    tripID: "t", startDate: Self.day, startTime: departure.startTime))
            #expect(run.headwaySecs == departure.headwaySecs)
            #expect(run.exactTimes == departure.exactTimes)
            #expect(run.calls.first?.departure == departure.time)
        }
    }

    @Test("A run is in a timetable once", arguments: rows)
    func timetable(rows: String) async throws {
        let bundle = try bundle(of: Self.files(rows))
        let route = try await bundle.route(id: "r")
        let timetable = try await bundle.timetable(of: route, direction: nil, on: Self.day)
        let starts = timetable.rows.flatMap { row -> [Int] in
            guard let start = row.startTime?.seconds else { return [] }
            guard let end = row.endTime?.seconds else { return [start] }
            return Array(stride(from: start, to: end, by: row.headwaySecs ?? 1))
        }
        #expect(starts.sorted() == (try Self.starts(rows)))
        #expect(timetable.rows.allSatisfy { $0.cells.first??.departure == $0.startTime })
    }

    @Test("A row none of whose runs are its own is not in a timetable")
    func covered() async throws {
        let bundle = try bundle(
            of: Self.files("t,08:00:00,10:00:00,300,0\nt,08:10:00,10:00:00,600,0\n"))
        let timetable = try await bundle.timetable(
            of: bundle.route(id: "r"), direction: nil, on: Self.day)
        #expect(timetable.rows.map { $0.startTime?.description } == ["08:00:00"])
    }

    @Test("The oracle finds the same runs", arguments: rows)
    func oracle(rows: String) async throws {
        let files = Self.files(rows)
        let folder = try SampleBundle.newFolder()
        for (name, text) in files {
            try text.write(
                to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
        }
        let questions = (0..<60).map { number in
            Oracle.Question(
                stopID: number.isMultiple(of: 2) ? "a" : "b",
                at: Date(timeIntervalSince1970: 1_796_100_000 + Double(number) * 1800)
                    .formatted(.iso8601), duration: 1800)
        }
        let (differences, agreed) = try await Oracle.compare(
            try bundle(of: files), feed: folder.path, questions)
        #expect(differences == [])
        #expect(agreed > 10)
    }
}
