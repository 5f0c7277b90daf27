import Foundation
import TestSupport
import Testing

@Suite("gtfs update")
struct UpdateTests {
    @Test("One line for each outcome, and its exit code")
    func outcomes() throws {
        let place = try NightlyPlace()
        let first = try place.update()
        #expect(first.code == 0)
        #expect(first.output.hasPrefix("town: published "))
        #expect(first.output.split(separator: "\n").count == 1)
        #expect(first.errors.isEmpty)
        let second = try place.update()
        #expect(second.code == 0)
        #expect(second.output.hasPrefix("town: unchanged: "))
        #expect(try place.update("--unchanged-exit", "10").code == 10)
        #expect(try place.update("--quiet").output.isEmpty)
        let version = try place.version()
        try place.serve(NightlyPlace.feed(trips: 5))
        let refused = try place.update()
        #expect(refused.code == 2)
        #expect(refused.errors.contains("max_drop_percent: trips fell from 20 to 5, by 75 %"))
        #expect(refused.errors.contains("--force max_drop_percent"))
        #expect(refused.errorLines.count < 12)
        #expect(try place.version() == version)
        #expect(try place.update("--force", "max_drop_percent").code == 0)
        #expect(try place.version() != version)
        #expect(try place.update("--force", "everything").code == 64)
        let back = try place.update("--rollback")
        #expect(back.code == 0)
        #expect(try place.version() == version)
        #expect(try place.isWhole())
    }

    @Test("A feed that yields nothing ends with 65; what is published stays, and status says why")
    func yieldsNothing() throws {
        let place = try NightlyPlace()
        #expect(try place.update().code == 0)
        let version = try place.version()
        var feed = NightlyPlace.feed("New")
        for file in feed.files { feed[file.name] = file.text.replacing(",", with: "\t") }
        try place.serve(feed)
        let outcome = try place.update("--quiet")
        #expect(outcome.code == 65)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("stops.txt: separated by tabs"), "\(outcome.errors)")
        #expect(try place.version() == version)
        #expect(try place.isWhole())
        let status = try Command.run(["status", place.definition], in: place.folder)
        #expect(status.output.contains("separated by tabs"), "\(status.output)")
    }

    @Test("Who means it publishes a feed that yields nothing")
    func allowEmpty() throws {
        let place = try NightlyPlace(settings: [
            "build: { allow_empty: true }", "guards: { allow_expired: true }",
        ])
        try place.serve(NightlyPlace.feed().without("trips.txt", "stop_times.txt"))
        let outcome = try place.update()
        #expect(outcome.code == 0, "\(outcome.errors)")
        let current = try #require(try place.manifest()["current"] as? [String: Any])
        #expect((current["archive_hash"] as? String)?.count == 64)
        #expect((current["line"] as? String)?.count == 32)
    }

    @Test("status exits 1 with a line for each feed that needs somebody, and 0 when none does")
    func status() throws {
        let place = try NightlyPlace()
        func status(_ arguments: String...) throws -> Command.Outcome {
            try Command.run(["status", place.definition] + arguments, in: place.folder)
        }
        let never = try status()
        #expect(never.code == 1)
        #expect(never.output.hasSuffix("\ntown: no update of it has ended yet\n"))
        try place.update()
        #expect(try status().code == 0)
        try place.serve(NightlyPlace.feed(trips: 5))
        try place.update()
        let refused = try status()
        #expect(refused.code == 1)
        #expect(refused.output.contains("refused (2)"))
        #expect(refused.output.contains("\ntown: not published: a guard refused the new version"))
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

    /// What status says, in words, as JSON, and to Prometheus.
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
        try expectFailure(74, "manifest.json: cannot be read: Is a directory")
        try FileManager.default.removeItem(atPath: path)
        try manifest.write(to: URL(fileURLWithPath: path))
        #expect(try place.update().code == 0)
        #expect(try Command.run(["status", place.definition], in: place.folder).code == 0)
    }

