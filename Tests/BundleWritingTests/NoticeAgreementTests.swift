import BundleWriting
import FeedExporting
import FeedReading
import FeedValidation
import Foundation
import GTFSSchedule
import TestSupport
import Testing

@Suite("Building and validating give the same notices of ours")
struct NoticeAgreementTests {
    /// The notices of building and validating a feed, by code: those that the canonical validator
    /// lacks.
    private struct Counts {
        let built: [String: Int]
        let validated: [String: Int]
        let canonical: [String: Int]

        init(_ path: String, in folder: TestFolder) throws {
            let bundle = try BuiltBundle(path, in: folder)
            // A validation keeps nothing.
            let ours = bundle.summary.notices.filter {
                $0.definition.isOurs && $0.definition != .extensionNotKept
            }
            built = Dictionary(
                uniqueKeysWithValues: ours.map { ($0.definition.code, $0.count) })
            validated = try Self.validate(path, isCanonical: false)
            canonical = try Self.validate(path, isCanonical: true)
            let outcome = try FeedProof(bundle: bundle.path).run(
                FeedArchive.open(
                    path, options: ArchiveOptions(temporaryDirectory: folder.temporaryDirectory)))
            #expect(outcome.isWhole, "\(outcome.differences)")
        }

        private static func validate(_ path: String, isCanonical: Bool) throws -> [String: Int] {
            var options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
            options.isCanonical = isCanonical
            let report = try Validation(options).run(FeedFiles(at: path, for: options))
            return Dictionary(
                uniqueKeysWithValues: report.groups.filter {
                    $0.definition.isOurs && !NoticeCatalogue.dependingOnToday.contains($0.code)
                }.map { ($0.code, $0.count) })
        }
    }

    private static let scattered: TestFeed = """
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T1,08:00:00,08:00:00,A,1
        ,08:05:00,08:05:00,A,1
        T1,08:10:00,08:11:00,B,2
        T2,23:50:00,23:50:00,A,1
        T1,08:20:00,08:20:30,C,3
        T2,24:00:00,24:01:00,B,x
        T3,24:00:00,24:01:00,B,x
        T3,324:00:00,999:01:00,B,1
        T2,24:10:00,24:10:30,C,3
        T2,325:20:00,325:20:00,D,4
        # shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        S,48.0,2.0,1
        S,48.0,2.1,2
        ,48.0,2.1,2
        S,48.0,2.2,3
        U,48.0,2.0,1
        U,48.0,2.4,2
        S,48.0,2.4,x
        U,48.0,2.5,3
        S,48.0,2.4,4
        """

    /// A trip whose rows stand apart, of which one without a number and one without a trip come between.
    private static let interrupted: TestFeed = """
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T1,08:00:00,08:00:00,A,1
        T2,23:50:00,23:50:00,A,1
        T1,08:05:00,08:05:00,B,
        ,08:08:00,08:08:00,B,2
        T1,08:10:00,08:11:00,C,3
        """

    /// Carriage returns are written as ␍: one before a line feed would hide the end of the line.
    private static let texts = returning(
        """
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,"Harbour" North,48.0,2.0
        B,Mar\0ket,48.0,2.1
        C,Museum,48.0\0,2.2
        D\0,Airport,48.0,2.4
        D,"Airport,48.0,2.4
        # routes.txt
        route_id,agency_id,route_short_name,route_type␍␍
        R,X,1,3␍␍
        # Trips.txt
        route_id,service_id,trip_id,trip_head\0sign␍R,WD,T1,␍R,WD,T2,x\0␍
        """)

    private static func returning(_ feed: TestFeed) -> TestFeed {
        var feed = feed
        for file in feed.files { feed[file.name] = file.text.replacing("␍", with: "\r") }
        return feed
    }

    /// Times in every notation that is read, or nearly.
    private static let times: TestFeed = """
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence,start_pickup_drop_off_window
        T1,8:05,08:05:00,A,1,
        T1,08:10,08:11,B,2,
        T1,08:20:0,8:2:00,C,3,
        T1,08:60,-08:05,C,4,
        T1,0830,08:30:00.0,C,5,
        T1,24:30,24:30:00,D,6,
        T2, 23:50 ,"23:50",A,1,
        T2,100:00,100:00:00,D,2,
        T3,,,A,1,9:00
        # frequencies.txt
        trip_id,start_time,end_time,headway_secs
        T1,8:00,10:00,600
        # timeframes.txt
        timeframe_group_id,start_time,end_time,service_id
        P,7:00,09:00,WD
        # booking_rules.txt
        booking_rule_id,booking_type,prior_notice_last_day,prior_notice_last_time
        K,2,1,17:00
        """

