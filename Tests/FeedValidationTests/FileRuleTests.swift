import FeedReading
import FeedValidation
import GTFSSchedule
import TestSupport
import Testing

@Suite("Rules about files") struct FileRuleTests {
    private static let info: TestFeed = """
        # feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang
        Crosstown,https://example.org,fr
        # shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        S,48,2,1
        """

    private static let codes = [
        "missing_required_file", "missing_recommended_file", "unknown_file", "empty_file",
        "missing_calendar_and_calendar_date_files",
    ]

    static let cases: [(feed: TestFeed, expected: [String: Int])] = [
        (TestFeed.base.with(info), [:]),
        (TestFeed.base, ["missing_recommended_file": 2]),
        (
            TestFeed.base.with("# translations.txt\ntable_name,field_name,language,translation"),
            ["missing_recommended_file": 1, "missing_required_file": 1]
        ),
        (TestFeed.base.with(info).without("agency.txt"), ["missing_required_file": 1]),
        (TestFeed.base.with(info).without("stops.txt"), ["missing_required_file": 1]),
        (
            TestFeed.base.with(info).without("calendar.txt"),
            ["missing_calendar_and_calendar_date_files": 1]
        ),
        (TestFeed.base.with(info).with("# notes.txt\n"), ["unknown_file": 1]),
        (TestFeed.base.with(info).with("# levels.txt"), ["empty_file": 1]),
    ]

    @Test(arguments: cases.indices) func counts(_ index: Int) throws {
        let (feed, expected) = Self.cases[index]
        let findings = try Findings(feed)
        for code in Self.codes { #expect(findings.count(code) == expected[code] ?? 0, "\(code)") }
    }

    /// The canonical validator takes the files of a folder that is called like the zip for those of
    /// the root, and then does not find them; ours are those of the folder.
    @Test(arguments: [
        (zip: "town.zip", hasMember: true, unopened: 6, missing: 0),
        (zip: "city.zip", hasMember: true, unopened: 0, missing: 5),
        (zip: "town.zip", hasMember: false, unopened: 0, missing: 5),
    ]) func aFolderCalledLikeTheZip(
        zip: String, hasMember: Bool, unopened: Int, missing: Int
    ) throws {
        let folder = try TestFolder()
        var files = TestFeed.base.files.map { (name: "town/" + $0.name, text: $0.text) }
        if hasMember { files.insert((name: "town/", text: ""), at: 0) }
        let path = try folder.write(zip, ArchiveBuilder.pack(files, as: .zip(options: "")))
        var options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
        func count() throws -> (String) -> Int {
            let report = try Validation(options).run(FeedFiles(at: path, for: options))
            return { code in report.groups.first { $0.code == code }?.count ?? 0 }
        }
        let found = try count()
        #expect(found("csv_parsing_failed") == 0)
        #expect(found("missing_required_file") == 0)
        #expect(found("invalid_input_files_in_subfolder") == 1)
        options.isCanonical = true
        let canonical = try count()
        #expect(canonical("csv_parsing_failed") == unopened)
        #expect(canonical("missing_required_file") == missing)
        #expect(canonical("invalid_input_files_in_subfolder") == 1)
    }

    @Test(
        "Files in folders are reported: all of the reference, or the canonical validator's 23",
        arguments: [("areas.txt", 1), ("networks.txt", 0), ("notes.txt", nil)])
    func filesInFolders(name: String, canonical: Int?) throws {
        let folder = try TestFolder()
        let files = TestFeed.base.files + [(name: "old/" + name, text: "a\n")]
        let zip = try folder.write("feed.zip", ArchiveBuilder.pack(files, as: .zip(options: "")))
        // A whole feed in a folder of a folder.
        for file in TestFeed.base.files {
            try folder.write("feed/in/" + file.name, Array(file.text.utf8))
        }
        var options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
        func count(_ path: String) throws -> Int {
            try Validation(options).run(FeedFiles(at: path, for: options)).groups
                .first { $0.code == "invalid_input_files_in_subfolder" }?.count ?? 0
        }
        #expect(try count(zip) == (canonical == nil ? 0 : 1))
        #expect(try count(folder.path + "/feed") == 1)
        options.isCanonical = true
        #expect(try count(zip) == canonical ?? 0)
        #expect(try count(folder.path + "/feed") == 0)
    }
}
