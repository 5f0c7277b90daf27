import BundleWriting
import FeedCompiling
import FeedReading
import Foundation
import TestSupport
import Testing

@Suite("Files and columns that the reference does not know") struct ExtensionTests {
    private func reasons(_ bundle: BuiltBundle) -> [String] {
        bundle.summary.unkept.map { "\($0.file) \($0.column ?? "-"): \($0.reason)" }
    }

    @Test("A file that is no table is not kept, and the reason is told")
    func noTables() throws {
        let folder = try TestFolder()
        let feed = try TestFeed.base.with(
            """
            # README.txt
            This feed is ours
            # empty.txt
            # uneven.txt
            a,b
            1,2
            1,2,3
            # blank.txt
            a,,b
            1,2,3
            # page.html
            a,b
            # list.csv
            a,b
            1,"2
            3"
            # word.txt
            name
            x y
            """
        ).write(to: folder)
        try folder.write("feed/nul.txt", Array("a,b\n1,\u{0}\n".utf8))
        try folder.write("feed/latin.txt", Array("a,b\n1,caf".utf8) + [0xE9, 10])
        try folder.write("feed/utf16.txt", [0xFF, 0xFE, 97, 0, 44, 0, 98, 0, 10, 0])
        try folder.write("feed/picture.txt", [0x89, 0x50, 0x4E, 0x47, 0, 1, 2, 3])
        try folder.write("feed/empty.txt", [])
        let long = String(repeating: "x", count: CSVReader.longestRecord * 3 / 2)
        try folder.write("feed/long.txt", Array("a,b\n1,\(long)\n".utf8))
        let bundle = try BuiltBundle(feed, in: folder)
        #expect(
            reasons(bundle) == [
                "README.txt -: its first line is not a header",
                "blank.txt -: its first line is not a header", "empty.txt -: it is empty",
                "latin.txt -: it is not UTF-8", "long.txt -: row 2 is too long",
                "nul.txt -: it has NUL bytes",
                "page.html -: its name ends in neither .txt nor .csv",
                "picture.txt -: it has NUL bytes",
                "uneven.txt -: row 3 has a different number of cells from the header",
                "utf16.txt -: it has NUL bytes",
            ])
        #expect(bundle.count(.extensionNotKept) == 10)
        #expect(bundle.summary.extensions.map(\.table.table) == ["x_list", "x_word"])
        #expect(try bundle.lines("SELECT * FROM x_list") == ["1|2\n3"])
        #expect(try bundle.lines("SELECT * FROM x_word") == ["x y"])
        #expect(bundle.summary.unknownFiles.count == 12)
    }

    @Test("Names of columns never get into SQL unless they are plain")
    func names() throws {
        let folder = try TestFolder()
        let header = [
            #""a""; DROP TABLE stops; --""#, "rowid", "OID", "_rowid_", "sqlite_x", "Sqlite_y",
            "select", "order", "a b", "ok", "OK", "naïve", "1st", "_", "column_1", "ok",
            String(repeating: "n", count: 64),
        ]
        let cells = header.indices.map { "v\($0)" }.joined(separator: ",")
        let text = header.joined(separator: ",") + "\n" + cells + "\n"
        let feed = try TestFeed.base.with(TestFeed("# Odd names-É.txt\n\(text)")).write(to: folder)
        let bundle = try BuiltBundle(feed, in: folder)
        let table = try #require(bundle.summary.extensions.first?.table)
        #expect(table.table == "x_odd_names___")
        #expect(
            table.columns.map(\.column) == [
                "column_1_", "column_2", "column_3", "column_4", "column_5", "column_6", "select",
                "order", "column_9", "ok", "column_11", "column_12", "column_13", "_", "column_1",
                "column_16", "column_17",
            ])
        #expect(table.columns.map(\.name).first == #"a"; DROP TABLE stops; --"#)
        let row = try bundle.lines("SELECT * FROM \(table.table)")
        #expect(row == [cells.replacingOccurrences(of: ",", with: "|")])
        #expect(try bundle.count("SELECT count(*) FROM stops") > 0)
    }

    @Test(
        "Columns of known files with the names of key columns, of SQLite, or with NULs are renamed")
    func columnNames() throws {
        let folder = try TestFolder()
        let feed = try TestFeed.base.write(to: folder)
        try folder.write(
            "feed/levels.txt",
            Array("level_id,level_index,row,LEVEL_ID,rowid,x\u{0}y,\"q\"\"\",list\n".utf8)
                + Array("L,1,a,b,c,d\u{0},e,f\n".utf8))
        let bundle = try BuiltBundle(feed, in: folder)
        #expect(
            try bundle.lines("SELECT * FROM x_levels") == ["L|a|b|c|d\u{FFFD}|e|f"])
        let table = try #require(bundle.summary.extensions.first?.table)
        #expect(
            table.columns.map(\.column) == [
                "column_3", "column_4", "column_5", "column_6", "column_7", "column_8",
            ])
        #expect(
            try bundle.lines("SELECT row, value, code FROM rejected")
                == ["2|d\u{FFFD}|gtfs_nul_character"])
    }

    @Test(
        "Files whose names differ by case or spelling, or are those of other tables, have numbers")
    func collisions() throws {
        let bundle = try BuiltBundle(
            TestFeed.base.with(
                """
                # Notes.txt
                a
                1
                # notes.csv
                a
                2
                # notes.txt
                a
                3
                # trips.csv
                a
                4
                # trips_rows.txt
                a
                5
                # x_trips.txt
                a
                6
                """))
        #expect(
            bundle.summary.extensions.map { "\($0.table.file) \($0.table.table)" } == [
                "Notes.txt x_notes", "notes.csv x_notes_2", "notes.txt x_notes_3",
                "trips.csv x_trips_2", "trips_rows.txt x_trips_rows_2", "x_trips.txt x_x_trips",
            ])
        #expect(try bundle.lines("SELECT a FROM x_notes_2") == ["2"])
    }

    @Test("Of too many files, and too many columns, the first are kept")
    func limits() throws {
        let folder = try TestFolder()
        let feed = try TestFeed.base.write(to: folder)
        for number in 100..<170 { try folder.write("feed/f\(number).txt", Array("a\n1\n".utf8)) }
        let wide = (0..<10_000).map { "c\($0)" }.joined(separator: ",")
        try folder.write("feed/a_wide.txt", Array("\(wide)\n".utf8))
        try folder.write("feed/levels.txt", Array("level_id,level_index,\(wide)\nL,1,x\n".utf8))
        let bundle = try BuiltBundle(feed, in: folder)
        #expect(bundle.summary.extensions.count == 65)
        #expect(bundle.summary.extensions[0].table.columns.count == 100)
        #expect(bundle.summary.unkept.count == 100)
        #expect(bundle.count(.extensionNotKept) == 1 + 6 + 9_900)
        #expect(
            reasons(bundle).prefix(2) == [
                "a_wide.txt -: it has more than 100 columns",
                "f164.txt -: there are more than 64 such files",
            ])
        #expect(try bundle.lines("SELECT level_id, c0, c99 FROM x_levels") == ["L|x|"])
    }

    @Test("A column of one value takes one row, and files without rows a view")
    func runs() throws {
        let bundle = try BuiltBundle(
            TestFeed.base.with(
                """
                # areas.txt
                area_id,area_name,version
                A,a,7
                B,b,7
                C,c,7
                # networks.txt
                network_id,color
                # notes.txt
                note_id
                """))
        #expect(try bundle.lines("SELECT * FROM x_areas_rows") == ["1|7"])
        #expect(try bundle.lines("SELECT * FROM x_areas") == ["A|7", "B|7", "C|7"])
        #expect(try bundle.lines("SELECT network_id, color FROM x_networks").isEmpty)
        #expect(try bundle.lines("SELECT note_id FROM x_notes").isEmpty)
        #expect(bundle.summary.extensions.map(\.rows) == [3, 0, 0])
    }

    @Test("The content hash covers files that the reference does not know, kept or not")
    func contentHash() throws {
        let feed = TestFeed.base.with("# notes.txt\na\n1\n# read me.md\nx")
        let hash = try BuiltBundle(feed).summary.contentHash
        #expect(try BuiltBundle(feed.with("# notes.txt\na\n2")).summary.contentHash != hash)
        #expect(try BuiltBundle(feed.with("# read me.md\ny")).summary.contentHash != hash)
        var options = BundleBuild.Options()
        options.filter.without = [.extensions]
        #expect(try BuiltBundle(feed, options).summary.contentHash == hash)
    }

    @Test("Names in a choice that the feed does not have are told, with the nearest")
    func unknownChoice() throws {
        var options = BundleBuild.Options()
        options.filter.extensions = try ExtensionChoice(["note", "levels.floor", "levels.*"])
        let bundle = try BuiltBundle(
            TestFeed.base.with(
                """
                # notes.txt
                a
                # levels.txt
                level_id,level_index,flor
                """), options)
        #expect(
            bundle.summary.unknownNames.map(\.description) == [
                "the feed has no file or column levels.floor; the nearest is levels.flor",
                "the feed has no file or column note; the nearest is notes",
            ])
    }

    @Test("A damaged file that is not kept does not stop a build")
    func unreadable() throws {
        let folder = try TestFolder()
        let feed = TestFeed.base.with(
            TestFeed("# page.html\n" + String(repeating: "hello ", count: 1_000)))
        let zip = try feed.pack(as: .zip(options: ""), to: folder, as: "feed.zip")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: zip))
        let name = try #require(bytes.range(of: Data("page.html".utf8)))
        for offset in 30..<36 { bytes[name.upperBound + offset] ^= 0xFF }
        try bytes.write(to: URL(fileURLWithPath: zip))
        let bundle = try BuiltBundle(zip, in: folder)
        #expect(bundle.summary.unknownFiles == ["page.html"])
    }
}
