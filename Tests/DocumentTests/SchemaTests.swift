import Foundation
import Publishing
import TestSupport
import Testing
import Yams

/// The files that the command writes and reads follow `schema`, and others do not.
@Suite("Schemas of reports and settings", .blocking) struct SchemaTests {
    private let files: SampleFiles

    init() throws {
        files = try SampleFiles()
    }

    private static func schema(_ name: String) throws -> JSONValue {
        let url = URL(fileURLWithPath: PackageRoot.path + "/schema/\(name).schema.json")
        return try JSONValue(json: Data(contentsOf: url))
    }

    /// The objections of a schema to a value; unknown keys count, so that it has all that we write.
    private static func problems(_ value: JSONValue, _ name: String) throws -> [String] {
        let schema = try Self.schema(name)
        return JSONSchema(root: schema, forbidsUnknownKeys: true)
            .problems(of: value, against: schema)
    }

    /// The report of a feed, printed, and as a file beside others.
    private func reports(_ feed: String, _ options: String = "") throws -> [JSONValue] {
        let validate = "gtfs validate '\(feed)' --date 2026-11-21 --fail-on never \(options)"
        let printed = try files.shell(validate + " --stdout")
        try #require(printed.end == .exited(0), "\(printed.standardError)")
        let written = try files.shell(validate + " --quiet -o reports")
        try #require(written.end == .exited(0), "\(written.standardError)")
        let url = URL(fileURLWithPath: files.folder.path + "/reports/report.json")
        return [
            try JSONValue(json: printed.standardOutput.utf8),
            try JSONValue(json: Data(contentsOf: url)),
        ]
    }

    /// A feed in which a lot is wrong: no feed_info.txt, an agency without a name, a bad date,
    /// undefined ids, an unknown column.
    private static let broken: TestFeed = """
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        A,,nowhere,Mars/Olympus
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon,colour
        S,Somewhere,x,1000,red
        # routes.txt
        route_id,route_type
        R,3
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        W,1,1,1,1,1,1,1,20261301,20261231
        # trips.txt
        route_id,service_id,trip_id
        R,W,T
        Q,W,U
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T,08:00:00,08:00:00,S,1
        T,07:00:00,07:00:00,NOWHERE,2
        """

    @Test("The reports of the sample, and of a broken feed, are what report.schema.json says")
    func rightReports() throws {
        let broken = try Self.broken.write(to: files.folder)
        let bare = try TestFeed("# agency.txt\nagency_id\n").write(to: files.folder, as: "bare")
        for (feed, options) in [
            ("feeds/sample", ""), (broken, ""), (broken, "--compat canonical -c AU"), (bare, ""),
        ] {
            for report in try reports(feed, options) {
                #expect(try Self.problems(report, "report") == [], "\(feed) \(options)")
            }
        }
        let codes = try reports(broken)[0]["notices"]?.list?.compactMap { $0["code"]?.text } ?? []
        #expect(codes.count > 5)
    }

    @Test("The report on messages is what report.schema.json says")
    func messages() throws {
        let run = try files.shell(
            "gtfs realtime check feeds/sample-realtime.pb sample.sqlite --stdout")
        let report = try JSONValue(json: run.standardOutput.utf8)
        #expect(try Self.problems(report, "report") == [])
        #expect(report["summary"]?["realtime"]?["matchedPercent"] != nil)
    }

    @Test(
        "Files of an earlier release follow today's schemas, and its report is a baseline",
        arguments: EarlierRelease.all)
    func releases(release: EarlierRelease) throws {
        for (file, schema) in [
            ("report.json", "report"), ("departures.json", "departures"), ("diff.json", "diff"),
        ] {
            let value = try JSONValue(json: Data(release.text(file).utf8))
            let today = try Self.schema(schema)
            let problems = JSONSchema(root: today, forbidsUnknownKeys: false)
                .problems(of: value, against: today)
            #expect(problems == [], "\(file)")
        }
        let feed = try files.folder.write(
            "old/agency.txt", Array("agency_id,agency_name,agency_url,agency_timezone\n".utf8))
        let folder = URL(fileURLWithPath: feed).deletingLastPathComponent().path
        for options in ["", "--baseline '\(release.path("report.json"))'"] {
            let run = try files.shell(
                "gtfs validate '\(folder)' --date 2026-11-21 --quiet \(options)")
            #expect(run.end == .exited(options.isEmpty ? 1 : 0), "\(run.standardError)")
        }
    }

