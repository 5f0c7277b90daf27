import Foundation
import TestSupport
import Testing

@Suite("Checks of messages", .blocking)
struct RealtimeCheckTests {
    private let place: Workplace
    /// Two updates: of a trip that the feed has, and of one that it lacks.
    private let path: String

    init() throws {
        place = try Workplace(.base)
        try #require(place.build("--quiet").code == 0)
        path = try place.folder.write("trips.pb", Self.message(["T1", "T99"]))
    }

    private static func message(_ trips: [String], at time: Int64 = 1_795_586_400) -> [UInt8] {
        WireMessage { message in
            message.message(1) { header in
                header.text(1, "2.0")
                header.number(2, 0)
                header.number(3, time)
            }
            for trip in trips {
                message.message(2) { entity in
                    entity.text(1, trip)
                    entity.message(3) { update in
                        update.message(1) { descriptor in
                            descriptor.text(1, trip)
                            descriptor.number(4, 3)
                        }
                        update.message(3) { $0.text(1, "bus") }
                        update.number(4, time)
                    }
                }
            }
        }.bytes
    }

    private func check(_ arguments: String...) throws -> Command.Outcome {
        try Command.run(
            ["realtime", "check", path, place.bundle, "--at", "2026-11-25T06:00:10Z"] + arguments,
            in: place.folder)
    }

    @Test("The share that fits comes first, then each code with its number")
    func text() throws {
        let outcome = try check()
        #expect(outcome.code == 1)
        #expect(outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        try #require(lines.count > 4)
        #expect(lines[0].hasSuffix("50 % of those for scheduled trips fit"))
        #expect(lines[1] == "  1 matched, 1 unknown_trip (T99)")
        #expect(lines[2] == "2 trip updates, 0 vehicles, 0 alerts")
        #expect(lines[3].hasSuffix("trips.pb: 1 error, 0 warnings, 0 infos"))
        #expect(lines[4].contains("E003") && lines[4].contains("tripId T99"))
    }

    @Test("Policy decides what fails") func policy() throws {
        #expect(try check("--ignore", "E003").code == 0)
        #expect(try check("--fail-on", "never").code == 0)
        #expect(try check("--severity", "E003=WARNING").code == 0)
        #expect(try check("--severity", "E003=WARNING", "--fail-on", "warning").code == 1)
        #expect(try check("--ignore", "E999").errors.contains("there is no notice E999"))
        let known = try place.folder.write("known.json", Array(check("--stdout").output.utf8))
        #expect(try check("--baseline", known).code == 0)
        // The next message is about other trips.
        try Data(Self.message(["T98", "T99"])).write(to: URL(fileURLWithPath: path))
        let next = try check("--baseline", known)
        #expect(next.code == 0)
        #expect(next.output.contains("known"))
    }

    @Test("Reports are those of gtfs validate") func reports() throws {
        let folder = place.folder.path
        let outcome = try check(
            "-o", folder + "/reports", "--sarif", folder + "/r.sarif", "--junit", folder + "/r.xml")
        #expect(outcome.code == 1)
        func text(_ name: String) throws -> String {
            try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
        }
        let report = try JSON.object(text("reports/report.json"))
        let summary = try #require(report["summary"] as? [String: Any])
        let realtime = try #require(summary["realtime"] as? [String: Any])
        #expect(realtime["matchedPercent"] as? Int == 50)
        #expect(realtime["tripUpdates"] as? Int == 2)
        #expect(summary["countryCode"] == nil)
        let page = try text("reports/report.html")
        #expect(page.contains("GTFS Realtime check") && page.contains("id=\"E003\""))
        #expect(page.contains("Example, not from this feed"))
        #expect(try text("r.sarif").contains("\"ruleId\":\"E003\""))
        let junit = try text("r.xml")
        #expect(junit.contains("<testcase classname=\"gtfs\" name=\"E003\">\n      <failure"))
        #expect(junit.contains("<testcase classname=\"gtfs\" name=\"rt_no_header\"/>"))
        #expect(try check("--github").output.hasPrefix("::error file="))
    }

    @Test("A message is compared with the one before") func before() throws {
        let earlier = try place.folder.write(
            "before.pb", Self.message(["T1"], at: 1_795_586_410))
        let outcome = try check("--before", earlier)
        #expect(outcome.output.contains("E018"))
        #expect(try !check().output.contains("E018"))
        #expect(try check("--before", earlier, "--before", earlier).code == 64)
    }