    @Test("What is published and soon ends is said every night, also with --quiet")
    func expiring() throws {
        let place = try NightlyPlace()
        try place.serve(NightlyPlace.feed(days: 8))
        let metrics = place.folder.path + "/gtfs.prom"
        #expect(try place.update("--quiet", "--metrics", metrics).errors.isEmpty)
        var text = try String(contentsOfFile: metrics, encoding: .utf8)
        #expect(
            text.contains("gtfs_expires_in_days{feed=\"town\"} 8")
                || text.contains("gtfs_expires_in_days{feed=\"town\"} 7"))
        try place.serve(NightlyPlace.feed(days: 4))
        for arguments in [["--force", "max_drop_percent"], ["--unchanged-exit", "10"]] {
            let outcome = try Command.run(
                ["update", place.definition, "--quiet", "--metrics", metrics] + arguments,
                in: place.folder)
            #expect(outcome.code == (arguments[0] == "--force" ? 0 : 10))
            #expect(outcome.errorLines.count == 1)
            #expect(outcome.errors.hasPrefix("gtfs: town: what is published ends on "))
            text = try String(contentsOfFile: metrics, encoding: .utf8)
            #expect(
                text.contains("gtfs_expires_in_days{feed=\"town\"} 4")
                    || text.contains("gtfs_expires_in_days{feed=\"town\"} 3"))
        }
        let event = try #require(
            try place.update("--quiet", "--log-format", "json", "--expiring-exit", "9").events()
                .first)
        #expect(event["event"] as? String == "warning")
        #expect([3, 4].contains(event["expires_in_days"] as? Int))
        let both = try place.update(
            "--quiet", "--expiring-exit", "9", "--unchanged-exit", "10")
        #expect(both.code == 9)
        let status = try Command.run(["status", place.definition], in: place.folder)
        #expect(status.code == 1)
        #expect(status.output.contains("\ntown: what is published ends on "))
        #expect(try place.update("--expiring-exit", "126").code == 64)
    }

    @Test("A first version that is refused leaves nothing published, and says so")
    func refusedFirst() throws {
        let place = try NightlyPlace(settings: ["guards: { must_exist_stops: [NOWHERE] }"])
        let outcome = try place.update()
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("  nothing is published yet; the candidate is kept at"))
        #expect(!outcome.errors.contains("published version stays"))
    }

    @Test("JSON for programs: a line for each step, and the result")
    func log() throws {
        let place = try NightlyPlace()
        let events = try place.update("--log-format", "json").events()
        #expect(
            events.compactMap { $0["step"] as? String }.starts(with: ["fetching", "comparing"]))
        let result = try #require(events.last)
        #expect(result["event"] as? String == "result")
        #expect(result["outcome"] as? String == "published")
        #expect(result["version"] as? String == (try place.version()))
    }

    @Test("Two at once: one waits as long as it is told, or leaves with 75")
    func twoAtOnce() throws {
        let release = DispatchSemaphore(value: 0)
        let asked = DispatchSemaphore(value: 0)
        let archive = ServedFile(try NightlyPlace.archive(NightlyPlace.feed()), etag: "\"1\"")
        let server = try TestServer { request, number in
            if number == 0 {
                asked.signal()
                release.wait()
            }
            return archive.reply(to: request)
        }
        let place = try NightlyPlace(source: server.url("/feed.zip"))
        let first = try place.start()
        asked.wait()
        let second = try place.update()
        #expect(second.code == 75)
        #expect(second.errors.contains("is being updated by process"))
        let third = try place.start("--wait", "60")
        release.signal()
        #expect(try first.wait().code == 0)
        #expect(try third.wait().code == 0)
        #expect(try third.wait().output.contains("unchanged"))
        #expect(try place.isWhole())
    }

    @Test("A signal at any moment leaves the published version and no litter")
    func signals() throws {
        // Of a version that is no longer kept files stay for one run more: here all are kept.
        let place = try NightlyPlace(settings: ["keep: 20"])
        try place.serve(NightlyPlace.feed("One", trips: 20_000))
        try place.update()
        for (index, milliseconds) in [0, 5, 20, 50, 100, 150, 200, 300, 400, 600].enumerated() {
            try place.serve(NightlyPlace.feed("Name \(index)", trips: 20_000))
            let signal = index % 2 == 0 ? SIGTERM : SIGINT
            let command = try place.start("--quiet")
            usleep(UInt32(milliseconds) * 1000)
            command.send(signal)
            let code = try command.wait().code
            // Before the program's first instruction, the signal kills it; after its last, no more.
            #expect([128 + signal, 0, -signal].contains(code))
            let hidden = try place.hiddenFiles()
            #expect(
                hidden.isSubset(of: [
                    "counter.txt", "lock", "state.json", "status.json", "versions.txt",
                ]),
                "\(hidden)")
            #expect(try place.folder.temporaryFiles().isEmpty)
            #expect(try place.isWhole())
            let named = Set(try place.publishedNames())
            #expect(Set(try place.files()).subtracting(named) == [])
        }
    }

    @Test("kill -9 at any moment: readers always find a whole version, and the next run recovers")
    func killed() async throws {
        let place = try NightlyPlace()
        try place.serve(NightlyPlace.feed("Zero", trips: 5_000))
        let start = ContinuousClock.now
        try place.update()
        let whole = Double((ContinuousClock.now - start).components.attoseconds) / 1e18 + 0.05
        let reader = ManifestReader(place.publishFolder)
        reader.start()
        let kills = ProcessInfo.processInfo.environment["UPDATE_KILLS"].flatMap { Int($0) } ?? 25
        var generator = SeededGenerator(seed: 11)
        for number in 0..<kills {
            try place.serve(NightlyPlace.feed("Name \(number)", trips: 5_000))
            let command = try place.start("--quiet")
            usleep(UInt32(Double.random(in: 0...1.2, using: &generator) * whole * 1e6))
            command.send(SIGKILL)
            _ = try command.wait()
            reader.lookOnce()
        }
        try place.serve(NightlyPlace.feed("Last", trips: 5_000))
        #expect(try place.update().code == 0)
        #expect(reader.stop() == [])
        #expect(try place.isWhole())
        // What the manifest before named stays for one run more.
        #expect(try place.update().code == 0)
        let named = Set(try place.publishedNames())
        #expect(Set(try place.files()) == named)
        #expect(
            try place.hiddenFiles() == [
                "counter.txt", "lock", "state.json", "status.json", "versions.txt",
            ])
    }

    @Test("Where no more can be written, nothing is published, and the line says why")
    func fullDisk() throws {
        let place = try NightlyPlace()
        try place.update()
        let version = try place.version()
        try place.serve(NightlyPlace.feed("Large", trips: 40_000))
        let gtfs = PackageRoot.executable("gtfs")
        let limited = try ProcessRun(
            "/bin/sh",
            ["-c", "ulimit -f 200; exec \"$0\" \"$@\"", gtfs, "update", place.definition],
            folder: place.folder
        ).wait()
        #expect(limited.end == .exited(74))
        #expect(limited.standardError.contains("cannot be written"))
        #expect(try place.version() == version)
        #expect(try place.isWhole())
        #expect(try place.update().code == 0)
        #expect(try place.isWhole())
    }

    @Test("Manifests are signed with the key of the definition")
    func signing() throws {
        let place = try NightlyPlace(settings: ["signing_key: secret.key"])
        let key = place.folder.path + "/secret.key"
        #expect(try Command.run(["keygen", "-o", key], in: place.folder).code == 0)
        #expect(try Command.run(["keygen", "-o", key], in: place.folder).code == 73)
        let attributes = try FileManager.default.attributesOfItem(atPath: key)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try place.update()
        func check(_ key: String) throws -> Command.Outcome {
            try Command.run(
                ["status", place.definition, "--verify", "--public-key", key], in: place.folder)
        }
        #expect(try check(key + ".pub").code == 0)
        let other = place.folder.path + "/other.key"
        try Command.run(["keygen", "-o", other], in: place.folder)
        let refused = try check(other + ".pub")
        #expect(refused.code == 1)
        #expect(refused.output.contains("signed with a different key"))
        for keys in [[other, key], [key, other]] {
            let either = try Command.run(
                ["status", place.definition, "--verify"]
                    + keys.flatMap { ["--public-key", $0 + ".pub"] }, in: place.folder)
            #expect(either.code == 0, "\(keys)")
        }
        let manifest = place.publishFolder + "/manifest.json"
        let text = try String(contentsOfFile: manifest, encoding: .utf8)
        try text.replacing("\"trips\" : 20", with: "\"trips\" : 21")
            .write(toFile: manifest, atomically: true, encoding: .utf8)
        #expect(try check(key + ".pub").output.contains("is not the one that was signed"))
        for name in try place.files() where name.hasSuffix(".sig") {
            try FileManager.default.removeItem(atPath: place.publishFolder + "/" + name)
        }
        #expect(try check(key + ".pub").output.contains("the manifest is not signed"))
    }
}

extension NightlyPlace {
    /// The files that the manifest names, the manifest and the link.
    func publishedNames() throws -> [String] {
        let manifest = try manifest()
        var versions = (manifest["previous"] as? [[String: Any]]) ?? []
        for key in ["current", "next"] {
            if let version = manifest[key] as? [String: Any] { versions.append(version) }
        }
        var names = ["manifest.json", "latest.sqlite"]
        for version in versions {
            for value in version.values {
                if let file = value as? [String: Any], let name = file["name"] as? String {
                    names.append(name)
                }
            }
            for delta in (version["deltas"] as? [[String: Any]]) ?? [] {
                if let name = delta["name"] as? String { names.append(name) }
            }
        }
        return names
    }
}
