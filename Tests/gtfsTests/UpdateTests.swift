import Foundation
import TestSupport
import Testing

@Suite("gtfs update", .blocking)
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

    @Test("The feed itself is published in the form of the option, and status names it")
    func publishedFeed() throws {
        let place = try NightlyPlace(settings: ["publish_feed: source"])
        func feed() throws -> [String: Any] {
            let current = try #require(try place.manifest()["current"] as? [String: Any])
            return try #require(current["feed"] as? [String: Any])
        }
        let first = try place.update("--publish-feed", "export")
        #expect(first.code == 0 && first.output.contains(", feed "))
        #expect(try feed()["form"] as? String == "export")
        let name = try #require(try feed()["name"] as? String)
        let status = try Command.run(["status", place.definition], in: place.folder)
        #expect(status.output.contains("feed file\n") && status.output.contains("  \(name)\n"))
        #expect(try place.update("--all").code == 0)
        #expect(try feed()["form"] as? String == "source")
        #expect(try place.update("--all", "--publish-feed", "export").code == 0)
        #expect(try feed()["form"] as? String == "export")
        #expect(try place.isWhole())
        #expect(try place.update("--publish-feed", "all").code == 64)
        #expect(try place.update("--rollback", "--publish-feed", "export").code == 64)
    }

    @Test("A feed without trips ends with 65; the published version stays, and status says why")
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

    @Test("A feed without trips is published with --force")
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

    @Test("A published feed that soon ends is reported every night, also with --quiet")
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
            #expect(outcome.errors.hasPrefix("gtfs: town: the published feed ends on "))
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
        #expect(status.output.contains("\ntown: the published feed ends on "))
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
