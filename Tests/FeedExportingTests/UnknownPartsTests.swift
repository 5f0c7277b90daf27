import BundleWriting
import FeedCompiling
import FeedExporting
import FeedReading
import Foundation
import GTFSSchedule
import TestSupport
import Testing

/// Parts of a feed that no bundle has a place for are named, and are no difference.
@Suite struct UnknownPartsTests {
    static let feed = TestFeed.base.with(
        """
        # trips.txt
        route_id,service_id,trip_id,trip_note
        R,WD,T1,late
        R,WD,T2,
        # levels.txt
        level_id,level_index,floor,level_index,,,
        L,1,x,7,,z,
        # licenses.txt
        license_id
        # transfers.txt
        from_stop_id,to_stop_id,note
        # Notes.pdf
        %PDF
        """)

    private static var withoutExtensions: BundleBuild.Options {
        var options = BundleBuild.Options()
        options.filter.without = [.extensions]
        return options
    }

    @Test("Unknown files and columns are named, whether they have values or not")
    func unknown() throws {
        let outcome = try Proof(Self.feed).outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        #expect(!outcome.isExact)
        #expect(outcome.unknownFiles == ["Notes.pdf"])
        #expect(outcome.files.flatMap(\.unknownColumns).isEmpty)
        #expect(outcome.tally("licenses.txt")?.feedRows == 0)
        let bare = try Proof(Self.feed, Self.withoutExtensions).outcome()
        #expect(bare.unknownFiles == ["Notes.pdf", "licenses.txt"])
        let columns = bare.files.filter { !$0.unknownColumns.isEmpty }
        #expect(
            columns.map { "\($0.file) \($0.unknownColumns)" } == [
                #"trips.txt ["trip_note"]"#, #"transfers.txt ["note"]"#, #"levels.txt ["floor"]"#,
            ])
    }

    @Test("Columns without a name of their own count only when they have values")
    func ignoredColumns() throws {
        let outcome = try Proof(Self.feed).outcome()
        #expect(outcome.files.flatMap(\.ignoredColumns) == [4, 6])
        let blank = TestFeed.base.with("# levels.txt\nlevel_id,level_index,level_index,\nL,1,,")
        #expect(try Proof(blank).outcome().isExact)
    }

    @Test("Files of the reference in another case, hidden ones and those of macOS are not unknown")
    func knownFiles() throws {
        let feed = TestFeed.base.with(
            """
            # Levels.TXT
            level_id,level_index
            L,1
            # .DS_Store
            x
            # __MACOSX/._stops.txt
            x
            """)
        let outcome = try Proof(feed).outcome()
        #expect(outcome.isExact, "\(outcome.unknownFiles) \(outcome.lines)")
    }

    /// Allowed by zips and file systems; the last are one on some of the latter.
    private static let oddNames = [
        "a\nb.txt", "\nstops.txt", "cr\rx.txt", "crlf\r\n.txt", "tab\tx.txt", "esc\u{1B}[31m.txt",
        "q\"uote\".txt", " lead.txt", "bidi\u{202E}.txt", "line\u{2028}.txt", "\u{301}x.txt",
        "$(id).txt", "%s.csv", "-o.txt", "notes.txt", String(repeating: "L", count: 251) + ".txt",
        "Notes.TXT", "\u{E9}.txt", "e\u{301}.txt",
    ]

    @Test("Files with names of all kinds are kept, compared, written and replaced")
    func oddNames() throws {
        for (target, names) in [
            ("out", Self.oddNames.dropLast(3)), ("out.zip", Self.oddNames[...]),
        ] {
            var feed = TestFeed.base
            for (number, name) in names.enumerated() { feed[name] = "note_id,note\n\(number),x\n" }
            feed["plain\nnewline.pdf"] = "%PDF"
            let folder = try TestFolder()
            let path =
                target == "out"
                ? try feed.write(to: folder)
                : try feed.pack(as: .zip(options: ""), to: folder, as: "feed.zip")
            let proof = try Proof(path)
            let outcome = try proof.outcome()
            #expect(outcome.isWhole, "\(outcome.lines)")
            #expect(outcome.unknownFiles == ["plain\nnewline.pdf"])
            let exported = try proof.export(target)
            #expect(try proof.export(target, overwriting: true) == exported)
            let again = proof.folder.path + "/again.sqlite"
            try Proof.build(exported, to: again)
            let kept = try Proof.outcome(exported, again)
            #expect(kept.isExact, "\(kept.lines)")
            for tallies in [outcome.files, kept.files] {
                let unknown = tallies.dropFirst(TestFeed.base.files.count)
                #expect(Set(unknown.map(\.file.exact)) == Set(names.map(\.exact)))
                #expect(unknown.allSatisfy { $0.bundleRows == 1 })
            }
        }
    }

    @Test("A zip says which of its names are UTF-8: those that are not ASCII")
    func encodingOfNames() throws {
        var feed = TestFeed.base
        for name in ["\u{E9}.csv", "bidi\u{202E}.txt"] { feed[name] = "note_id\n1\n" }
        let proof = try Proof(feed)
        let exported = try proof.export("out.zip")
        let zip = [UInt8](try Data(contentsOf: URL(fileURLWithPath: exported)))
        for name in feed.files.map(\.name) {
            // The local header and the record of the directory: where flags and name are.
            for (mark, flags, start): ([UInt8], _, _) in [([3, 4], 6, 30), ([1, 2], 8, 46)] {
                let header = try #require(
                    zip.indices.first {
                        zip[$0...].starts(with: [0x50, 0x4B] + mark)
                            && zip.dropFirst($0 + start).starts(with: name.utf8)
                    })
                let isMarked = zip[header + flags + 1] & 0x08 != 0
                #expect(isMarked == !name.utf8.allSatisfy { $0 < 0x80 }, "\(name)")
            }
        }
    }

    @Test("A file whose name no export could write is not kept, for that reason")
    func unwritableName() throws {
        var feed = TestFeed.base
        feed["back\\slash.txt"] = "note_id\n1\n"
        let outcome = try Proof(feed).outcome()
        #expect(outcome.unknownFiles == ["back\\slash.txt"])
        #expect(
            outcome.unkept.map(\.reason) == [
                "its name is too long, or has a slash, backslash or NUL"
            ])
    }

    @Test("A file that the reference does not know, twice in an archive, is not whole")
    func twice() throws {
        let folder = try TestFolder()
        let files =
            TestFeed.base.files + [
                (name: "notes.txt", text: "a\n1\n"), (name: "notes.txt", text: "a,b\n1,2\n"),
            ]
        let path = try folder.write(
            "feed.zip", ArchiveBuilder.pack(files, as: .zip(options: "compression=deflate")))
        let outcome = try Proof(path).outcome()
        #expect(outcome.isWhole && !outcome.isExact, "\(outcome.lines)")
        #expect(outcome.passedOver == ["notes.txt"])
        #expect(outcome.tally("notes.txt")?.feedRows == 1)
    }

    @Test("Files in other folders are named, of an archive or on disk")
    func filesElsewhere() throws {
        let folder = try TestFolder()
        let feed = TestFeed.base.with(
            """
            # old/licenses.txt
            x
            # __MACOSX/x.txt
            x
            """)
        let zip = try feed.pack(as: .zip(options: ""), to: folder, as: "feed.zip")
        let outcome = try Proof(zip).outcome()
        #expect(outcome.isWhole && !outcome.isExact)
        #expect(outcome.filesElsewhere == ["old/licenses.txt"])
        #expect(outcome.unknownFiles == [])
        let onDisk = try Proof(feed).outcome()
        #expect(onDisk.isWhole && !onDisk.isExact)
        #expect(onDisk.filesElsewhere == ["old/licenses.txt"])
    }

    @Test("Files outside of the chosen part are no part of the feed")
    func outsideOfPart() throws {
        let folder = try TestFolder()
        let files =
            TestFeed.base.files.map { (name: "b/" + $0.name, text: $0.text) } + [
                (name: "notes.txt", text: "a\n1\n")
            ]
        let path = try folder.write(
            "feed.zip", ArchiveBuilder.pack(files, as: .zip(options: "compression=deflate")))
        let proof = try Proof(path)
        #expect(try proof.outcome().filesElsewhere == ["notes.txt"])
        let part = try FeedArchive.open(path, options: ArchiveOptions(subpath: "b"))
        let outcome = try FeedProof(bundle: proof.bundle).run(part)
        #expect(outcome.isExact, "\(outcome.lines)")
        #expect(outcome.filesElsewhere == [])
    }

    @Test("Members of locations.geojson that the bundle has no place for are named")
    func members() throws {
        let feed = TestFeed.base.with(
            #"""
            # locations.geojson
            {"type": "FeatureCollection", "name": "zones", "bbox": null, "features": [
            {"type": "Feature", "id": "A", "color": 7, "properties": {"stop_name": "Quay",
             "stop_desc": ["x"], "fare": {"zone": 1}}, "geometry": {"type": "Polygon", "z": 1}},
            {"type": "Zone", "id": "B", "properties": 5, "geometry": null},
            {"type": "Feature", "id": 7, "properties": {"stop_name": 7}, "geometry": null},
            7, {"type": "Feature"}]}
            """#)
        let outcome = try Proof(feed).outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        let tally = try #require(outcome.tally("locations.geojson"))
        #expect(
            tally.unknownMembers == [
                "bbox", "features.color", "features.properties", "features.properties.fare",
                "features.properties.stop_desc", "features.type", "name",
            ])
        #expect(tally.repeatedMembers == [])
        #expect(tally.rejectedRows == 2)
        #expect(tally.bundleRows == 3)
    }

    @Test("Of members with one name in an object, the others are named")
    func repeatedMembers() throws {
        let feed = TestFeed.base.with(
            #"""
            # locations.geojson
            {"type": "FeatureCollection", "features": [{"type": "Feature", "id": "A", "id": "B",
             "properties": {"stop_name": "Quay", "stop_name": "Pier"}, "geometry": null}]}
            """#)
        let outcome = try Proof(feed).outcome()
        #expect(outcome.isWhole && !outcome.isExact, "\(outcome.lines)")
        #expect(
            outcome.tally("locations.geojson")?.repeatedMembers
                == ["features.id", "features.properties.stop_name"])
        let plain = TestFeed.base.with(
            #"""
            # locations.geojson
            {"type": "FeatureCollection", "features": [{"type": "Feature", "id": "A",
             "properties": {"stop_name": "Quay"}, "geometry": null}]}
            """#)
        #expect(try Proof(plain).outcome().isExact)
    }

    @Test("Bytes that are not UTF-8 are counted")
    func repairedCells() throws {
        let folder = try TestFolder()
        let feed = try TestFeed.base.write(to: folder)
        let header = Array("level_id,level_index,level_name,level_name\n".utf8)
        try folder.write(
            "feed/levels.txt",
            header + Array("L,1,caf".utf8) + [0xE9] + Array(",\nM,2,café,\n".utf8))
        let outcome = try Proof(feed).outcome()
        #expect(outcome.isWhole && !outcome.isExact, "\(outcome.lines)")
        #expect(outcome.tally("levels.txt")?.repairedCells == 1)
    }

    @Test("Characters of a file in Windows-1252 are counted for the file")
    func convertedCharacters() throws {
        let folder = try TestFolder()
        let feed = try TestFeed.base.write(to: folder)
        let header = Array("level_id,level_index,level_name\n".utf8)
        try folder.write(
            "feed/levels.txt",
            header + Array("L,1,caf".utf8) + [0xE9, 0x0A] + Array("M".utf8) + [0xE4]
                + Array(",2,\n".utf8))
        let outcome = try Proof(feed).outcome()
        #expect(outcome.isWhole && !outcome.isExact, "\(outcome.lines)")
        #expect(outcome.tally("levels.txt")?.convertedCharacters == 2)
        #expect(outcome.tally("levels.txt")?.repairedCells == 0)
    }

    @Test("Blanks in quotes, which the contract leaves out, are counted")
    func trimmedCells() throws {
        let feed = TestFeed.base.with(
            """
            # levels.txt
            level_id,level_index,level_name
            L,1,"  One  "
            M,2,"\t"
            N,3,"
            Two
            "
            O,4,  plain\u{20}
            # notes.txt
            note_id,note
            1," x"
            """)
        let proof = try Proof(feed)
        let outcome = try proof.outcome()
        #expect(outcome.isWhole && !outcome.isExact, "\(outcome.lines)")
        #expect(outcome.tally("levels.txt")?.trimmedCells == 3)
        #expect(outcome.tally("notes.txt")?.trimmedCells == 1)
        #expect(try proof.integer("SELECT count(*) FROM levels WHERE level_name = 'One'") == 1)
        #expect(try proof.integer("SELECT count(*) FROM levels WHERE level_name IS NULL") == 1)
    }

    @Test("Control characters at the ends of values, and blanks in quoted names, are counted")
    func trimmedControls() throws {
        let feed = TestFeed.base.with(
            """
            # levels.txt
            level_id,level_index,"level_name "," x_a"
            L,1,\u{1}One\u{2},
            \u{1}M,2,\u{1B},\u{1F}5
            N,3,\t Two \t,
            \u{1}
            \u{1},\u{2},,
            # notes.txt
            note_id,\u{1}note
            1,\u{1}
            \u{2}
            # areas.txt
            area_id, area_name
            \tA, One
            \u{20}
            """)
        let outcome = try Proof(feed).outcome()
        #expect(outcome.isWhole && !outcome.isExact, "\(outcome.lines)")
        #expect(outcome.tally("levels.txt")?.trimmedCells == 9)
        #expect(outcome.tally("notes.txt")?.trimmedCells == 3)
        #expect(outcome.tally("areas.txt")?.trimmedCells == 0)
    }

    @Test("Texts of locations.geojson end like cells: only blanks are left out, and counted")
    func trimmedTexts() throws {
        let feed = TestFeed.base.with(
            #"""
            # locations.geojson
            {"type": "FeatureCollection", "features": [{"type": "Feature", "id": " A\t",
             "properties": {"stop_name": "\u00a0Quay\u3000", "stop_desc": "\n"}, "geometry": null}]}
            """#)
        let proof = try Proof(feed)
        let outcome = try proof.outcome()
        #expect(outcome.isWhole && !outcome.isExact, "\(outcome.lines)")
        #expect(outcome.tally("locations.geojson")?.trimmedCells == 2)
        #expect(
            try proof.integer(
                """
                SELECT count(*) FROM locations WHERE id = 'A' AND stop_desc IS NULL
                AND stop_name = char(160) || 'Quay' || char(12288)
                """) == 1)
    }

    @Test("Numbers and characters that JSON cannot hold are counted")
    func alteredValues() throws {
        let feed = TestFeed.base.with(
            #"""
            # locations.geojson
            {"type": "FeatureCollection", "features": [
             {"type": "Feature", "id": "A", "properties": {"stop_name": "\ud83d x \ude00"},
              "geometry": {"type": "Polygon", "coordinates": [[[1e400, 1], [2, 1], [2, 2], [1e400, 1]]]}},
             {"type": "Feature", "id": "B", "properties": {"stop_name": "\ud83d\ude8c \ufffd"},
              "geometry": {"type": "Polygon", "coordinates": [[[1, 1], [2, 1], [2, 2], [1, 1]]]}},
             {"type": "Feature", "id": 12345678901234567890123, "properties": {},
              "geometry": {"type": "Polygon", "coordinates": [[[1e-400, 1], [2, 0e9], [2, 2], [0, 1]]]}}]}
            """#)
        let proof = try Proof(feed)
        let outcome = try proof.outcome()
        #expect(outcome.isWhole && !outcome.isExact, "\(outcome.lines)")
        #expect(outcome.tally("locations.geojson")?.alteredValues == 5)
        #expect(
            try proof.integer("SELECT count(*) FROM locations WHERE id = '12345678901234567890123'")
                == 1)
    }

    @Test("Numbers in cells that are too small for a double are counted, unless in rejected")
    func tooSmallNumbers() throws {
        let feed = TestFeed.base.with(
            TestFeed(
                """
                # pathways.txt
                pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,length,max_slope
                W1,A,B,1,1,1e-400,-1E-324
                W2,B,C,1,1,0e-400,0.0
                W3,C,D,1,1,0.\(String(repeating: "0", count: 400))1,1e-300
                W3,C,D,1,1,1e-400,
                """))
        let proof = try Proof(feed)
        let outcome = try proof.outcome()
        #expect(outcome.isWhole && !outcome.isExact, "\(outcome.lines)")
        #expect(outcome.tally("pathways.txt")?.alteredValues == 3)
        #expect(try proof.integer("SELECT count(*) FROM pathways WHERE length = 0") == 3)
    }

    @Test("An export names the parts that it does not write")
    func export() throws {
        let feed = Self.feed.with(
            """
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone
            X,Crosstown,https://example.org,Europe/Paris
            X,Crosstown,https://example.org,Europe/Paris,beyond
            # frequencies.txt
            trip_id,start_time,end_time,headway_secs
            T1,06:00:00,22:00:00,often
            """)
        let proof = try Proof(feed, Self.withoutExtensions)
        let unwritten = try FeedExport(bundle: proof.bundle).unwritten
        #expect(unwritten.unknownFiles == ["Notes.pdf", "licenses.txt"])
        #expect(
            unwritten.unknownColumns.map { "\($0.file) \($0.names)" } == [
                #"trips.txt ["trip_note"]"#, #"transfers.txt ["note"]"#, #"levels.txt ["floor"]"#,
            ])
        #expect(
            unwritten.notices.map { "\($0.code) \($0.count)" }
                == ["duplicated_column 1", "empty_column_name 3"])
        #expect(unwritten.rejectedRows == 1)
        #expect(unwritten.rejectedCells == 2)
        #expect(unwritten.filters == "without extensions")
        let sample = try Proof.sample()
        let whole = try FeedExport(bundle: sample.bundle).unwritten
        #expect(whole.unknownFiles.isEmpty && whole.unknownColumns.isEmpty)
        #expect(whole.notices.isEmpty && whole.rejectedRows == 0 && whole.rejectedCells == 0)
    }
}