    @Test("Times without seconds are read, and noted by all")
    func shortTimes() throws {
        let folder = try TestFolder()
        let path = try TestFeed.base.with(Self.times).write(to: folder)
        let counts = try Counts(path, in: folder)
        #expect(counts.built == ["gtfs_time_without_seconds": 13])
        #expect(counts.built == counts.validated)
        #expect(counts.canonical.isEmpty)
        let bundle = try BuiltBundle(path, in: folder)
        #expect(
            try bundle.lines("SELECT row, field, value, code FROM rejected WHERE field IS NOT NULL")
                == [
                    "4|arrival_time|08:20:0|invalid_time", "4|departure_time|8:2:00|invalid_time",
                    "5|arrival_time|08:60|invalid_time", "5|departure_time|-08:05|invalid_time",
                    "6|arrival_time|0830|invalid_time", "6|departure_time|08:30:00.0|invalid_time",
                ])
        #expect(
            try bundle.lines("SELECT start_time, end_time FROM frequencies") == [
                "08:00:00|10:00:00"
            ])
    }

    @Test("A number that takes more than 32 bits is none, and neither are digits of other scripts")
    func largeNumbers() throws {
        let folder = try TestFolder()
        let path = try TestFeed.base.with(
            """
            # frequencies.txt
            trip_id,start_time,end_time,headway_secs
            T1,08:00:00,10:00:00,3000000000
            T2,08:00:00,10:00:00,٦٠٠
            """
        ).write(to: folder)
        let bundle = try BuiltBundle(path, in: folder)
        #expect(
            try bundle.lines("SELECT row, value, code FROM rejected") == [
                "2|3000000000|invalid_integer", "3|٦٠٠|invalid_integer",
            ])
        let options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
        let report = try Validation(options).run(FeedFiles(at: path, for: options))
        #expect(report.groups.first { $0.code == "invalid_integer" }?.count == 2)
    }

    @Test("Awkward feeds", arguments: [scattered, interrupted, texts.with(scattered), texts])
    func awkward(feed: TestFeed) throws {
        let folder = try TestFolder()
        var whole = TestFeed.base.with(feed)
        if feed["Trips.txt"] != nil { whole["trips.txt"] = nil }
        let counts = try Counts(whole.write(to: folder), in: folder)
        #expect(!counts.built.isEmpty)
        #expect(counts.built == counts.validated)
        #expect(counts.canonical.isEmpty)
    }

    @Test("Counts of awkward feeds")
    func figures() throws {
        let folder = try TestFolder()
        let scattered = try Counts(
            TestFeed.base.with(Self.scattered).write(to: folder, as: "a"), in: folder)
        #expect(
            scattered.built == ["gtfs_scattered_rows": 4, "gtfs_time_span_too_long": 3])
        let interrupted = try Counts(
            TestFeed.base.with(Self.interrupted).write(to: folder, as: "c"), in: folder)
        #expect(interrupted.built == ["gtfs_scattered_rows": 1])
        let texts = try Counts(
            TestFeed.base.without("trips.txt").with(Self.texts).write(to: folder, as: "b"),
            in: folder)
        #expect(
            texts.built == [
                "gtfs_file_name_case": 1, "gtfs_line_ends": 2, "gtfs_nul_character": 4,
                "gtfs_stray_quote": 2,
            ])
    }

    @Test("Files that are there twice, in an archive")
    func duplicates() throws {
        let folder = try TestFolder()
        var files = TestFeed.base.files
        files.append((name: "stops.txt", text: "stop_id,stop_name\nZ,Nowhere\n"))
        files.append((name: "STOPS.TXT", text: "stop_id,stop_name\nZ,Nowhere\n"))
        files.append((name: "readme.md", text: "x"))
        for (name, kind) in [
            ("a.zip", ArchiveBuilder.Kind.zip(options: "compression=deflate")),
            ("b.tgz", .gzippedTar),
        ] {
            let path = try folder.write(name, ArchiveBuilder.pack(files, as: kind))
            let counts = try Counts(path, in: folder)
            #expect(counts.built == ["gtfs_duplicate_file": 2])
            #expect(counts.built == counts.validated)
            #expect(counts.canonical.isEmpty)
        }
    }

    @Test("Bytes around a zip, and a zip that is compressed")
    func archiveRepairs() throws {
        let folder = try TestFolder()
        let zip = try ArchiveBuilder.pack(TestFeed.base.files, as: .zip(options: ""))
        let plain = try BuiltBundle(folder.write("plain.zip", zip), in: folder)
        let path = try folder.write("a.zip", Array("<html>".utf8) + zip + [0, 0])
        let counts = try Counts(path, in: folder)
        #expect(counts.built == ["gtfs_bytes_outside_archive": 2])
        #expect(counts.built == counts.validated)
        #expect(counts.canonical.isEmpty)
        let gzip = try ArchiveBuilder.pack([(name: "x", bytes: zip)], as: .gzip)
        let compressed = try Counts(folder.write("b.zip.gz", gzip), in: folder)
        #expect(compressed.built == ["gtfs_compressed_archive": 1])
        #expect(compressed.built == compressed.validated)
        #expect(compressed.canonical.isEmpty)
        // A bundle does not record how its feed was packed.
        let notices = "SELECT value FROM metadata WHERE key = 'notices'"
        let bundle = try BuiltBundle(path, in: folder)
        #expect(try bundle.lines(notices) == plain.lines(notices))
    }

    /// Rows that repeat keys of several kinds, and rows that only seem to.
    private static let keys: TestFeed = """
        # fare_products.txt
        fare_product_id,fare_media_id,rider_category_id,amount,currency
        F,,,1.00,EUR
        F,,,2.00,EUR
        ,,,2.00,EUR
        ,,,2.00,EUR
        # fare_transfer_rules.txt
        from_leg_group_id,to_leg_group_id,fare_transfer_type
        ,,0
        ,,1
        # attributions.txt
        attribution_id,organization_name,is_producer
        ,x,1
        ,x,1
        # fare_leg_join_rules.txt
        from_network_id,to_network_id,from_stop_id,to_stop_id
        N,N,,
        N,N,,
        # transfers.txt
        from_stop_id,to_stop_id,from_trip_id,to_trip_id,transfer_type
        ,B,,,0
        ,B,,,0
        ,,T1,T2,4
        ,,T1,T2,5
        # translations.txt
        table_name,field_name,language,translation,record_id,field_value
        stops,stop_name,de,x,,
        stops,stop_name,de,y,,
        stops,stop_name,de-CH,x,A,
        stops,stop_name,de-ch,y,A,
        feed_info,feed_publisher_name,de,x,,
        feed_info,feed_publisher_name,de,y,,
        # calendar_dates.txt
        service_id,date,exception_type
        WD,20260101,2
        WD,20260101,1
        WD,soon,2
        WD,soon,2
        """

    @Test("Repeated keys are those of the rows that a bundle leaves out as repetitions")
    func repeatedKeys() throws {
        let folder = try TestFolder()
        let path = try TestFeed.base.with(Self.keys).write(to: folder)
        let (rejected, found) = try Self.repeated(path, in: folder)
        #expect(rejected == found)
        #expect(rejected.count == 7)
    }

    @Test("A row that is there twice is left out, and found, in every file but feed_info.txt")
    func equalRows() throws {
        let files = Set(Schedule.tables.map(\.file.name).filter { $0.hasSuffix(".txt") })
        let folder = try TestFolder()
        let sample = PackageRoot.path + "/feeds/sample"
        for name in try FileManager.default.contentsOfDirectory(atPath: sample) {
            var text = try String(contentsOfFile: "\(sample)/\(name)", encoding: .utf8)
            if files.contains(name) {
                text += try #require(text.split(separator: "\n").last) + "\n"
            }
            try folder.write("feed/" + name, Array(text.utf8))
        }
        let (rejected, found) = try Self.repeated(folder.path + "/feed", in: folder)
        #expect(
            rejected.map { String($0.prefix { $0 != "|" }) }
                == files.subtracting(["feed_info.txt"]).sorted())
        #expect(rejected == found)
    }

    @Test("A key with an unusable part is not a repetition")
    func unclearKeys() throws {
        let folder = try TestFolder()
        let path = try TestFeed.base.with(
            """
            # fare_transfer_rules.txt
            from_leg_group_id,duration_limit,transfer_count,fare_transfer_type
            G,x,,0
            G,,,0
            G,y,,0
            H,,0,0
            H,,0,0
            # timeframes.txt
            timeframe_group_id,start_time,end_time,service_id
            P,seven,,WD
            P,,,WD
            P,eight,,WD
            P,7:00,,WD
            P,07:00:00,,WD
            """
        ).write(to: folder)
        let (rejected, found) = try Self.repeated(path, in: folder)
        #expect(rejected == ["timeframes.txt|6"])
        #expect(rejected == found)
    }

    /// Files and rows that repeat a key: those that a bundle leaves out, and those that rules find.
    private static func repeated(
        _ path: String, in folder: TestFolder
    ) throws -> (rejected: [String], found: [String]) {
        let bundle = try BuiltBundle(path, in: folder)
        let options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
        let report = try Validation(options).run(FeedFiles(at: path, for: options))
        let outcome = try FeedProof(bundle: bundle.path).run(FeedArchive.open(path))
        #expect(outcome.isWhole, "\(outcome.differences)")
        return (
            try bundle.lines(
                "SELECT file, row FROM rejected WHERE code = 'duplicate_key' ORDER BY file, row"),
            (report.groups.first { $0.code == "duplicate_key" }?.samples ?? []).map { notice in
                "\(notice.fields["filename"]?.plainText ?? "")"
                    + "|\(notice.fields["newCsvRowNumber"]?.plainText ?? "")"
            }.sorted()
        )
    }

    @Test("Rows without the column of their key are left out for the column, which has one notice")
    func missingKeyColumn() throws {
        let folder = try TestFolder()
        let path = try TestFeed.base.with(
            """
            # areas.txt
            area,area_name
            1,x
            2,y
            # shapes.txt
            shape_id,shape_pt_lat,shape_pt_lon,sequence
            S,48.0,2.0,1
            S,48.0,2.4,2
            """
        ).write(to: folder)
        let bundle = try BuiltBundle(path, in: folder)
        #expect(
            try bundle.lines("SELECT file, row, code FROM rejected ORDER BY file, row") == [
                "areas.txt|2|missing_required_column", "areas.txt|3|missing_required_column",
                "shapes.txt|2|missing_required_column", "shapes.txt|3|missing_required_column",
            ])
        let notices = bundle.summary.notices.map { "\($0.definition.code) \($0.count)" }
        #expect(notices.contains("missing_required_column 2"))
        #expect(!notices.contains { $0.hasPrefix("missing_required_field") })
        #expect(bundle.summary.rejectedRows == 4)
    }

    @Test("Text of locations that a bundle cannot have")
    func locations() throws {
        let folder = try TestFolder()
        let feed = TestFeed.base.with(
            """
            # locations.geojson
            {"type": "FeatureCollection", "features": [{"type": "Feature", "id": "Z\\u0000", \
            "properties": {"stop_name": "Hill\\u0000top"}, "geometry": {"type": "Polygon", \
            "coordinates": [[[2.0, 48.0], [2.1, 48.0], [2.1, 48.1], [2.0, 48.0]]]}}]}
            """)
        let path = try feed.write(to: folder)
        let counts = try Counts(path, in: folder)
        #expect(counts.built == ["gtfs_nul_character": 2])
        #expect(counts.built == counts.validated)
        let bundle = try BuiltBundle(path, in: folder)
        #expect(
            try bundle.lines("SELECT id, stop_name FROM locations") == [
                "Z\u{FFFD}|Hill\u{FFFD}top"
            ])
    }

    @Test("No text of a bundle has a NUL; what had is in rejected")
    func stored() throws {
        let folder = try TestFolder()
        let path = try TestFeed.base.with(Self.texts).write(to: folder)
        let bundle = try BuiltBundle(path, in: folder)
        #expect(
            try bundle.lines("SELECT stop_id, stop_name FROM stops WHERE stop_id <> 'A'") == [
                "B|Mar\u{FFFD}ket", "C|Museum", "D\u{FFFD}|Airport", "D|\"Airport",
            ])
        #expect(
            try bundle.lines(
                "SELECT row, field, value, code FROM rejected WHERE file = 'stops.txt'")
                == [
                    "3|stop_name|Mar\u{FFFD}ket|gtfs_nul_character",
                    "4|stop_lat|48.0\u{FFFD}|gtfs_nul_character",
                    "4|stop_lat|48.0\u{FFFD}|invalid_float",
                    "5|stop_id|D\u{FFFD}|gtfs_nul_character",
                ])
    }

    private static let shared = ["feeds", "feeds/bad"].flatMap { folder in
        PackageRoot.sharedFiles(in: folder, suffix: ".zip").map { folder + "/" + $0 }
    }

    @Test("Feeds that are at hand", .sharedFiles, arguments: shared)
    func atHand(name: String) throws {
        let path = try #require(PackageRoot.shared(name))
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        // Large ones are for benchmarks.
        guard size < 1_000_000 else { return }
        let folder = try TestFolder()
        let archive: FeedArchive
        do {
            archive = try FeedArchive.open(
                path, options: ArchiveOptions(temporaryDirectory: folder.temporaryDirectory))
        } catch { return }
        guard archive.subfolder == nil else { return }
        let counts = try Counts(path, in: folder)
        #expect(counts.built == counts.validated)
        #expect(counts.canonical.isEmpty)
    }
}
