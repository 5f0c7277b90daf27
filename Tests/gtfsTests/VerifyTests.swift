import Foundation
import GRDB
import TestSupport
import Testing

@Suite("gtfs verify", .blocking)
struct VerifyTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
    }

    private func feed(_ latitude: String, as name: String) throws -> String {
        var feed = TestFeed.base
        feed["trips.txt"] = "route_id,service_id,trip_id,shape_id\nR,WD,T1,P\n"
        feed["shapes.txt"] =
            "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\nP,\(latitude),2,0\nP,48.1,2,1\n"
        return try feed.write(to: place.folder, as: name)
    }

    @Test("NOTHING LOST stands only where nothing was lost")
    func verdicts() throws {
        let whole = try feed("48.000001", as: "whole")
        let fine = try feed("48.0000004", as: "fine")
        for (feed, code, verdict) in [
            (whole, 0, "NOTHING LOST"),
            (
                fine, 0,
                "Nothing lost but what the contract rounds: 1 point of shapes.txt, "
                    + "by at most 0.05 m"
            ),
        ] {
            #expect(try place.run("build", feed, "-o", place.bundle, "--quiet").code == 0)
            let outcome = try place.run("verify", feed, place.bundle)
            #expect(Int(outcome.code) == code)
            #expect(outcome.output.hasSuffix("\n\(verdict)\n"), "\(outcome.output)")
        }
        // Of the feed with other digits this bundle is not the proof.
        let outcome = try place.run("verify", whole, place.bundle)
        #expect(outcome.code == 1)
        #expect(outcome.output.hasSuffix("\n1 DIFFERENCE\n"), "\(outcome.output)")
    }

    @Test("A feed in place of a bundle, or the reverse, is an error with advice")
    func swapped() throws {
        let folder = try feed("48.000001", as: "whole")
        let zip = try place.folder.write(
            "feed.zip", ArchiveBuilder.pack(TestFeed.base.files, as: .zip(options: "")))
        let (bundle, none) = (place.bundle, place.folder.path + "/none")
        #expect(try place.run("build", folder, "-o", bundle, "--quiet").code == 0)
        let delta = none + ".delta"
        #expect(try place.run("patch", "--make", bundle, zip, "-o", delta).code == 0)
        let build = "`gtfs build` makes a bundle from a feed"
        let export = "`gtfs export` makes a feed from a bundle"
        func swapped(_ path: String) -> String {
            "is not a bundle, but \(path) is one: they are swapped; the order is gtfs verify FEED "
                + "BUNDLE"
        }
        for (arguments, words, code) in [
            (["verify", bundle, zip], "\(zip): \(swapped(bundle))", 65),
            (["verify", bundle, folder], "\(folder): \(swapped(bundle))", 65),
            (["verify", bundle, bundle], export, 65),
            (["verify", zip, zip], "\(zip): is a zip, not a bundle; \(build)", 65),
            (["inspect", zip], build, 65), (["inspect", folder], build, 65),
            (["query", "stops", "A", zip], "gtfs build \(zip)", 65),
            (["export", zip, "-o", none], build, 65),
            (["build", bundle, "-o", none], export, 65), (["validate", bundle], export, 65),
            (["build", zip, "-o", none, "--previous", zip], build, 65),
            (["fetch", zip, "-o", none], "\(zip) is a file, not a publish folder; \(build)", 66),
            (["patch", delta, bundle, "-o", none], "\(delta) is one: they are swapped", 65),
        ] {
            let outcome = try Command.run(arguments, in: place.folder)
            #expect(outcome.errors.contains(words), "\(arguments): \(outcome)")
            #expect(outcome.code == code, "\(arguments)")
            #expect(outcome.errors.count { $0 == "\n" } == 1)
        }
    }

    @Test("A second file of the same name is not compared, and the last line says so")
    func twice() throws {
        var files = TestFeed.base.files
        files.append((name: "stops.txt", text: "stop_id,stop_name\nZ,Nowhere\n"))
        let zip = try place.folder.write(
            "twice.zip", ArchiveBuilder.pack(files, as: .zip(options: "")))
        #expect(try place.run("build", zip, "-o", place.bundle, "--quiet").code == 0)
        let outcome = try place.run("verify", zip, place.bundle)
        #expect(outcome.code == 0)
        #expect(
            outcome.output.hasSuffix(
                "\nNothing lost but contents of other files of the same name: stops.txt\n"),
            "\(outcome.output)")
    }

    @Test("Files in other folders are named by build and verify", arguments: [false, true])
    func elsewhere(isFolder: Bool) throws {
        let names = (1...22).map { "old/\(10 + $0).txt" }
        var feed = TestFeed.base
        for name in names { feed[name] = "x" }
        let path =
            isFolder
            ? try feed.write(to: place.folder, as: "elsewhere")
            : try feed.pack(as: .zip(options: ""), to: place.folder, as: "elsewhere.zip")
        let line =
            "files not loaded, in other folders: "
            + names.prefix(20).joined(separator: ", ") + ", and 2 more"
        let built = try place.run("build", path, "-o", place.bundle)
        #expect(built.errors.contains("\n\(line)\n"), "\(built.errors)")
        let outcome = try place.run("verify", path, place.bundle)
        #expect(outcome.code == 0)
        #expect(
            outcome.output.hasSuffix(line + "\nNothing lost but 22 files in other folders\n"),
            "\(outcome.output)")
    }

    private func feedWithUnknownParts() throws -> String {
        try TestFeed.base.with(
            """
            # licenses.txt
            license_id
            X
            # trips.txt
            route_id,service_id,trip_id,trip_note
            R,WD,T1,late
            R,WD,T2,
            """
        ).write(to: place.folder, as: "unknown")
    }

    @Test("Nothing is lost of a feed with files and columns that the reference does not know")
    func keptParts() throws {
        let feed = try feedWithUnknownParts()
        let built = try place.run("build", feed, "-o", place.bundle)
        #expect(
            built.errors.contains(
                """

                files kept, unknown: licenses.txt (1 row)
                columns kept, unknown, of trips.txt: trip_note (1 row)

                """), "\(built.errors)")
        let outcome = try place.run("verify", feed, place.bundle)
        #expect(outcome.code == 0 && outcome.output.hasSuffix("\nNOTHING LOST\n"))
        let inspected = try place.run("inspect", place.bundle).output
        #expect(
            inspected.contains(
                """

                files kept, unknown: licenses.txt (1 row)
                columns kept, unknown, of trips.txt: trip_note (1 row)
                what was kept takes 8,192 bytes

                """), "\(inspected)")
    }

    @Test("The last line counts the files that are not kept")
    func unknownParts() throws {
        let feed = try feedWithUnknownParts()
        try place.folder.write("unknown/terms.txt", Array("Terms of use\n".utf8))
        #expect(try place.run("build", feed, "-o", place.bundle, "--quiet").code == 0)
        let outcome = try place.run("verify", feed, place.bundle)
        #expect(outcome.code == 0)
        #expect(
            outcome.output.hasSuffix(
                """

                files not loaded, unknown: terms.txt (its first line is not a header)
                Nothing lost but 1 file that the reference does not know

                """), "\(outcome.output)")
        let object = try JSON.object(try place.run("verify", "--json", feed, place.bundle).output)
        #expect(object["is_whole"] as? Bool == true)
        #expect(object["is_exact"] as? Bool == false)
        #expect(object["unknown_files"] as? [String] == ["terms.txt"])
        let reasons = try #require(object["extensions_not_kept"] as? [[String: String]])
        #expect(reasons == [["file": "terms.txt", "reason": "its first line is not a header"]])
        let files = try #require(object["files"] as? [[String: Any]])
        let trips = try #require(files.first { $0["file"] as? String == "trips.txt" })
        #expect(trips["unknown_columns"] as? [String] == [])
    }

    @Test("Several exceptions share the last line")
    func severalExceptions() throws {
        let feed = try feed("48.0000004", as: "several")
        for (name, text) in [
            ("licenses.txt", ""), ("notes.pdf", ""), ("levels.txt", "level_id,,level_id\nL,x,y\n"),
            ("locations.geojson", #"{"type": "Feature"}"#),
            (
                "agency.txt",
                "a,b,agency_name,agency_url,agency_timezone\n,,X\u{1},http://a.b,Etc/UTC\n"
            ),
        ] { try place.folder.write("several/\(name)", Array(text.utf8)) }
        #expect(try place.run("build", feed, "-o", place.bundle, "--quiet").code == 0)
        let outcome = try place.run("verify", feed, place.bundle)
        #expect(outcome.code == 0)
        let verdict = """
            Nothing lost but 2 files that the reference does not know; and 2 columns without a name \
            of their own; and locations.geojson, whose features cannot be read; and blanks at the \
            ends of quoted text or control characters at the ends of values, in 1 cell; and what \
            the contract rounds: 1 point of shapes.txt, by at most 0.05 m
            """
        #expect(outcome.output.hasSuffix("\n\(verdict)\n"), "\(outcome.output)")
    }

    @Test("With filters, the last line is about the kept rows")
    func unknownPartsAndFilters() throws {
        let feed = try feedWithUnknownParts()
        #expect(
            try place.run(
                "build", feed, "-o", place.bundle, "--quiet", "--without", "fares,extensions"
            ).code == 0)
        let outcome = try place.run("verify", feed, place.bundle)
        #expect(outcome.code == 0)
        #expect(
            outcome.output.hasSuffix(
                "\nNothing wrong in what was kept; not kept: "
                    + "1 file and 1 column that the reference does not know\n"),
            "\(outcome.output)")
    }

    @Test("An export and an inspection name the parts that are not written")
    func export() throws {
        let feed = try feedWithUnknownParts()
        #expect(
            try place.run(
                "build", feed, "-o", place.bundle, "--quiet", "--without", "extensions"
            ).code == 0)
        let out = place.folder.path + "/out"
        let outcome = try place.run("export", place.bundle, "-o", out)
        #expect(outcome.code == 0)
        #expect(
            outcome.errors.hasSuffix(
                """

                files not written, unknown: licenses.txt
                columns not written, unknown, of trips.txt: trip_note
                not written, left out by filters: without extensions

                """), "\(outcome.errors)")
        let json = try place.run(
            "export", place.bundle, "-o", out, "--overwrite", "--log-format", "json")
        let event = try #require(try json.events().last)
        #expect(event["unknownFiles"] as? [String] == ["licenses.txt"])
        #expect(event["unknownColumns"] as? [String: [String]] == ["trips.txt": ["trip_note"]])
        let quiet = try place.run("export", place.bundle, "-o", out, "--overwrite", "--quiet")
        #expect(quiet.errors.isEmpty)
        #expect(
            try place.run("inspect", place.bundle).output.contains(
                """

                files not loaded, unknown: licenses.txt
                columns not loaded, unknown, of trips.txt: trip_note

                """))
    }

    @Test(
        "A file rejected with a notice is not a difference, nor is one whose notice is left out",
        arguments: [
            [], ["--no-validate"], ["--ignore", "malformed_json,missing_required_element"],
        ])
    func rejectedLocations(_ options: [String]) throws {
        let feed = try TestFeed.base.write(to: place.folder, as: "rejected")
        for text in [
            #"{"type": "Feature", "id": "zone"}"#, #"{"type": "FeatureCollection"}"#,
            #"{"type": "FeatureCollection", "features": null}"#, "[]", "7", "", "{", "{}",
            #"{"type": 5, "features": 7}"#, #"{"type": "x", "type": "y", "features""#,
        ] {
            try place.folder.write("rejected/locations.geojson", Array(text.utf8))
            let build = ["build", feed, "-o", place.bundle] + options
            #expect(try Command.run(build, in: place.folder).code == 0)
            let outcome = try place.run("verify", feed, place.bundle)
            #expect(outcome.code == 0, "\(text)")
            #expect(
                outcome.output.hasSuffix(
                    "\nNothing lost but locations.geojson, whose features cannot be read\n"),
                "\(text): \(outcome.output)")
        }
    }

    @Test("With --exact-shapes nothing is lost at all, and the bundle says that it was built so")
    func exactShapes() throws {
        let feed = try feed("48.0000004", as: "feed")
        #expect(try place.run("build", feed, "-o", place.bundle, "--exact-shapes").code == 0)
        let outcome = try place.run("verify", feed, place.bundle)
        #expect(outcome.code == 0)
        #expect(outcome.output.hasSuffix("\nNOTHING LOST\n"), "\(outcome.output)")
        #expect(
            try place.query("SELECT value FROM metadata WHERE key = 'options'")
                == [#"{"exact_shapes":true}"#])
        #expect(
            try place.query("SELECT shape_pt_lat FROM shapes ORDER BY shape_pt_sequence")
                == ["48.0000004", "48.1"])
    }

    @Test("The JSON names rounded values, by keys that schema/command.md explains")
    func json() throws {
        let feed = try feed("48.0000004", as: "feed")
        #expect(try place.run("build", feed, "-o", place.bundle, "--quiet").code == 0)
        let object = try JSON.object(
            try place.run("verify", "--json", feed, place.bundle).output)
        #expect(object["is_whole"] as? Bool == true)
        #expect(object["is_exact"] as? Bool == false)
        let files = try #require(object["files"] as? [[String: Any]])
        let shapes = try #require(files.first { $0["file"] as? String == "shapes.txt" })
        let rounded = try #require((shapes["rounded"] as? [[String: Any]])?.first)
        #expect(rounded["what"] as? String == "points")
        #expect(rounded["count"] as? Int == 1)
        #expect(rounded["unit"] as? String == "m")
        #expect((rounded["largest_shift"] as? Double ?? 0) > 0.04)
        let keys = Set(object.keys).union(files.flatMap(\.keys)).union(rounded.keys)
        let page = try MarkdownDocument("schema/command.md").lines.joined(separator: "\n")
        let others = keys.filter { !page.contains("`\($0)`") }
        #expect(
            others == ["bundle_rows", "feed_rows", "file", "rejected_cells", "rejected_rows"])
    }

    /// A trip in the middle of others, with which it shares everything but its id and its times.
    @Test("A change in one of many trips has its exit code and line, with and without --every-row")
    func everyRow() throws {
        var feed = TestFeed.base
        let trips = (0..<20).map { "T\($0)" }
        feed["trips.txt"] = "route_id,service_id,trip_id\n" + trips.map { "R,WD,\($0)\n" }.joined()
        feed["stop_times.txt"] =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
            + trips.enumerated().map { hour, trip in
                "\(trip),\(10 + hour):00:00,\(10 + hour):00:00,A,1\n"
                    + "\(trip),\(10 + hour):30:00,\(10 + hour):30:00,B,2\n"
            }.joined()
        let path = try feed.write(to: place.folder, as: "many")
        #expect(try place.run("build", path, "-o", place.bundle, "--quiet").code == 0)
        let ways: [(option: [String], read: String)] = [([], "29"), (["--every-row"], "67")]
        for (option, read) in ways {
            let outcome = try Command.run(
                ["verify", path, place.bundle] + option, in: place.folder)
            #expect(outcome.code == 0)
            #expect(
                outcome.output.hasSuffix(
                    "\nCompared 67 rows of the bundle, \(read) of them through its views.\nNOTHING LOST\n"
                ),
                "\(outcome.output)")
            let json = try JSON.object(
                try Command.run(
                    ["verify", "--json", path, place.bundle] + option, in: place.folder
                ).output)
            #expect(json["compared_rows"] as? Int == 67)
            #expect(json["view_rows"] as? Int == Int(read))
        }
        try DatabaseQueue(path: place.bundle).write {
            try $0.execute(sql: "UPDATE trip SET origin = origin + 1 WHERE trip_id = 'T13'")
        }
        for (option, _) in ways {
            let outcome = try Command.run(
                ["verify", path, place.bundle] + option, in: place.folder)
            #expect(outcome.code == 1)
            #expect(
                outcome.output.contains(
                    "\nstop_times.txt:28 arrival_time: feed \"23:00:00\", bundle \"23:00:01\"\n"),
                "\(outcome.output)")
            #expect(outcome.output.hasSuffix("\n4 DIFFERENCES\n"), "\(outcome.output)")
        }
    }
}
