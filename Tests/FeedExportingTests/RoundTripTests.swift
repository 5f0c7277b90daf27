import BundleWriting
import FeedExporting
import FeedReading
import Foundation
import TestSupport
import Testing

/// From a feed to a bundle, back to a feed, and again to a bundle.
@Suite struct RoundTripTests {
    @Test(arguments: ["out", "out.zip"]) func sampleComesBack(_ name: String) throws {
        let proof = try Proof.sample()
        try expectComesBack(proof, name)
    }

    @Test func datesBeforeTheYear1000KeepTheirDigits() throws {
        let proof = try Proof(
            TestFeed.base.with(
                """
                # calendar.txt
                service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
                WD,1,1,1,1,1,0,0,09990101,20261231
                # calendar_dates.txt
                service_id,date,exception_type
                WD,00010203,2
                # feed_info.txt
                feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date
                P,https://example.org,en,00260101
                """))
        try expectComesBack(proof, "out")
        for (file, date) in [
            ("calendar", "09990101,"), ("calendar_dates", "00010203,"), ("feed_info", "00260101"),
        ] {
            let text = try String(
                contentsOfFile: "\(proof.folder.path)/out/\(file).txt", encoding: .utf8)
            #expect(text.contains(",\(date)"), "\(text)")
        }
    }

    @Test("After an earlier bundle rows still come back in the order of the feed")
    func order() throws {
        let proof = try Proof.sample()
        var options = BundleBuild.Options()
        options.previous = proof.bundle
        var feed = try TestFeed.sample()
        for file in ["stops.txt", "routes.txt"] {
            let lines = try #require(feed[file]).split(separator: "\n").map(String.init)
            // The rows come from both ends, without the third, and with a new one between them.
            var rows = lines.dropFirst().filter { $0 != lines[3] }[...]
            var mixed: [String] = []
            while let last = rows.popLast() {
                mixed += [last] + [rows.popFirst()].compactMap(\.self)
            }
            let commas = String(repeating: ",", count: lines[0].count { $0 == "," })
            mixed.insert("new" + commas, at: 2)
            feed[file] = ([lines[0]] + mixed).joined(separator: "\n") + "\n"
        }
        let (first, next) = (try Proof(feed), try Proof(feed, options))
        let (plain, kept) = (try first.export("out"), try next.export("out"))
        for file in ["stops.txt", "routes.txt"] {
            let texts = try [plain, kept].map {
                try String(contentsOfFile: "\($0)/\(file)", encoding: .utf8)
            }
            #expect(texts[0] == texts[1])
            let ids = texts[1].split(separator: "\n").map { $0.prefix { $0 != "," } }
            let said = feed[file]?.split(separator: "\n").map { $0.prefix { $0 != "," } }
            #expect(ids == said)
        }
        #expect(try next.outcome().isExact)
        for damage in ["0,1", "x", "0,99999", "0,1,0,1", "-1,2"] {
            try next.alter("UPDATE metadata SET value = '\(damage)' WHERE key LIKE 'order_of_%'")
            #expect(throws: BundleError.self) { try next.export("damaged") }
            #expect(throws: BundleError.self) { try next.outcome() }
        }
    }

    /// Quotes, commas, line breaks, blanks, one column, times of every kind, scattered rows.
    @Test func oddTextsComeBack() throws {
        let proof = try Proof(
            TestFeed.base.with(
                #"""
                # stops.txt
                stop_id,stop_name,stop_desc,stop_lat,stop_lon
                A,"He said ""no""","one
                two",-0.5,0.000001
                "B,1",'x',,1e-7,-179.999999
                C, C ,,12.30,1E2
                D,,,,
                # levels.txt
                level_name,level_id,level_index
                a,L1,-1.5
                # networks.txt
                network_id
                N
                # areas.txt
                area_name,area_id
                # attributions.txt
                organization_name,is_producer
                P,1
                P,1
                ,0
                # stop_times.txt
                trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign
                T1,08:00:00,08:00:00,A,1,x
                T2,,,A,1,
                T1,8:10,08:11:00,"B,1",2,
                T1,,08:20:30,C,30,"y,z"
                T1,108:30:00,,D,400,
                """#))
        try expectComesBack(proof, "out.zip")
    }

    @Test func aColumnWithoutValuesIsNoBlankLine() throws {
        let proof = try Proof(
            TestFeed.base.with("# attributions.txt\norganization_name\nP\n\"\"\nQ"))
        let target = try proof.export("out")
        let text = try String(contentsOfFile: target + "/attributions.txt", encoding: .utf8)
        #expect(text == "organization_name\nP\n\"\"\nQ\n")
    }

    @Test func distancesKeepTheirDecimals() throws {
        let texts = [
            ["0", "0.90", "0.511577", "0.3314"], ["0.901692722877", "12.5", "100", "7"],
            ["0.30000000000000004", "0.3", "1.1", "0"], ["8.123456789012346", "9", "10.5", "0"],
            ["-0", "1e-300", "1e20", "1.7976931348623157e308"], ["", "0.1", "-5.5", ""],
        ]
        let rows = texts.enumerated().flatMap { trip, cells in
            zip("ABCD", cells).enumerated().map { stop, cell in
                "T\(trip),08:00:00,08:00:00,\(cell.0),\(stop),\(cell.1)"
            }
        }
        let proof = try Proof(
            TestFeed.base.with(
                TestFeed(
                    """
                    # stop_times.txt
                    trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled
                    """ + "\n" + rows.joined(separator: "\n"))))
        let outcome = try proof.outcome()
        #expect(outcome.isExact, "\(outcome.lines)")
        let target = try proof.export("out")
        let text = try String(contentsOfFile: target + "/stop_times.txt", encoding: .utf8)
        let cells = text.split(separator: "\n").dropFirst().map { line in
            line.split(separator: ",", omittingEmptySubsequences: false)[5]
        }
        let expected = texts.flatMap { $0 }.map { text in
            switch text {
            case "0.90": "0.9"
            case "1e-300": "0." + String(repeating: "0", count: 299) + "1"
            case "1e20": "100000000000000000000"
            case "1.7976931348623157e308":
                "17976931348623157" + String(repeating: "0", count: 292)
            default: text
            }
        }
        #expect(cells.map(String.init) == expected)
    }

    private func expectComesBack(_ proof: Proof, _ name: String) throws {
        let target = try proof.export(name)
        let again = proof.folder.path + "/again.sqlite"
        try Proof.build(target, to: again)
        let outcome = try Proof.outcome(proof.feed, again)
        #expect(outcome.isWhole, "\(outcome.lines)")
        #expect(outcome.isOfTheseBytes == false)
        // A second export of an export is the same, to the byte.
        let second = proof.folder.path + "/second-" + name
        _ = try FeedExport(bundle: again).run(to: second)
        for file in try Self.files(target) {
            let (one, other) = (target + file, second + file)
            #expect(FileManager.default.contentsEqual(atPath: one, andPath: other), "\(file)")
        }
    }

    /// The files in a folder, each with a slash before it; of a file, only itself.
    private static func files(_ path: String) throws -> [String] {
        guard !path.hasSuffix(".zip") else { return [""] }
        return try FileManager.default.contentsOfDirectory(atPath: path).map { "/" + $0 }
    }
}