    @Test("A report that is damaged is not")
    func wrongReports() throws {
        let broken = try Self.broken.write(to: files.folder)
        let report = try reports(broken)[1]
        let head = try #require(report["summary"])
        let found = try #require(report["notices"]?.list)

        func isWrong(_ change: (inout JSONValue) -> Void) throws -> Bool {
            var changed = report
            change(&changed)
            return try !Self.problems(changed, "report").isEmpty
        }
        func summary(_ key: String, _ value: JSONValue?) -> (inout JSONValue) -> Void {
            { report in
                var changed = head
                changed[key] = value
                report["summary"] = changed
            }
        }
        func notice(_ key: String, _ value: JSONValue?) -> (inout JSONValue) -> Void {
            { report in
                var changed = found[0]
                changed[key] = value
                report["notices"] = .list([changed])
            }
        }
        #expect(try !isWrong { _ in })
        #expect(try isWrong { $0["notices"] = nil })
        #expect(try isWrong { $0 = .list([]) })
        for change in [
            summary("validatedAt", .text("today")), summary("threads", .number(0)),
            summary("dateForValidation", .text("2026-02-30")), summary("countryCode", .text("au")),
            summary("counts", .object(["Stops": .number(-1)])), summary("files", nil),
            summary("htmlReportName", nil), summary("feedInfo", .object([:])),
            notice("code", .text("No Such")), notice("severity", .text("error")),
            notice("totalNotices", .number(0)), notice("totalNotices", .number(1.5)),
            notice("sampleNotices", .list([])), notice("summary", nil),
            notice("reference", .text("see above")),
        ] { #expect(try isWrong(change)) }
    }

    private func smallFeed() throws -> String {
        try TestFeed.base.write(to: files.folder, as: "small")
    }

    /// The outcome of reading a text, beside that of its schema.
    private func verdicts(on text: String) throws -> (isRead: Bool, problems: [String]) {
        let file = try files.folder.write("settings.yaml", Array(text.utf8))
        let run = try files.shell(
            "gtfs validate '\(smallFeed())' --date 2026-11-21 --quiet --config '\(file)'")
        let value = try #require(JSONValue(try Yams.load(yaml: text)))
        return (run.end == .exited(0), try Self.problems(value, "gtfs-yaml"))
    }

    @Test("The settings of the page are read, and are what gtfs-yaml.schema.json says")
    func settings() throws {
        let block = try #require(
            try MarkdownDocument("schema/command.md").blocks.first { $0.name == "gtfs.yaml" })
        let known = try files.shell(
            "mkdir known && gtfs validate '\(smallFeed())' --date 2026-11-21 --quiet -o known")
        try #require(known.end == .exited(0))
        for text in [
            block.text, "fail_on: never\n", "ignore: []\n", "severity: { unknown_file: error }\n",
            "country_code: nz\n",
        ] {
            let verdicts = try self.verdicts(on: text)
            #expect(verdicts.isRead, "\(text)")
            #expect(verdicts.problems == [], "\(text)")
        }
    }

    @Test(
        "Wrong settings are refused, by the command and by the schema",
        arguments: [
            "failon: error", "fail_on: ERROR", "fail_on: [error]", "ignore: unknown_column",
            "ignore: [No Such]", "severity: { unknown_column: BAD }", "severity: [unknown_column]",
            "[fail_on]",
        ])
    func wrongSettings(text: String) throws {
        let verdicts = try self.verdicts(on: text + "\n")
        #expect(!verdicts.isRead)
        #expect(verdicts.problems != [])
    }

    @Test("The definition of the page is read")
    func definition() throws {
        let block = try #require(
            try MarkdownDocument("schema/publishing.md").blocks.first { $0.name == "definition" })
        let path = try files.folder.write("definitions/sydney.yaml", Array(block.text.utf8))
        let feeds = try FeedDefinitions.load(path).map { try $0.get() }
        #expect(feeds.map(\.id) == ["sydney"])
        #expect(feeds.first?.publishFolder == "/var/lib/gtfs/sydney")
    }
}
