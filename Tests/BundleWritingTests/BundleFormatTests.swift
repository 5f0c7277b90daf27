import BundleCodec
import BundleWriting
import FeedReading
import Foundation
import GRDB
import GTFSSchedule
import TestSupport
import Testing

@Suite("The file format")
struct BundleFormatTests {
    @Test("Application id, version, rollback journal, no free pages, integrity")
    func header() throws {
        let bundle = try BuiltBundle.sample()
        #expect(try bundle.count("PRAGMA application_id") == 0x4754_4653)
        #expect(try bundle.count("PRAGMA user_version") == BundleHeader.versions.upperBound)
        #expect(try bundle.count("PRAGMA freelist_count") == 0)
        #expect(try bundle.lines("PRAGMA integrity_check") == ["ok"])
        #expect(try bundle.lines("PRAGMA encoding") == ["UTF-8"])
        // Bytes 18 and 19 of the header: 1 is a rollback journal, 2 a write-ahead log.
        #expect(try Array(bundle.bytes[18...19]) == [1, 1])
        #expect(try bundle.count("SELECT count(*) FROM sqlite_stat1") > 0)
        #expect(try bundle.bytes.count == bundle.summary.bundleBytes)
    }

    @Test("Search and space answer, and agree with their tables")
    func search() throws {
        let bundle = try BuiltBundle.sample()
        #expect(
            try bundle.lines(
                """
                SELECT s.stop_id FROM stops_fts f JOIN stops s ON s.sid = f.rowid
                WHERE stops_fts MATCH 'cafe orl*'
                """) == ["CO"])
        #expect(
            try bundle.lines(
                """
                SELECT r.route_id FROM routes_fts f JOIN routes r ON r.rid = f.rowid
                WHERE routes_fts MATCH 'cross ci*'
                """) == ["M1"])
        #expect(
            try bundle.lines(
                """
                SELECT s.stop_id FROM stops_rtree n JOIN stops s USING (sid)
                WHERE max_lat >= -33.851 AND min_lat <= -33.85 AND max_lon >= 151.24
                  AND min_lon <= 151.241
                """) == ["ZW"])
        #expect(
            try bundle.count("SELECT count(*) FROM stops_rtree")
                == bundle.count("SELECT count(*) FROM stops WHERE stop_lat IS NOT NULL"))
        #expect(try bundle.lines("SELECT rtreecheck('stops_rtree')") == ["ok"])
        #expect(throws: DatabaseError.self) {
            try bundle.lines("SELECT * FROM stops_fts WHERE stops_fts MATCH '\"cafe orleans\"'")
        }
    }

    @Test("Plain MATCH finds folded words and the tokens of names")
    func foldedSearch() throws {
        let feed = TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,Łódź,1,1
            B,St. Jude's,1,1
            C,東新橋,1,1
            """)
        let bundle = try BuiltBundle(feed)
        for (text, id) in [
            ("łódź", "A"), ("lodz", "A"), ("łod*", "A"), ("jude s", "B"), ("judes", "B"),
            ("東新橋", "C"), ("東新*", "C"), ("新橋", "C"), ("橋*", "C"),
        ] {
            let found = try bundle.lines(
                """
                SELECT s.stop_id || ' ' || (f.stop_name = s.stop_name)
                FROM stops_fts f JOIN stops s ON s.sid = f.rowid WHERE stops_fts MATCH ?
                """, [text])
            #expect(found == ["\(id) 1"], "\(text)")
        }
        // The index has the words of the table, so `rebuild` would make the same.
        let copy = try DatabaseQueue()
        try BuiltBundle.open(bundle.path).backup(to: copy)
        try copy.write { db in
            for table in ["stops_fts", "routes_fts"] {
                try db.execute(
                    sql: "INSERT INTO \(table) (\(table), rank) VALUES ('integrity-check', 1)")
            }
        }
    }

    @Test("Every letter that SQLite's tokenizer knows is found by its folded form")
    func everyLetter() throws {
        try DatabaseQueue().write { db in
            try db.execute(
                sql: """
                    CREATE VIRTUAL TABLE names USING fts5 (
                      name, words, tokenize = 'unicode61 remove_diacritics 2', detail = none)
                    """)
            let insert = try db.makeStatement(
                sql: "INSERT INTO names (rowid, name, words) VALUES (?, ?, ?)")
            let find = try db.makeStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM names WHERE names MATCH ? AND rowid = ?)")
            var letters: [Int64: String] = [:]
            for value in UInt32(0x41)...0x1FFFF {
                guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic,
                    !isMark(scalar), let age = scalar.properties.age, age <= (6, 1),
                    // Of the ideographs, which all fold alike, some.
                    value < 0x3400 || value % 97 == 0
                else { continue }
                let name = "x" + String(scalar) + "y"
                letters[Int64(value)] = name
                try insert.execute(arguments: [value, name, SearchFolding.searchWords([name])])
            }
            #expect(letters.count > 6000)
            for (row, name) in letters {
                let words = SearchFolding.spellings(name, isWhole: false).dropFirst()
                for spelling in words {
                    let match = spelling.split(separator: " ").map { "\"\($0)\" *" }
                        .joined(separator: " AND ")
                    let isFound = try Bool.fetchOne(find, arguments: [match, row])
                    #expect(isFound == true, "\(name) \(match)")
                }
            }
        }
    }

    private func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    @Test("Nothing but the bundle is left beside it, and it opens on a read-only disk")
    func files() throws {
        let folder = try TestFolder()
        let feed = try TestFeed.base.write(to: folder)
        let archive = try FeedArchive.open(feed, options: ArchiveOptions())
        let target = try folder.write("out/feed.sqlite", [])
        _ = try BundleBuild(.init()).run(archive, to: target) { _ in }
        let manager = FileManager.default
        #expect(try manager.contentsOfDirectory(atPath: folder.path + "/out") == ["feed.sqlite"])
        try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: target)
        try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path + "/out")
        let count = try BuiltBundle.open(target).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM stop_times")
        }
        #expect(count == 8)
        #expect(try manager.contentsOfDirectory(atPath: folder.path + "/out") == ["feed.sqlite"])
        try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/out")
    }

    @Test("A published bundle is as readable as any new file")
    func permissions() throws {
        let bundle = try BuiltBundle(.base)
        let mode = try FileManager.default.attributesOfItem(atPath: bundle.path)[.posixPermissions]
        // mkstemp alone gives 0o600.
        #expect(try #require(mode as? Int) & 0o044 == 0o044)
    }

    @Test("Every integer key is that of a row, or explained in `dangling`")
    func keys() throws {
        let sample = try BuiltBundle.sample()
        #expect(try IntegerKeys.unresolved(in: sample) == [])
        let references = try IntegerKeys.references(in: sample)
        let columns = Set(references.map { "\($0.table).\($0.column)" })
        // That the search finds what it is for.
        for column in [
            "pattern.rid", "pattern.shape", "pattern.first_call", "pattern_stops.sid",
            "pattern_stops.pattern", "pattern_stops.codes", "timing.dwell", "trip.trip_group",
            "trip.timing", "trip.block", "trip.distances", "trip_group.pattern",
            "trip_group.service", "trip_group.flex", "trip_group.stop_headsigns",
            "shape.first_chunk", "shape.last_chunk", "calendar.service", "calendar_dates.service",
        ] { #expect(columns.contains(column), "\(column)") }
    }

    @Test("Keys without a definition in the feed are explained, too")
    func danglingKeys() throws {
        let bundle = try BuiltBundle(
            .base.with(
                """
                # trips.txt
                route_id,service_id,trip_id,shape_id
                LOST,NEVER,T1,UNDRAWN
                # stop_times.txt
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:00:00,08:00:00,NOWHERE,1
                T9,08:00:00,08:00:00,A,1
                """))
        #expect(try IntegerKeys.unresolved(in: bundle) == [])
        #expect(try bundle.count("SELECT count(*) FROM dangling") == 5)
        // The test of the test: without `dangling` they are found.
        let folder = try TestFolder()
        let copy = try folder.write("copy.sqlite", Array(bundle.bytes))
        try DatabaseQueue(path: copy).write { try $0.execute(sql: "DELETE FROM dangling") }
        let stops = try BuiltBundle.open(copy).read {
            try Int.fetchOne(
                $0,
                sql: "SELECT count(*) FROM pattern_stops WHERE sid NOT IN (SELECT sid FROM stops)")
        }
        #expect(stops == 1)
    }

    @Test("Tables and views have the reference's columns, in its order")
    func columns() throws {
        let bundle = try BuiltBundle.sample()
        for table in Schedule.tables {
            let columns = try bundle.lines("SELECT name FROM pragma_table_info(?)", [table.name])
            let expected = table.fields.map(\.name)
            if table.name == "trips" {
                #expect(Set(columns).isSuperset(of: expected))
            } else {
                #expect(Array(columns.prefix(expected.count)) == expected, "\(table.name)")
            }
        }
    }

    @Test("Readers know the columns of codes and of flexible stop times in the schema's order")
    func listedColumns() throws {
        let bundle = try BuiltBundle.sample()
        for (table, keys, columns) in [
            ("call_codes", ["codes"], BundleTables.codes),
            ("flex_stop_times", ["flex", "position"], BundleTables.flex),
        ] {
            let found = try bundle.lines("SELECT name FROM pragma_table_info(?)", [table])
            #expect(found == keys + columns)
        }
    }

    @Test("Every column of every table declares a type")
    func types() throws {
        let bundle = try BuiltBundle.sample()
        for table in try IntegerKeys.tables(in: bundle) {
            let untyped = try bundle.lines(
                "SELECT name FROM pragma_table_info(?) WHERE type = ''", [table])
            #expect(untyped == [], "\(table)")
        }
    }

    @Test("The sample feed's every row is in the bundle")
    func sampleRows() throws {
        let bundle = try BuiltBundle.sample()
        #expect(bundle.summary.files.count == Schedule.tables.count)
        for count in bundle.summary.tables {
            #expect(count.feedRows == count.bundleRows, "\(count.file)")
            let table = count.file.prefix { $0 != "." }
            #expect(try bundle.count("SELECT count(*) FROM \(table)") == count.feedRows)
        }
        #expect(bundle.summary.rejectedRows == 0)
        #expect(bundle.summary.rejectedCells == 0)
        #expect(bundle.summary.danglingIDs == 0)
    }
}