    @Test("A recorded series is checked one by one, each as of its time and beside the one before")
    func series() throws {
        let next = try place.folder.write("next.pb", Self.message(["T1"], at: 1_795_586_430))
        func check(_ arguments: String...) throws -> Command.Outcome {
            try Command.run(
                ["realtime", "check", place.bundle] + arguments, in: place.folder)
        }
        let together = try check(path, next, "--at", "2026-11-25T06:00:10Z")
        #expect(together.output.contains("rt_duplicate_trip_update"))
        let series = try check(path, next, "--series")
        #expect(series.errors.isEmpty)
        for code in ["rt_duplicate_trip_update", "W008", "E018"] {
            #expect(!series.output.contains(code), "\(code)")
        }
        #expect(series.output.contains("in the last of 2 checks"))
        #expect(series.output.contains("trips.pb to "))
        #expect(try check(next, path, "--series").output.contains("E018"))
        #expect(try check(path, next, "--series", "--before", path).code == 64)
        // In a folder the time of the messages is their order, whatever their names.
        try place.folder.write("recorded/b.pb", Self.message(["T1"], at: 1_795_586_400))
        try place.folder.write("recorded/a.pb", Self.message(["T1"], at: 1_795_586_430))
        let recorded = try check(place.folder.path + "/recorded")
        #expect(recorded.output.contains("in the last of 2 checks"))
        for code in ["rt_duplicate_trip_update", "W008", "E018"] {
            #expect(!recorded.output.contains(code), "\(code)")
        }
        #expect(try check(place.folder.path + "/recorded", "--at", "08:00").code == 64)
    }

    @Test("Of a folder with a series only the files are read")
    func filesOnly() throws {
        let folder = place.folder.path + "/recorded"
        try place.folder.write("recorded/a.pb", Self.message(["T1"]))
        #expect(mkfifo(folder + "/0.pb", 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/1.pb", withDestinationPath: "/dev/zero")
        let outcome = try place.run("realtime", "check", folder, place.bundle)
        #expect(outcome.code == 0)
        #expect(
            outcome.errors
                == ["0", "1"].map {
                    "gtfs: \(folder)/\($0).pb was left out: it is not a file\n"
                }.joined())
    }

    @Test("A body that is no message is a finding, a missing file a failure") func bodies() throws {
        let page = try place.folder.write("page.pb", Array("<html>".utf8))
        let outcome = try place.run("realtime", "check", page)
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("rt_not_a_message"))
        #expect(try place.run("realtime", "check", place.folder.path + "/none.pb").code == 66)
        #expect(try place.run("realtime", "check").code == 64)
        #expect(try place.run("realtime", "check", place.bundle).code == 64)
        #expect(try place.run("realtime", "check", path, "--watch", "1s").code == 64)
        let recorded = try place.run("realtime", "check", path)
        #expect(recorded.errors.contains("--at 2026-11-25T06:00:00Z checks as of then"))
    }

    @Test("URLs are asked again, and each answer is compared with the one before")
    func watch() throws {
        let now = Int64(Date().timeIntervalSince1970)
        let asked = DispatchSemaphore(value: 0)
        let server = try TestServer { request, number in
            asked.signal()
            return ServedReply(body: Self.message(["T1"], at: now - Int64(number)))
        }
        let outcome = try place.run(
            "realtime", "check", server.url("/trips?key=s3cret"), place.bundle, "--watch", "1s")
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("E018"), "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("in the last of 2 checks"))
        #expect(!outcome.output.contains("s3cret"))
        #expect(server.requests.count == 2)

        let command = try Command(
            ["realtime", "check", server.url("/trips"), place.bundle, "--watch", "1h"],
            folder: place.folder)
        for _ in 0..<3 { asked.wait() }
        usleep(300_000)
        command.send(SIGINT)
        #expect(try command.wait().output.contains("1 trip update, 0 vehicles, 0 alerts"))
    }

    @Test("A source that never answers does not pass, alone or beside one that does")
    func deadSource() throws {
        let message = Self.message(["T1"], at: Int64(Date().timeIntervalSince1970))
        let server = try TestServer { request, _ in
            request.path == "/dead"
                ? .status("404 Not Found") : ServedReply(body: message)
        }
        let dead = server.url("/dead")
        let alone = try place.run("realtime", "check", dead, place.bundle, "--watch", "1s")
        #expect(alone.code == 69)
        #expect(alone.output.isEmpty)
        // A line for each request, with its time, and the failure.
        #expect(alone.errorLines.count == 3)
        #expect(alone.errorLines.prefix(2).allSatisfy { $0.contains("Z: \(dead)") })
        let both = try place.run(
            "realtime", "check", server.url("/trips"), dead, place.bundle, "--watch", "1s")
        #expect(both.code == 69)
        #expect(both.output.contains("1 trip update, 0 vehicles, 0 alerts"))
    }

    @Test("A code is explained by any of its names") func rules() throws {
        let one = try place.run("rules", "E022").output
        #expect(one.hasPrefix("E022 (ERROR)\n") && one.contains("  wrong:\n"))
        #expect(
            try place.run("rules", "S013").output.hasPrefix("rt_copy_without_properties (ERROR)"))
        #expect(try place.run("rules").output.contains("rt_no_header "))
        let json = try JSON.object(try place.run("rules", "own-body", "--json").output)
        #expect(json["also"] as? [String] == ["own-body"])
    }
}
