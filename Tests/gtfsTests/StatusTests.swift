import Foundation
import TestSupport
import Testing

@Suite("gtfs status", .blocking)
struct StatusTests {
    /// The status of a feed in words, as JSON, and for Prometheus.
    private func status(
        of place: NightlyPlace, _ arguments: String...
    ) throws -> (text: Command.Outcome, json: [String: Any], metrics: String) {
        let metrics = place.folder.path + "/status.prom"
        let text = try Command.run(
            ["status", place.definition, "--metrics", metrics] + arguments, in: place.folder)
        let json = try Command.run(
            ["status", place.definition, "--json"] + arguments, in: place.folder)
        #expect(json.code == text.code)
        let feeds = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        return (
            text, try #require((feeds as? [[String: Any]])?.first),
            try String(contentsOfFile: metrics, encoding: .utf8)
        )
    }

    @Test("status exits 1 with a line for each feed that needs attention, and 0 when none does")
    func status() throws {
        let place = try NightlyPlace()
        func status(_ arguments: String...) throws -> Command.Outcome {
            try Command.run(["status", place.definition] + arguments, in: place.folder)
        }
        let never = try status()
        #expect(never.code == 1)
        #expect(never.output.hasSuffix("\ntown: no update of this feed has ended yet\n"))
        try place.update()
        #expect(try status().code == 0)
        try place.serve(NightlyPlace.feed(trips: 5))
        try place.update()
        let refused = try status()
        #expect(refused.code == 1)
        #expect(refused.output.contains("refused (2)"))
        #expect(refused.output.contains("\ntown: not published: 1 guard refused the new version"))
        #expect(refused.output.contains("\n  max_drop_percent: trips fell"))
        try place.folder.write("feed.zip", Array("no archive".utf8))
        try place.update()
        #expect(try status().code == 1)
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(status("--json").output.utf8))
                as? [[String: Any]])
        #expect((json.first?["attention"] as? [String])?.count == 1)
        #expect([199, 200].contains(json.first?["expires_in_days"] as? Int))
        try place.serve(NightlyPlace.feed())
        try place.update()
        #expect(try status().code == 0)
    }

    @Test("A job that runs no longer is noticed by the age of its last check")
    func overdue() throws {
        let place = try NightlyPlace(settings: ["max_age: 36h"])
        try place.update()
        var found = try status(of: place)
        #expect(found.text.code == 0)
        #expect(found.json["overdue"] as? Bool == false)
        #expect(found.json["max_age_seconds"] as? Int == 36 * 3600)
        #expect(found.metrics.contains("gtfs_update_overdue{feed=\"town\"} 0\n"))
        #expect(found.metrics.contains("gtfs_update_max_age_seconds{feed=\"town\"} 129600\n"))
        // The last check was six days ago.
        let path = place.publishFolder + "/.gtfs/status.json"
        var status = try JSON.object(String(contentsOfFile: path, encoding: .utf8))
        let then = Date(timeIntervalSinceNow: -6.5 * 86_400).formatted(.iso8601)
        status["checked_at"] = then
        try JSONSerialization.data(withJSONObject: status).write(to: URL(fileURLWithPath: path))
        found = try self.status(of: place)
        #expect(found.text.code == 1)
        #expect(found.text.output.contains("published, overdue"), "\(found.text.output)")
        #expect(
            found.text.output.contains(
                "\ntown: the last check was at \(then), 6 days ago: gtfs update has to run at least "
                    + "every 36 hours (max_age)\n"), "\(found.text.output)")
        #expect(found.json["overdue"] as? Bool == true)
        #expect((found.json["attention"] as? [String])?.count == 1)
        #expect(found.metrics.contains("gtfs_update_overdue{feed=\"town\"} 1\n"))
        #expect(try self.status(of: place, "--max-age", "7d").text.code == 0)
        #expect(try place.update().code == 0)
        #expect(try self.status(of: place).text.code == 0)
    }

    @Test("A run that was killed, or could write nothing, is noticed")
    func unrecorded() throws {
        let place = try NightlyPlace()
        try place.update()
        // Where the status was, nothing can be written.
        let path = place.publishFolder + "/.gtfs/status.json"
        let status = try Data(contentsOf: URL(fileURLWithPath: path))
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(
            atPath: path + "/x", withIntermediateDirectories: true)
        try place.folder.write("feed.zip", Array("no archive".utf8))
        let metrics = place.folder.path + "/gtfs.prom"
        let failed = try place.update("--metrics", metrics)
        #expect(failed.code != 0)
        #expect(
            try String(contentsOfFile: metrics, encoding: .utf8)
                .contains("gtfs_update_exit_code{feed=\"town\"} \(failed.code)\n"))
        try FileManager.default.removeItem(atPath: path)
        try status.write(to: URL(fileURLWithPath: path))
        func expectAlarm() throws {
            let found = try self.status(of: place)
            #expect(found.text.code == 1)
            #expect(found.text.output.contains("no end recorded"), "\(found.text.output)")
            #expect(
                found.text.output.contains(
                    "has not recorded how it ended: it was killed, or could not write\n"),
                "\(found.text.output)")
            #expect(found.json["unrecorded_since"] is String)
            #expect(found.metrics.contains("gtfs_update_exit_code{feed=\"town\"} 70\n"))
            #expect(!found.metrics.contains("unrecorded_timestamp_seconds{feed=\"town\"} 0\n"))
        }
        try expectAlarm()
        try place.serve(NightlyPlace.feed("Large", trips: 30_000))
        try place.update()
        var found = try self.status(of: place)
        #expect(found.text.code == 0, "\(found.text.output)")
        #expect(found.json["unrecorded_since"] == nil)
        try place.serve(NightlyPlace.feed("Larger", trips: 30_000))
        let command = try place.start("--quiet")
        let lease = place.publishFolder + "/.gtfs/lease.json"
        while !FileManager.default.fileExists(atPath: lease) { usleep(1000) }
        // A run at work is none that ended.
        found = try self.status(of: place)
        #expect(found.text.code == 0, "\(found.text.output)")
        command.send(SIGKILL)
        _ = try command.wait()
        try expectAlarm()
        // A run that finds the folder taken, and one of another feed, leave no mark.
        #expect(try place.update().code == 0)
        let other = try place.folder.write(
            "other.yaml", Array("id: other\nsource: feed.zip\npublish: published".utf8))
        #expect(try Command.run(["update", other], in: place.folder).code == 65)
        #expect(try self.status(of: place).text.code == 0)
    }

    @Test("A manifest that cannot be read is a failed run, and status says why")
    func unreadableManifest() throws {
        let place = try NightlyPlace()
        try place.update()
        let path = place.publishFolder + "/manifest.json"
        let manifest = try Data(contentsOf: URL(fileURLWithPath: path))
        func expectFailure(_ code: Int32, _ words: String) throws {
            #expect(try place.update().code == code)
            for arguments in [[], ["--verify"]] {
                let status = try Command.run(
                    ["status", place.definition] + arguments, in: place.folder)
                #expect(status.code == 1)
                #expect(status.output.contains("failed (\(code))"), "\(status.output)")
                #expect(status.output.contains(words), "\(status.output)")
            }
        }
        try manifest.prefix(300).write(to: URL(fileURLWithPath: path))
        try expectFailure(65, "manifest.json: is not a manifest of this tool; move it away")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        try expectFailure(74, "manifest.json: cannot be read: it is not a file")
        try FileManager.default.removeItem(atPath: path)
        try manifest.write(to: URL(fileURLWithPath: path))
        #expect(try place.update().code == 0)
        #expect(try Command.run(["status", place.definition], in: place.folder).code == 0)
    }

    @Test(
        "A run that a signal ended is interrupted, the first of a feed too",
        arguments: [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP")])
    func interrupted(signal: Int32, name: String) throws {
        let place = try NightlyPlace()
        try place.serve(NightlyPlace.feed("Large", trips: 30_000))
        let lease = place.publishFolder + "/.gtfs/lease.json"
        for isFirst in [true, false] {
            let version = try place.version()
            let command = try place.start("--quiet", "--force", "unchanged")
            while !FileManager.default.fileExists(atPath: lease) { usleep(1000) }
            command.send(signal)
            #expect(try command.wait().code == 128 + signal)
            let found = try status(of: place)
            #expect(found.text.code == 1)
            #expect(
                found.text.output.contains("interrupted (\(128 + signal))"), "\(found.text.output)")
            #expect(
                found.text.output.contains("\ntown: interrupted by \(name) (since "),
                "\(found.text.output)")
            #expect(found.json["unrecorded_since"] == nil)
            let recorded = try #require(found.json["status"] as? [String: Any])
            #expect(recorded["outcome"] as? String == "interrupted")
            #expect(recorded["version"] as? String == version)
            #expect(
                found.metrics.contains("gtfs_update_exit_code{feed=\"town\"} \(128 + signal)\n"))
            #expect(
                found.metrics.contains(
                    "gtfs_update_unrecorded_timestamp_seconds{feed=\"town\"} 0\n"))
            guard isFirst else { break }
            #expect(try place.update().code == 0)
            #expect(try status(of: place).text.code == 0)
        }
        #expect(try place.isWhole())
    }
}
