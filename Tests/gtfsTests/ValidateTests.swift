import Foundation
import TestSupport
import Testing

@Suite("gtfs validate", .blocking)
struct ValidateTests {
    private let place: Workplace

    /// An error (a bad date, which also costs the row's service its days) and an info.
    private static let flawed = TestFeed.town.with(
        """
        # levels.txt
        level_id,level_index,colour
        L,zero,red
        M,"1 ",blue
        """)

    init() throws {
        place = try Workplace(Self.flawed)
    }

    private func totals(_ report: String) throws -> [String: Int] {
        let notices = try #require(try JSON.object(report)["notices"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: try notices.map {
                (
                    try #require($0["code"] as? String),
                    try #require($0["totalNotices"] as? Int)
                )
            })
    }

    @Test("Prints a summary, and exits 1 for an error")
    func summary() throws {
        let outcome = try place.run("validate", place.feed)
        #expect(outcome.code == 1)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.hasPrefix("\(place.feed): 1 error, "))
        #expect(outcome.output.contains("invalid_float"))
        #expect(outcome.output.contains("levels.txt row 2, fieldName level_index, fieldValue zero"))
    }

    @Test("The summary leads with losses and service, and lists what is missing by name")
    func losses() throws {
        var feed = TestFeed.base
        feed["trips.txt"] = "route_id,service_id,trip_id\nR,WD,T1\nR,X,T2\nR,X,T3\n"
        feed["stop_times.txt"] = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        let path = try feed.write(to: place.folder, as: "hollow")
        let lines = try place.run("validate", path, "--date", "2026-12-20").output
            .split(separator: "\n").map(String.init)
        #expect(
            lines.dropFirst().prefix(5) == [
                "Riders lose:", "  stop_times.txt has no row: no trip stops anywhere",
                "  Service ends on 31 Dec 2026, in 11 days",
                "  Service               1 Jan 2026 to 31 Dec 2026, 11 days left",
                "  Days without service  104",
            ])
        let missing = lines.first { $0.contains("missing_recommended_file") }
        #expect(missing?.hasSuffix("  feed_info.txt, shapes.txt") == true)
        #expect(
            lines.contains {
                $0.hasSuffix(
                    "  trips.service_id: 2 of 3 rows refer to no service; calendar.txt has 1 row, "
                        + "there is no calendar_dates.txt")
            })
        let canonical = try place.run("validate", path, "--compat", "canonical").output
        #expect(!canonical.contains("Riders lose") && !canonical.contains("Days without"))
    }

    @Test(
        "--fail-on decides on the exit code",
        arguments: [
            (["--fail-on", "never"], 0), (["--fail-on", "error"], 1),
            (["--compat", "canonical"], 0), (["--compat", "canonical", "--fail-on", "info"], 1),
            (["--ignore", "invalid_float"], 0),
            (["--ignore", "invalid_float", "--fail-on", "info"], 1),
            (["--severity", "invalid_float=WARNING"], 0),
            (["--severity", "invalid_float=warning", "--fail-on", "warning"], 1),
        ] as [([String], Int32)])
    func failOn(_ options: [String], _ code: Int32) throws {
        let outcome = try Command.run(
            ["validate", place.feed, "--quiet"] + options, in: place.folder)
        #expect(outcome.code == code)
        #expect(outcome.output.isEmpty)
    }

    @Test("--output writes the three reports, under other names if asked")
    func reports() throws {
        let folder = place.folder.path + "/new/reports"
        _ = try place.run("validate", place.feed, "-o", folder, "--html-report-name", "page.html")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(files == ["page.html", "report.json", "system_errors.json"])
        let report = try String(contentsOfFile: folder + "/report.json", encoding: .utf8)
        #expect(try totals(report)["invalid_float"] == 1)
        let summary = try #require(try JSON.object(report)["summary"] as? [String: Any])
        #expect(summary["htmlReportName"] as? String == "page.html")
        #expect((summary["counts"] as? [String: Int])?["Stops"] == 6)
        #expect((summary["agencies"] as? [[String: Any]])?.count == 2)
        #expect((summary["gtfsFeatures"] as? [String])?.contains("Shapes") == true)
        let page = try String(contentsOfFile: folder + "/page.html", encoding: .utf8)
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.contains("<code>invalid_float</code>"))
        // One page, nothing from outside.
        for outside in ["<script src", "<link", " src=", "@import", "url("] {
            #expect(!page.contains(outside), "\(outside)")
        }
    }

    @Test("Reports take the place of those of an earlier run, with losses and without")
    func again() throws {
        let folder = place.folder.path + "/reports"
        for date in ["2026-06-15", "2099-01-01", "2026-06-15"] {
            for compatibility in [[], ["--compat", "canonical"], ["-p"]] {
                let outcome = try Command.run(
                    ["validate", place.feed, "-o", folder, "--date", date, "--fail-on", "never"]
                        + compatibility, in: place.folder)
                #expect(outcome.code == 0, "\(date), \(compatibility): \(outcome.errors)")
            }
        }
    }

    @Test("--stdout prints report.json alone")
    func standardOutput() throws {
        let outcome = try place.run("validate", place.feed, "--stdout")
        #expect(try totals(outcome.output)["invalid_float"] == 1)
        #expect(outcome.output.split(separator: "\n").count == 1)
        let pretty = try place.run("validate", place.feed, "--stdout", "-p")
        #expect(try totals(pretty.output) == totals(outcome.output))
        #expect(pretty.output.split(separator: "\n").count > 10)
    }

    @Test(
        "The time of a report, and today, are those of the machine's time zone",
        arguments: [("UTC0", "Z"), ("XXX-14", "+14:00"), ("XXX3:30", "-03:30")])
    func timeZone(zone: String, suffix: String) throws {
        let outcome = try Command.run(
            ["validate", place.feed, "--stdout"], in: place.folder, environment: ["TZ": zone])
        let report = try JSON.object(outcome.output)
        let summary = try #require(report["summary"] as? [String: Any])
        let time = try #require(summary["validatedAt"] as? String)
        #expect(time.hasSuffix(suffix))
        let instant = try #require(ISO8601DateFormatter().date(from: time))
        #expect(abs(instant.timeIntervalSinceNow) < 120)
        #expect(summary["dateForValidation"] as? String == String(time.prefix(10)))
    }

    @Test("Several feeds: a folder for each, and one that fails stops no other")
    func severalFeeds() throws {
        let folder = place.folder.path + "/reports"
        let zip = try TestFeed.town.pack(as: .zip(options: ""), to: place.folder, as: "feed.zip")
        let outcome = try place.run(
            "validate", place.feed, "/nowhere.zip", zip, "-o", folder, "--threads", "2")
        #expect(outcome.code == 66)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.output.hasSuffix("\nindex: \(folder)/index.html\n"))
        let folders = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(folders == ["feed", "feed-2", "index.html", "nowhere"])
        // Reports of an earlier day are not taken for those of today.
        let errors = try String(
            contentsOfFile: folder + "/nowhere/system_errors.json", encoding: .utf8)
        #expect(errors.contains("\"i_o_error\""))
        let report = try String(contentsOfFile: folder + "/nowhere/report.json", encoding: .utf8)
        #expect(try totals(report).isEmpty)
    }

    @Test("An index leads to the reports of several feeds, those that matter most first")
    func index() throws {
        let folder = place.folder.path + "/reports"
        var clean = TestFeed.town
        clean["levels.txt"] = nil
        let fine = try clean.pack(as: .zip(options: ""), to: place.folder, as: "a fine%20.zip")
        let outcome = try place.run(
            "validate", fine, place.feed, "/nowhere.zip", "-o", folder, "--quiet")
        #expect(outcome.code == 66)
        let page = try String(contentsOfFile: folder + "/index.html", encoding: .utf8)
        let links = page.components(separatedBy: "<a href=\"").dropFirst().map {
            String($0.prefix { $0 != "\"" })
        }
        #expect(
            links == [
                "./nowhere/report.html", "./feed/report.html", "./a%20fine%2520/report.html",
            ])
        #expect(page.contains("Could not be read:</span> "))
        #expect(page.contains("<td class=\"number\"><span class=\"error\">1</span></td>"))
        #expect(page.contains("<h1>Validation of 3 feeds</h1>"))
        #expect(page.contains("default-src &#39;none&#39;") && !page.contains("<script"))
        // One feed needs none.
        let single = place.folder.path + "/single"
        _ = try place.run("validate", place.feed, "-o", single, "--quiet")
        #expect(!FileManager.default.fileExists(atPath: single + "/index.html"))
    }

    @Test("A feed called index.html does not stand in the way of the index")
    func feedCalledIndex() throws {
        let folder = place.folder.path + "/reports"
        let zip = try TestFeed.town.pack(
            as: .zip(options: ""), to: place.folder, as: "index.html.zip")
        _ = try place.run("validate", place.feed, zip, "-o", folder, "--quiet")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names == ["feed", "index.html", "index.html-2"])
    }

    @Test("A code or a setting that does not exist is a mistake of the command line")
    func mistakes() throws {
        for options in [
            ["--ignore", "no_such_code"], ["--severity", "no_such_code=ERROR"],
            ["--severity", "invalid_float=BAD"], ["--country-code", "AUS"],
            ["--date", "2026-13-01"], ["--baseline", "/nowhere.json"],
            ["--config", "/nowhere.yaml"], ["--stdout", "-o", "x"], ["--threads", "0"],
        ] {
            let outcome = try Command.run(["validate", place.feed] + options, in: place.folder)
            #expect(outcome.code == 64, "\(options): \(outcome.errors)")
            #expect(outcome.errorLines.first?.hasPrefix("gtfs: ") == true)
        }
        #expect(try place.run("validate").code == 64)
    }

    @Test("A settings file")
    func config() throws {
        let file = try place.folder.write(
            "gtfs.yaml",
            Array(
                """
                fail_on: warning
                ignore: [unknown_column]
                severity: { invalid_float: INFO, leading_or_trailing_whitespaces: INFO }
                """.utf8))
        let outcome = try place.run("validate", place.feed, "--config", file, "--stdout")
        let found = try totals(outcome.output)
        #expect(found["unknown_column"] == nil)
        #expect(found["invalid_float"] == 1)
        let wrong = try place.folder.write("wrong.yaml", Array("ignore: []\nfailon: error\n".utf8))
        let failure = try place.run("validate", place.feed, "--config", wrong)
        #expect(failure.code == 64)
        #expect(failure.errors.contains("wrong.yaml:2: unknown key failon"))
    }

    @Test("Settings in the working folder hold; options of the command line come first")
    func workingFolder() throws {
        var feed = Self.flawed
        feed["agency.txt"] = """
            agency_id,agency_name,agency_url,agency_timezone,agency_phone
            X,Crosstown,https://example.org,Europe/Paris,12345
            Y,Yellow Lines,https://example.com,Europe/Paris,

            """
        _ = try feed.write(to: place.folder, as: "flawed")
        func validate(_ options: String = "") throws -> (end: ProcessRun.End, found: [String: Int])
        {
            let line =
                "cd '\(place.folder.path)' && exec \"$0\" validate flawed --stdout \(options)"
            let run = try ProcessRun.run(
                "/bin/sh", ["-c", line, PackageRoot.executable("gtfs")], folder: place.folder)
            return (run.end, try totals(run.standardOutput))
        }
        let plain = try validate()
        #expect(plain.end == .exited(1))
        // Without a country, phone numbers are not checked.
        #expect(plain.found["invalid_phone_number"] == nil)
        #expect(try validate("-c US").found["invalid_phone_number"] == 1)
        try place.folder.write(
            ".gtfs.yaml",
            Array("fail_on: never\ncountry_code: US\nignore: [unknown_column]\n".utf8))
        let settled = try validate()
        #expect(settled.end == .exited(0))
        #expect(settled.found["invalid_phone_number"] == 1)
        #expect(settled.found["unknown_column"] == nil)
        let told = try validate("--fail-on error -c FR --ignore invalid_float")
        #expect(told.end == .exited(1))
        #expect(told.found["invalid_float"] == nil)
        try place.folder.write("other.yaml", Array("fail_on: error\n".utf8))
        #expect(try validate("--config other.yaml").found["unknown_column"] == 1)
    }

    @Test("A baseline: known findings do not fail, new ones do")
    func baseline() throws {
        let report = try place.run("validate", place.feed, "--stdout").output
        let file = try place.folder.write("known.json", Array(report.utf8))
        #expect(try place.run("validate", place.feed, "--baseline", file).code == 0)
        // The same number of findings, one row further down and with another value.
        let other = Self.flawed.with(
            """
            # levels.txt
            level_id,level_index,colour
            N,2,green
            L,zero,red
            M,"1 ",blue
            """)
        let moved = try other.write(to: place.folder, as: "moved")
        #expect(try place.run("validate", moved, "--baseline", file).code == 0)
        let changed = try other.with(
            "# levels.txt\nlevel_id,level_index,colour\nL,none,red\nM,\"1 \",blue"
        ).write(to: place.folder, as: "changed")
        let outcome = try place.run("validate", changed, "--baseline", file)
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("1 new"))
        let broken = try place.folder.write("broken.json", Array("{}".utf8))
        #expect(try place.run("validate", place.feed, "--baseline", broken).code == 64)
    }

    @Test("SARIF: a rule for each code, a place for each result")
    func sarif() throws {
        let file = place.folder.path + "/report.sarif"
        _ = try place.run("validate", place.feed, "--sarif", file)
        let log = try JSON.object(String(contentsOfFile: file, encoding: .utf8))
        #expect(log["version"] as? String == "2.1.0")
        let run = try #require((log["runs"] as? [[String: Any]])?.first)
        let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
        let rules = try #require(driver["rules"] as? [[String: Any]])
        let results = try #require(run["results"] as? [[String: Any]])
        let result = try #require(results.first { $0["ruleId"] as? String == "invalid_float" })
        let index = try #require(result["ruleIndex"] as? Int)
        #expect(rules[index]["id"] as? String == "invalid_float")
        #expect(result["level"] as? String == "error")
        let location = try #require((result["locations"] as? [[String: Any]])?.first)
        let physical = try #require(location["physicalLocation"] as? [String: Any])
        #expect(
            ((physical["artifactLocation"] as? [String: Any])?["uri"] as? String)?
                .hasSuffix("/feed/levels.txt") == true
        )
        #expect((physical["region"] as? [String: Any])?["startLine"] as? Int == 2)
    }

    @Test("JUnit: a test for each code, a failure for what fails the run")
    func junit() throws {
        let file = place.folder.path + "/junit.xml"
        _ = try place.run("validate", place.feed, "--junit", file)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "))
        #expect(
            text.contains("<testcase classname=\"gtfs\" name=\"invalid_float\">\n      <failure"))
        #expect(text.contains("<testcase classname=\"gtfs\" name=\"invalid_date\"/>"))
        #expect(text.components(separatedBy: "<failure").count == 2)
    }

    @Test("Annotations for GitHub")
    func gitHub() throws {
        let outcome = try place.run("validate", place.feed, "--github")
        let line = outcome.output.split(separator: "\n").first { $0.contains("invalid_float") }
        #expect(
            line?.contains("/feed/levels.txt,line=2,title=invalid_float::") == true)
    }

    /// The paths that SARIF and annotations have for an error in `levels.txt`.
    private func paths(_ feed: String, in folder: TestFolder) throws -> [String] {
        let file = folder.path + "/report.sarif"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: PackageRoot.executable("gtfs"))
        process.arguments = ["validate", feed, "--github", "--sarif", file]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(
            decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let line = output.split(separator: "\n").first { $0.contains("invalid_float") }
        let named = line?.prefixMatch(of: /::error file=([^,]*),line=2,title=/)?.1
        let log = try JSON.object(String(contentsOfFile: file, encoding: .utf8))
        let run = try #require((log["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        let result = try #require(
            results.first { $0["ruleId"] as? String == "invalid_float" },
            "\(feed): \(output)")
        let place = try #require((result["locations"] as? [[String: Any]])?.first)
        let physical = try #require(place["physicalLocation"] as? [String: Any])
        let uri = (physical["artifactLocation"] as? [String: Any])?["uri"] as? String
        return [named.map(String.init) ?? "", uri ?? ""]
    }

    @Test("SARIF and annotations name the files of a folder from the working folder on")
    func folderPaths() throws {
        let folder = try TestFolder()
        let feed = try Self.flawed.write(to: folder, as: "data/feed")
        for name in ["data/feed", "./data/feed", "data/feed/", "data/../data//feed/.", feed] {
            #expect(
                try paths(name, in: folder) == ["data/feed/levels.txt", "data/feed/levels.txt"])
        }
        let other = try Self.flawed.write(to: folder, as: "a b,c%#ü:d")
        let encoded = "a%20b%2Cc%25%23%C3%BC%3Ad/levels.txt"
        #expect(
            try paths(other, in: folder) == ["a b%2Cc%25#ü%3Ad/levels.txt", encoded])
        // The files of a folder in the folder, in another spelling.
        var nested = TestFeed("")
        for file in Self.flawed.files {
            nested["in/" + (file.name == "levels.txt" ? "Levels.txt" : file.name)] = file.text
        }
        _ = try nested.write(to: folder, as: "outer")
        #expect(
            try paths("outer", in: folder) == ["outer/in/Levels.txt", "outer/in/Levels.txt"])
    }

    @Test("The working folder itself, folders elsewhere and archives")
    func otherPaths() throws {
        let folder = try TestFolder()
        for file in Self.flawed.files { try folder.write(file.name, Array(file.text.utf8)) }
        for name in [".", "./", folder.path] {
            #expect(try paths(name, in: folder) == ["levels.txt", "levels.txt"])
        }
        let place = try TestFolder()
        let path = folder.path.replacingOccurrences(of: "//", with: "/") + "/levels.txt"
        #expect(try paths(folder.path, in: place) == [path, "file://" + path])
        _ = try Self.flawed.pack(as: .zip(options: ""), to: place, as: "feed.zip")
        #expect(try paths("feed.zip", in: place) == ["levels.txt", "levels.txt"])
    }

    @Test("The spellings of the canonical validator")
    func spellings() throws {
        let folder = place.folder.path + "/out"
        let outcome = try place.run(
            "validate", "-i", place.feed, "--output_base", folder, "--country_code", "us", "-svu",
            "-s", "/tmp", "-v", "r.json", "-e", "s.json", "-r", "h.html", "-n", "-p")
        #expect(outcome.code == 1)
        #expect(
            outcome.errors == """
                gtfs: --storage-directory has no effect
                gtfs: --export-notices-schema has no effect; see gtfs rules --json

                """)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(files == ["h.html", "r.json", "s.json"])
        let report = try String(contentsOfFile: folder + "/r.json", encoding: .utf8)
        #expect(report.contains(#""validatorVersion": "swift-gtfs/"#))
    }

    @Test("A build validates too, and fails only if told to")
    func build() throws {
        #expect(try place.build("--quiet").code == 0)
        let stored = "SELECT value FROM metadata WHERE key = 'notices'"
        let notices = try #require(try place.query(stored).first)
        #expect(try JSON.object(notices)["invalid_float"] as? Int == 1)
        #expect(try place.build("--quiet", "--fail-on", "error").code == 1)
        #expect(try place.build("--quiet", "--no-validate").code == 0)
        #expect(try place.build("--no-validate", "--fail-on", "error").code == 64)
    }

    @Test("A build is judged by what its filters keep, unless the whole feed is asked for")
    func buildOfPart() throws {
        let place = try Workplace(
            TestFeed.town.with(
                """
                # routes.txt
                route_id,agency_id,route_short_name,route_type
                BUS,X,1,3
                TRAM,X,2,zero
                """))
        #expect(try place.build("--quiet", "--fail-on", "error").code == 1)
        #expect(try place.build("--quiet", "--fail-on", "error", "--route", "TRAM").code == 1)
        let stored = "SELECT value FROM metadata WHERE key = 'notices'"
        for (options, code) in [([], 0), (["--validate-source"], 1)] as [([String], Int32)] {
            let outcome = try Command.run(
                ["build", place.feed, "-o", place.bundle, "--fail-on", "error", "--route", "BUS"]
                    + options, in: place.folder)
            #expect(outcome.code == code, "\(outcome.errors)")
            let notices = try JSON.object(try #require(place.query(stored).first))
            #expect(notices["invalid_integer"] as? Int == (code == 0 ? nil : 1))
            #expect(notices["foreign_key_violation"] as? Int == (code == 0 ? nil : 2))
        }
        #expect(try place.build("--validate-source", "--no-validate").code == 64)
    }

    @Test(
        "--ignore and --severity of a build change its report, but not the bundle's totals",
        arguments: [
            (["--ignore", "invalid_float"], 0, nil),
            (["--ignore", "unknown_column,invalid_float"], 0, nil),
            (["--severity", "invalid_float=warning"], 0, "WARNING"),
            (["--severity", "invalid_float=INFO"], 0, "INFO"),
            (["--severity", "unknown_column=ERROR"], 1, "ERROR"),
            (["--ignore", "unknown_column"], 1, "ERROR"),
        ] as [([String], Int32, String?)])
    func buildPolicy(options: [String], code: Int32, severity: String?) throws {
        let outcome = try Command.run(
            [
                "build", place.feed, "-o", place.bundle, "--log-format", "json", "--fail-on",
                "error",
            ] + options, in: place.folder)
        #expect(outcome.code == code, "\(outcome.errors)")
        let summary = try #require(try outcome.events().last)
        let notices = try #require(summary["notices"] as? [[String: Any]])
        let found = notices.first { $0["code"] as? String == "invalid_float" }
        #expect(found?["severity"] as? String == severity)
        let stored = try place.query("SELECT value FROM metadata WHERE key = 'notices'")
        let totals = try JSON.object(try #require(stored.first))
        #expect(totals["invalid_float"] as? Int == 1)
        #expect(totals["unknown_column"] as? Int == 1)
    }

    @Test("A build refuses codes that do not exist, and a policy for rules that it does not run")
    func wrongBuildPolicy() throws {
        for options in [
            ["--ignore", "no_such_code"], ["--severity", "no_such_code=ERROR"],
            ["--severity", "invalid_float=BAD"], ["--no-validate", "--ignore", "invalid_float"],
            ["--no-validate", "--severity", "invalid_float=INFO"],
        ] {
            let outcome = try Command.run(
                ["build", place.feed, "-o", place.bundle] + options, in: place.folder)
            #expect(outcome.code == 64, "\(options): \(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: place.bundle))
        }
    }

    @Test("Totals that depend on today are stored only with --date")
    func today() throws {
        let stored = "SELECT value FROM metadata WHERE key = 'notices'"
        try place.build("--quiet")
        #expect(try place.query(stored).first?.contains("expired_calendar") == false)
        try place.build("--quiet", "--date", "2027-06-01")
        #expect(try place.query(stored).first?.contains("expired_calendar") == true)
    }
}
