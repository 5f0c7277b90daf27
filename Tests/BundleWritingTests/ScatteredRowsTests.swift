import BundleWriting
import FeedReading
import GRDB
import TestSupport
import Testing

@Suite("Rows in any order")
struct ScatteredRowsTests {
    @Test(
        "Stop times say the same however their rows are spread", arguments: [1, 2, 3] as [UInt64])
    func shuffled(_ seed: UInt64) throws {
        let source = StopTimesFeed(trips: 100, stops: 12, seed: seed)
        let rows = source.rows()
        var generator = SeededGenerator(seed: seed)
        let sorted = try BuiltBundle(source.feed(rows))
        let shuffled = try BuiltBundle(source.feed(rows.shuffled(using: &generator)))
        let expected = rows.map(StopTimesFeed.expectation)
        #expect(try sorted.lines(StopTimesFeed.query) == expected)
        #expect(try shuffled.lines(StopTimesFeed.query) == expected)
        #expect(sorted.count(.scatteredRows) == 0)
        #expect(shuffled.count(.scatteredRows) == 100)
        #expect(shuffled.summary.rejectedRows == 0)
        #expect(shuffled.summary.patterns == sorted.summary.patterns)
        #expect(
            shuffled.summary.interpolatedStopTimes == sorted.summary.interpolatedStopTimes)
        let interpolated = """
            SELECT trip_id, stop_sequence, interpolated_timestamp FROM stop_times
            WHERE interpolated_timestamp IS NOT NULL ORDER BY trip_id, stop_sequence
            """
        let times = try sorted.lines(interpolated)
        #expect(try shuffled.lines(interpolated) == times)
        #expect(times.count == sorted.summary.interpolatedStopTimes)
        #expect(!times.isEmpty)
    }

    @Test("More rows than the scratch file keeps in memory")
    func spill() throws {
        let source = StopTimesFeed(trips: 1000, stops: 150, hasDistances: false)
        let rows = source.rows()
        // Position by position: every trip has one row in a thousand.
        let spread = (0..<150).flatMap { position in
            (0..<1000).map { rows[$0 * 150 + position] }
        }
        let bundle = try BuiltBundle(source.feed(spread))
        #expect(bundle.count(.scatteredRows) == 1000)
        #expect(try bundle.lines(StopTimesFeed.query) == rows.map(StopTimesFeed.expectation))
    }

    @Test("A trip of a single row is whole, until another row comes")
    func singleRows() throws {
        let bundle = try BuiltBundle(
            .base.with(
                """
                # stop_times.txt
                trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign
                T1,08:20:00,08:20:00,C,3,North
                T2,09:00:00,09:00:00,A,1,South
                T1,08:00:00,08:00:00,A,1,
                T1,08:10:00,08:10:00,B,2,West
                """))
        let calls = try bundle.lines(
            """
            SELECT trip_id, departure_time, stop_id, stop_headsign FROM stop_times
            ORDER BY trip_id, stop_sequence
            """)
        #expect(
            calls == [
                "T1|08:00:00|A|", "T1|08:10:00|B|West", "T1|08:20:00|C|North",
                "T2|09:00:00|A|South",
            ])
        let notices = bundle.summary.notices.filter { $0.definition == .scatteredRows }
        #expect(notices.flatMap(\.samples).map { $0.fields["csvRowNumber"] } == [.integer(4)])
        #expect(bundle.summary.rejectedRows == 0)
    }

    @Test("Of rows with one sequence the first in the file stays, and the rest are rejected")
    func duplicates() throws {
        let bundle = try BuiltBundle(
            .base.with(
                """
                # stop_times.txt
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:20:00,08:20:00,C,3
                T1,08:00:00,08:00:00,A,1
                T1,08:01:00,08:01:00,D,1
                T2,09:00:00,09:00:00,A,1
                T1,08:02:00,08:02:00,B,3
                T1,08:10:00,08:10:00,B,2
                """))
        #expect(
            try bundle.lines(
                "SELECT trip_id, departure_time, stop_id FROM stop_times ORDER BY 1, 2")
                == ["T1|08:00:00|A", "T1|08:10:00|B", "T1|08:20:00|C", "T2|09:00:00|A"])
        #expect(
            try bundle.lines("SELECT row, code, field FROM rejected ORDER BY row") == [
                "4|duplicate_key|", "6|duplicate_key|",
            ])
        #expect(
            try bundle.lines("SELECT value FROM rejected WHERE row = 4")
                == ["T1,08:01:00,08:01:00,D,1"])
        #expect(bundle.count(.duplicateKey) == 2)
        #expect(bundle.summary.rejectedRows == 2)
    }

    @Test(
        "A row that turns out too late to be a duplicate is rejected as it stands in the file",
        arguments: [false, true])
    func lateDuplicates(isUTF16: Bool) throws {
        var feed = TestFeed.base
        let stopTimes = [
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence,mystery,pickup_type",
            "T1,08:00:00,08:00:00,A,1,x,", "T2,09:00:00,09:00:00,A,1,,",
            #"T1,8:01:00,noon,"D",01,"y, ""z"" a",x"#, "", "T2,09:10:00,09:10:00,B,2",
            "T1,08:10:00,08:10:00,B,2,,", "T1,08:11:00,,C,1", "T2,9:00:01,9:00:01,Z,1,ü,,beyond",
        ].joined(separator: "\n")
        feed["stop_times.txt"] = stopTimes
        let folder = try TestFolder()
        let path = try feed.write(to: folder)
        if isUTF16 {
            let bytes = "\u{FEFF}\(stopTimes)".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            try folder.write("feed/stop_times.txt", bytes)
        }
        let bundle = try BuiltBundle(path, in: folder)
        #expect(
            try bundle.lines(
                "SELECT row, value FROM rejected WHERE field IS NULL ORDER BY rowid") == [
                    #"4|T1,8:01:00,noon,"D",01,"y, ""z"" a",x"#, "8|T1,08:11:00,,C,1",
                    "9|T2,9:00:01,9:00:01,Z,1,ü,,beyond",
                ])
        #expect(
            try bundle.lines("SELECT row, field FROM rejected WHERE field IS NOT NULL") == [
                "4|departure_time", "4|pickup_type", "9|column 8",
            ])
        // Z is named by the last row alone.
        #expect(try bundle.count("SELECT count(*) FROM dangling") == 0)
        #expect(bundle.count(.duplicateKey) == 3)
        #expect(bundle.summary.rejectedRows == 3)
        #expect(
            try bundle.lines("SELECT stop_id FROM stop_times WHERE trip_id = 'T1' ORDER BY 1")
                == ["A", "B"])
    }

    @Test("A time that an earlier one further down makes too late is rejected with its row")
    func lateTimes() throws {
        let bundle = try BuiltBundle(
            .base.with(
                """
                # stop_times.txt
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,300:00:00,300:00:30,C,3
                T1,300:01:00,300:01:30,C,3
                T2,09:00:00,09:00:00,A,1
                T1,05:00:00,05:00:00,A,1
                T1,290:00:00,,B,2
                """))
        #expect(
            try bundle.lines(
                "SELECT row, field, value, code FROM rejected ORDER BY row, field") == [
                    "2|arrival_time|300:00:00|gtfs_time_span_too_long",
                    "2|departure_time|300:00:30|gtfs_time_span_too_long",
                    "3||T1,300:01:00,300:01:30,C,3|duplicate_key",
                    "6|arrival_time|290:00:00|gtfs_time_span_too_long",
                ])
        #expect(
            try bundle.lines(
                "SELECT departure_time FROM stop_times WHERE trip_id = 'T1' ORDER BY stop_sequence")
                == ["05:00:00", "", ""])
        #expect(bundle.summary.rejectedCells == 3)
    }

    @Test("Points with a sequence that was there are rejected as they stand in the file")
    func latePoints() throws {
        let bundle = try BuiltBundle(
            .base.with(
                """
                # shapes.txt
                shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,mystery,shape_dist_traveled
                S,48.0,2.0,1,,0
                S,48.10,2.50,01,"so, ""why"" not",1.50
                U,48.0,2.0,1,,0
                "S",48.20,2.60,01,,far
                S,48.0,2.1,2,,1
                """))
        #expect(
            try bundle.lines(
                "SELECT row, value FROM rejected WHERE field IS NULL ORDER BY rowid") == [
                    #"3|S,48.10,2.50,01,"so, ""why"" not",1.50"#, #"5|"S",48.20,2.60,01,,far"#,
                ])
        #expect(bundle.count(.duplicateKey) == 2)
    }

    @Test("Duplicates are found when rows of one trip go up and down")
    func duplicatesOutOfOrder() throws {
        let bundle = try BuiltBundle(
            .base.with(
                """
                # stop_times.txt
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:20:00,08:20:00,C,3
                T1,08:00:00,08:00:00,A,1
                T1,08:21:00,08:21:00,D,3
                T1,08:10:00,08:10:00,B,2
                T1,08:30:00,08:30:00,D,4
                T1,08:31:00,08:31:00,C,4
                """))
        #expect(
            try bundle.lines("SELECT stop_id FROM stop_times ORDER BY stop_sequence")
                == ["A", "B", "C", "D"])
        #expect(try bundle.lines("SELECT row FROM rejected ORDER BY row") == ["4", "7"])
    }

    @Test("Shapes say the same however their points are spread, and leave no free pages")
    func shapes() throws {
        var generator = SeededGenerator(seed: 9)
        var rows: [String] = []
        for shape in 0..<40 {
            for point in 0..<250 {
                let latitude = Double.random(in: -90...90, using: &generator)
                rows.append(
                    "H\(shape),\((latitude * 1e6).rounded() / 1e6),\(point % 180),"
                        + "\(point * (shape % 3 + 1)),\(Double(point) * 1.5)")
            }
        }
        let header = "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled"
        func build(_ rows: [String]) throws -> BuiltBundle {
            var feed = TestFeed.base
            feed["shapes.txt"] = header + "\n" + rows.joined(separator: "\n") + "\n"
            feed["trips.txt"] = "route_id,service_id,trip_id,shape_id\nR,WD,T1,H3\nR,WD,T2,H9\n"
            return try BuiltBundle(feed)
        }
        let query = """
            SELECT \(header) FROM shapes ORDER BY CAST(substr(shape_id, 2) AS INTEGER),
              shape_pt_sequence
            """
        let sorted = try build(rows)
        let shuffled = try build(rows.shuffled(using: &generator))
        let lines = try sorted.lines(query)
        #expect(lines.count == rows.count)
        for (line, row) in zip(lines, rows) {
            let found = line.split(separator: "|")
            let expected = row.split(separator: ",")
            guard found[0] == expected[0], Double(found[1]) == Double(expected[1]),
                Double(found[2]) == Double(expected[2]), found[3] == expected[3],
                Double(found[4]) == Double(expected[4])
            else {
                Issue.record("\(row) became \(line)")
                return
            }
        }
        #expect(try shuffled.lines(query) == lines)
        #expect(shuffled.count(.scatteredRows) == 40)
        #expect(try shuffled.count("PRAGMA freelist_count") == 0)
        #expect(try shuffled.lines("PRAGMA integrity_check") == ["ok"])
    }
}
