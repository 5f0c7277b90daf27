import BundleDelta
import BundleManifest
import FeedReading
import Foundation
import GRDB
import GTFSSchedule
import Publishing
import SystemLayer
import TestSupport
import Testing

@Suite("Updates")
struct FeedUpdateTests {
    private let place: UpdatePlace

    init() throws {
        place = try UpdatePlace()
    }

    @Test("A refusal is one although the candidate cannot be kept")
    func unkeptCandidate() throws {
        try place.serve(NightlyFeed())
        try place.update()
        try place.folder.write("published/refused", [1])
        try place.serve(NightlyFeed(trips: 5))
        #expect(try place.refusals() == [.maxDropPercent])
    }

    @Test("The first run publishes; everything the manifest names is there as it says")
    func first() throws {
        place.settings = ["licence: CC0-1.0", "attribution: The Town"]
        try place.serve(NightlyFeed())
        let result = try place.update()
        #expect(result.outcome == .published)
        let manifest = try #require(try place.manifest())
        #expect(manifest.current.version.hasPrefix("20260601-"))
        #expect(
            manifest.current.contentHash.hasPrefix("xxh3:\(manifest.current.version.suffix(8))"))
        #expect(manifest.licence == "CC0-1.0")
        #expect(manifest.attribution == "The Town")
        #expect(manifest.current.counts.trips == 40)
        #expect(manifest.current.validFrom == "20260101")
        #expect(manifest.current.validUntil == "20261231")
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
        let names = Set(manifest.current.names + ["manifest.json", "latest.sqlite"])
        #expect(Set(try place.published()) == names)
        let status = try #require(try place.status())
        #expect(status.outcome == .published)
        #expect(status.version == manifest.current.version)
        #expect(status.failingSince == nil)
    }

    @Test("A night on which nothing changed writes the same manifest with a later end")
    func unchanged() throws {
        try place.serve(NightlyFeed())
        try place.update()
        var before = try #require(try place.manifest())
        #expect(before.expires == "2026-06-08T03:00:00Z")
        let counter = try #require(before.counter)
        // An hour later there is no need yet.
        place.now = "2026-06-01T04:00:00Z"
        #expect(try place.update().outcome == .unchanged)
        #expect(try place.manifest() == before)
        place.now = "2026-06-02T03:00:00Z"
        #expect(try place.update().outcome == .unchanged)
        before.generatedAt = "2026-06-02T03:00:00Z"
        before.expires = "2026-06-09T03:00:00Z"
        before.counter = counter + 1
        #expect(try place.manifest() == before)
        #expect(try place.status()?.checkedAt == "2026-06-02T03:00:00Z")
        #expect(try place.status()?.manifestExpires == "2026-06-09T03:00:00Z")
    }

    @Test("A night that failed has not changed what is published, and the manifest says that anew")
    func renewedThoughFailed() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let before = try #require(try place.manifest())
        try place.serve(NightlyFeed(trips: 5))
        place.now = "2026-06-02T03:00:00Z"
        #expect(try place.refusals() == [.maxDropPercent])
        let after = try #require(try place.manifest())
        #expect(after.versions == before.versions)
        #expect(after.expires == "2026-06-09T03:00:00Z")
        #expect(before.isOlder(than: after))
        #expect(try place.status()?.manifestExpires == after.expires)
    }

    @Test("The counter grows whatever happens to the folder, and is never used again")
    func counter() throws {
        try place.serve(NightlyFeed())
        try place.update()
        var last = try #require(try place.manifest()?.counter)
        func expectGrown(_ what: String) throws {
            let counter = try #require(try place.manifest()?.counter)
            #expect(counter > last, "\(what)")
            last = counter
        }
        let folder = place.publishFolder
        let first = try #require(try WholeFile.read(folder.manifestPath))
        try place.serve(NightlyFeed(marketName: "New"))
        try place.update()
        try expectGrown("another version")
        try Rollback(place.definition(), place.options()).run(to: nil) { 1 }
        try expectGrown("rolled back")
        // The backup of a manifest does not bring its number back.
        try WholeFile.write(first, to: folder.manifestPath)
        try place.update { $0.rebuilds = true }
        try expectGrown("from a backup")
        try FileManager.default.removeItem(atPath: folder.path)
        place.now = "2026-06-02T03:00:00Z"
        try place.update()
        try expectGrown("made anew")
        // A manifest of an earlier tool has neither; it gets both at once.
        var old = try #require(try place.manifest())
        (old.counter, old.expires) = (nil, nil)
        try WholeFile.write(old.json, to: folder.manifestPath)
        try place.update()
        try expectGrown("of an earlier tool")
        #expect(try place.manifest()?.expires == "2026-06-09T03:00:00Z")
        old.counter = .max
        try WholeFile.write(old.json, to: folder.manifestPath)
        place.now = "2026-06-03T03:00:00Z"
        #expect(throws: PublishingError.self) { try place.update() }
    }

    @Test("Manifests end when the definition says, or never; who runs late is told")
    func manifestDays() throws {
        func warning(_ now: String) throws -> String? {
            let instant = try #require(Timestamp.date(now)).timeIntervalSince1970
            return try place.status()?.manifestWarning(
                at: instant, days: place.definition().manifestDays)
        }
        place.settings = ["manifest_days: 3"]
        try place.serve(NightlyFeed())
        try place.update()
        #expect(try place.manifest()?.expires == "2026-06-04T03:00:00Z")
        #expect(try warning("2026-06-03T02:59:00Z") == nil)
        #expect(try warning("2026-06-03T03:01:00Z")?.contains("expires at 2026-06-04") == true)
        #expect(try warning("2026-06-04T03:01:00Z")?.contains("has expired") == true)
        place.settings = ["manifest_days: 0"]
        try place.update()
        #expect(try place.manifest()?.expires == nil)
        #expect(try warning("2036-06-04T03:01:00Z") == nil)
    }

    @Test("A manifest that somebody changed is not signed as if it were ours")
    func foreignManifest() throws {
        let key = SigningKey().files.secret.trimmingCharacters(in: .whitespacesAndNewlines)
        place.settings = ["signing_key: ${KEY}"]
        func update() throws { try place.update { $0.environment = ["KEY": key] } }
        try place.serve(NightlyFeed())
        try update()
        var manifest = try #require(try place.manifest())
        manifest.homepage = "https://evil.example"
        try WholeFile.write(manifest.json, to: place.publishFolder.manifestPath)
        do {
            try update()
            Issue.record("a manifest of somebody else's was signed")
        } catch {
            #expect("\(error)".contains("is not the one that was signed"))
            #expect("\(error)".contains("remove the files manifest-*.sig"))
        }
        for name in try place.published() where name.hasSuffix(".sig") {
            Files.remove(place.publishFolder.file(name))
        }
        try update()
        #expect(try place.published().contains { $0.hasSuffix(".sig") })
    }

    @Test("A feed that was only packed anew has not changed")
    func repacked() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let before = try place.manifest()
        for kind: ArchiveBuilder.Kind in [.zip(options: "compression=store"), .gzippedTar] {
            try place.serve(NightlyFeed(), as: kind)
            #expect(try place.update().outcome == .unchanged)
            #expect(try place.manifest() == before)
        }
    }

    @Test("A changed feed becomes a version of its own, with a delta and a report of what changed")
    func changed() throws {
        var feed = NightlyFeed(stops: 400, trips: 4000)
        try place.serve(feed)
        try place.update()
        let old = try #require(try place.manifest()).current
        feed.marketName = "Old Market"
        try place.serve(feed)
        place.now = "2026-06-02T03:00:00Z"
        #expect(try place.update().outcome == .published)
        let manifest = try #require(try place.manifest())
        #expect(manifest.previous == [old])
        #expect(manifest.current.version != old.version)
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
        let delta = try #require(manifest.current.deltas.first)
        #expect(delta.from == old.version)
        #expect(delta.bytes * 2 <= manifest.current.gzip.bytes)
        let patched = place.folder.path + "/patched.sqlite"
        try BundleDelta.apply(
            place.publishFolder.file(delta.name), to: place.publishFolder.file(old.bundle.name),
            writing: patched)
        let bundle = place.publishFolder.file(manifest.current.bundle.name)
        #expect(FileManager.default.contentsEqual(atPath: patched, andPath: bundle))
        let diff = try #require(manifest.current.diff)
        let text = try String(
            contentsOfFile: place.publishFolder.file(diff.name), encoding: .utf8)
        #expect(text.contains("Old Market"))
    }

    @Test("Other build options build anew; the same content on the same day gets another name")
    func otherOptions() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let old = try #require(try place.manifest()).current
        place.settings = ["build: { without: [shapes] }"]
        #expect(try place.update().outcome == .published)
        #expect(try place.manifest()?.current.version == old.version + "-2")
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
        #expect(try place.update().outcome == .unchanged)
    }

    @Test("A forced build of the same content is not another version; one that heals is")
    func forcedBuild() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let old = try #require(try place.manifest()).current
        let result = try place.update { $0.rebuilds = true }
        #expect(result.outcome == .unchanged)
        #expect(result.message == "unchanged: built again with the same content; \(old.version)")
        #expect(try place.manifest()?.versions == [old])

        // Bytes that only reading shows are missing.
        let report = place.publishFolder.file(old.report.name)
        var bytes = try WholeFile.read(report) ?? []
        bytes[0] ^= 1
        try WholeFile.write(bytes, to: report)
        #expect(try place.update().outcome == .unchanged)
        #expect(try place.update { $0.rebuilds = true }.outcome == .published)
        let current = try #require(try place.manifest()).current
        #expect(current.version == old.version + "-2")
        #expect(try place.update { $0.rebuilds = true }.outcome == .unchanged)
    }

    @Test("After a change of keys, a manifest of the old key is accepted once it is named")
    func newKey() throws {
        let keys = [SigningKey(), SigningKey(), SigningKey()].map(\.files)
        let open = try keys.map {
            try VerifyingKey(path: place.folder.write("key.pub", Array($0.open.utf8)))
        }
        place.settings = ["signing_key: ${KEY}"]
        func update(_ key: Int, accepting accepted: [Int] = []) throws -> UpdateResult {
            try place.update {
                $0.environment = [
                    "KEY": keys[key].secret.trimmingCharacters(in: .whitespacesAndNewlines)
                ]
                $0.acceptedKeys = accepted.map { open[$0] }
            }
        }
        func signer() throws -> Int? {
            try open.indices.first {
                try PublicationCheck.problems(place.publishFolder, keys: [open[$0]]) == []
            }
        }
        try place.serve(NightlyFeed())
        _ = try update(0)
        for accepted in [[], [2]] {
            let error = #expect(throws: PublishingError.self) {
                try update(1, accepting: accepted)
            }
            #expect(error?.exitCode == 65)
            #expect("\(error as Any)".contains("was signed with a different key"))
            #expect("\(error as Any)".contains("--public-key"))
        }
        #expect(try signer() == 0)
        // At once, although the manifest is young and nothing has changed.
        #expect(try update(1, accepting: [0]).outcome == .unchanged)
        #expect(try signer() == 1)
        #expect(try update(1).outcome == .unchanged)
        #expect(
            try PublicationCheck.problems(place.publishFolder, keys: [open[0]])
                == ["the manifest was signed with a different key"])
        #expect(try PublicationCheck.problems(place.publishFolder, keys: [open[0], open[1]]) == [])

        // So does a run whose feed cannot be read.
        try place.folder.write("feed.zip", Array("<html>".utf8))
        #expect(throws: (any Error).self) { try update(2, accepting: [1]) }
        #expect(try signer() == 2)

        // A manifest that was changed is nobody's, whatever keys are accepted.
        var manifest = try #require(try place.manifest())
        manifest.homepage = "https://evil.example"
        try WholeFile.write(manifest.json, to: place.publishFolder.manifestPath)
        let error = #expect(throws: PublishingError.self) {
            try update(2, accepting: [0, 1])
        }
        #expect("\(error as Any)".contains("is not the one that was signed"))
    }

    @Test("What was built in an earlier layout is built anew")
    func earlierLayout() throws {
        try place.serve(NightlyFeed())
        try place.update()
        // As an older tool of the same name would have left it.
        let old = try #require(try place.manifest()).current
        let hash = BuildIdentity.hash(try place.definition(), toolVersion: "test", layout: 1)
        let file = place.publishFolder.file("manifest.json")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains(old.buildHash))
        try text.replacingOccurrences(of: old.buildHash, with: hash)
            .write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try place.update().outcome == .published)
        let manifest = try #require(try place.manifest())
        #expect(manifest.previous.map(\.version) == [old.version])
        #expect(manifest.current.buildHash == old.buildHash)
        #expect(manifest.current.schemaVersion == 2)
        #expect(try place.update().outcome == .unchanged)
    }

    @Test("A content with the SHA-256 of an earlier tool is built anew once its archive is another")
    func earlierHash() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let old = try #require(try place.manifest()).current
        #expect(old.contentHash.hasPrefix("xxh3:"))
        // As that tool would have left it.
        let hash = String(repeating: "0123456789abcdef", count: 4)
        for name in ["manifest.json", ".gtfs/state.json"] {
            let file = place.publishFolder.file(name)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.contains(old.contentHash), "\(name)")
            try text.replacingOccurrences(of: old.contentHash, with: hash)
                .write(toFile: file, atomically: true, encoding: .utf8)
        }
        #expect(try place.update().outcome == .unchanged)
        try place.serve(NightlyFeed(), as: .tar)
        #expect(try place.update().outcome == .published)
        let manifest = try #require(try place.manifest())
        #expect(manifest.previous.map(\.contentHash) == [hash])
        #expect(manifest.current.contentHash == old.contentHash)
        #expect(manifest.current.line == old.line)
        #expect(try place.update().outcome == .unchanged)
    }

    @Test("Versions are of one line, and it is said when one begins because no bundle was there")
    func lines() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let first = try #require(try place.manifest()).current
        let archive = try FeedArchive.open(place.folder.path + "/feed.zip")
        #expect(try first.archiveHash == archive.archiveSHA256())
        #expect(first.line?.count == 32)
        try place.serve(NightlyFeed(marketName: "New"))
        #expect(try !place.update().message.contains("sids"))
        let second = try #require(try place.manifest())
        #expect(second.current.line == first.line)
        for version in second.versions {
            try FileManager.default.removeItem(
                atPath: place.publishFolder.file(version.bundle.name))
        }
        try place.serve(NightlyFeed(marketName: "Newer"))
        #expect(try place.update().message.contains("with other sids and rids"))
        #expect(try place.manifest()?.current.line != first.line)
    }

    @Test("As many versions stay as are asked for, and no file of others")
    func retention() throws {
        place.settings = ["keep: 2"]
        for day in 1...4 {
            try place.serve(NightlyFeed(marketName: "Market \(day)"))
            place.now = "2026-06-0\(day)T03:00:00Z"
            try place.update()
        }
        let manifest = try #require(try place.manifest())
        #expect(manifest.versions.count == 2)
        // What the last manifest named is there until the next run: somebody may just have read it.
        #expect(try place.published().count > manifest.versions.flatMap(\.names).count + 2)
        try place.update()
        #expect(manifest.versions.map { $0.version.prefix(8) } == ["20260604", "20260603"])
        let expected = Set(manifest.versions.flatMap(\.names) + ["manifest.json", "latest.sqlite"])
        #expect(Set(try place.published()) == expected)
    }

    @Test("No name is ever used again, though its version is gone from the manifest")
    func names() throws {
        place.settings = ["keep: 1"]
        var seen: Set<String> = []
        for round in 1...3 {
            for name in ["One", "Two"] {
                try place.serve(NightlyFeed(marketName: name))
                try place.update()
                let version = try #require(try place.manifest()).current.version
                #expect(seen.insert(version).inserted, "\(version) again in round \(round)")
            }
        }
    }

    @Test("Without a manifest nothing is removed")
    func manifestMovedAway() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let bundle = try #require(try place.manifest()).current.bundle.name
        let folder = place.publishFolder
        try FileManager.default.moveItem(
            atPath: folder.manifestPath, toPath: folder.path + "/away.json")
        try FileManager.default.removeItem(atPath: place.folder.path + "/feed.zip")
        #expect(throws: (any Error).self) { try place.update() }
        #expect(FileManager.default.fileExists(atPath: folder.file(bundle)))
    }

    @Test("Guards do not depend on the side files of what is published")
    func guardsOfDamagedFolder() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let current = try #require(try place.manifest()).current
        try FileManager.default.removeItem(
            atPath: place.publishFolder.file(current.reportPage.name))
        try place.serve(NightlyFeed(trips: 5))
        #expect(try place.refusals() == [.maxDropPercent])
        // The same with a bundle that is no more: the manifest knows its counts.
        try Data(count: current.bundle.bytes).write(
            to: URL(fileURLWithPath: place.publishFolder.file(current.bundle.name)))
        #expect(try place.refusals() == [.maxDropPercent])
        try place.serve(NightlyFeed(marketName: "New"))
        #expect(try place.update().outcome == .published)
        #expect(try place.manifest()?.previous == [])
    }

    @Test("What a definition says of the feed is in the manifest at the next run")
    func otherWords() throws {
        try place.serve(NightlyFeed())
        place.settings = ["homepage: https://old.example.org"]
        try place.update()
        let version = try #require(try place.manifest()).current
        place.settings = ["homepage: https://new.example.org"]
        #expect(try place.update().outcome == .unchanged)
        #expect(try place.manifest()?.homepage == "https://new.example.org")
        #expect(try place.manifest()?.current == version)
    }

    @Test("The terms of a definition are in the bundle too, so that other terms make another one")
    func terms() throws {
        func said() throws -> [String: String] {
            let name = try #require(try place.manifest()).current.bundle.name
            let bundle = try DatabaseQueue(path: place.publishFolder.file(name))
            let rows = try bundle.read { db in
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT key, value FROM metadata
                        WHERE key IN ('licence', 'licence_url', 'attribution')
                        """)
            }
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["key"], $0["value"]) })
        }
        try place.serve(NightlyFeed())
        place.settings = ["licence: MIT", "licence_url: https://a.example", "attribution: We"]
        try place.update()
        #expect(
            try said() == [
                "licence": "MIT", "licence_url": "https://a.example", "attribution": "We",
            ])
        #expect(try place.update().outcome == .unchanged)
        place.settings = ["licence: CC0-1.0"]
        #expect(try place.update().outcome == .published)
        #expect(try said() == ["licence": "CC0-1.0"])
        #expect(try place.manifest()?.licence == "CC0-1.0")
    }

    @Test("A key in a variable signs, whatever it begins with, and is in no message")
    func keyInVariable() throws {
        try place.serve(NightlyFeed())
        var secret = SigningKey().files.secret
        while !secret.hasPrefix("/") { secret = SigningKey().files.secret }
        place.settings = ["signing_key: ${KEY}"]
        let environment = ["KEY": secret.trimmingCharacters(in: .whitespacesAndNewlines)]
        try place.update { $0.environment = environment }
        #expect(try place.published().contains { $0.hasSuffix(".sig") })
        do {
            try place.update { $0.environment = ["KEY": "/no/such/secret-file"] }
            Issue.record("a key that is not there")
        } catch {
            #expect(!"\(error)".contains("secret-file"))
        }
    }

    @Test("A feed that begins later is published as next, and becomes current when it begins")
    func later() throws {
        try place.serve(NightlyFeed(until: 20_260_630))
        try place.update()
        let old = try #require(try place.manifest()).current
        try place.serve(NightlyFeed(from: 20_260_701))
        #expect(try place.update().outcome == .publishedNext)
        var manifest = try #require(try place.manifest())
        #expect(manifest.current == old)
        let next = try #require(manifest.next)
        #expect(next.validFrom == "20260701")
        #expect(try place.update().outcome == .unchanged)
        // On the day itself it is still the day before somewhere on Earth.
        place.now = "2026-07-01T11:00:00Z"
        #expect(try place.update().outcome == .unchanged)
        place.now = "2026-07-01T13:00:00Z"
        #expect(try place.update().outcome == .promoted)
        manifest = try #require(try place.manifest())
        #expect(manifest.current == next)
        #expect(manifest.next == nil)
        #expect(manifest.previous == [old])
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
    }

    @Test("A feed that cannot be read leaves what is published, and says since when")
    func broken() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let before = try place.manifest()
        try place.folder.write("feed.zip", Array("<html>Please log in</html>".utf8))
        for day in ["2026-06-02T03:00:00Z", "2026-06-03T03:00:00Z"] {
            place.now = day
            #expect(throws: (any Error).self) { try place.update() }
            #expect(try place.manifest()?.versions == before?.versions)
        }
        let status = try #require(try place.status())
        #expect(status.outcome == .failed)
        #expect(status.exitCode == 65)
        #expect(status.failingSince == "2026-06-02T03:00:00Z")
        #expect(status.version == before?.current.version)
        try place.serve(NightlyFeed())
        try place.update()
        #expect(try place.status()?.failingSince == nil)
    }

    @Test("What somebody removed from the folder is published again")
    func healed() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let name = try #require(try place.manifest()).current.gzip.name
        try FileManager.default.removeItem(atPath: place.publishFolder.file(name))
        #expect(try place.update().outcome == .published)
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
    }

    @Test("Leftovers of a killed run go; files of other names stay")
    func leftovers() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let folder = place.publishFolder
        try place.folder.write("published/town-20260101-0123abcd.sqlite", [1])
        try place.folder.write("published/town-notes.txt", [1])
        try place.folder.write(
            "published/.gtfs/staging-\(Lease.host)-999999999-AbCdEf/town.sqlite", [1])
        try place.update()
        #expect(
            !FileManager.default.fileExists(atPath: folder.file("town-20260101-0123abcd.sqlite")))
        #expect(FileManager.default.fileExists(atPath: folder.file("town-notes.txt")))
        let state = try FileManager.default.contentsOfDirectory(atPath: folder.stateFolder)
        #expect(Set(state) == ["counter.txt", "lock", "state.json", "status.json", "versions.txt"])
    }

    @Test("A folder of another feed is not touched")
    func otherFeed() throws {
        try place.serve(NightlyFeed())
        try place.update()
        let before = try place.published()
        let text = "id: village\nsource: feed.zip\npublish: published"
        let other = try FeedDefinition.load(
            place.folder.write("village.yaml", Array(text.utf8)))
        #expect(throws: PublishingError.self) {
            try FeedUpdate(other, place.options()) { _ in }.run { 1 }
        }
        #expect(try place.published() == before)
    }

    @Test("A hook is told what was published; its failure is told, and nothing is taken back")
    func hook() throws {
        let script = try place.folder.write(
            "hook.sh", Array("#!/bin/sh\necho \"$GTFS_ID $GTFS_VERSION\" > \"$1\"\nexit $2\n".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let note = place.folder.path + "/note"
        place.settings = ["hook: [\"\(script)\", \"\(note)\", \"0\"]"]
        try place.serve(NightlyFeed())
        #expect(try place.update { $0.environment = ["PATH": "/bin"] }.hookFailure == nil)
        let version = try #require(try place.manifest()).current.version
        #expect(try String(contentsOfFile: note, encoding: .utf8) == "town \(version)\n")
        place.settings = ["hook: [\"\(script)\", \"\(note)\", \"3\"]"]
        try place.serve(NightlyFeed(marketName: "New"))
        let failure = try place.update { $0.environment = ["PATH": "/bin"] }.hookFailure
        #expect(failure?.contains("exited with 3") == true)
        #expect(try place.manifest()?.current.version != version)
        #expect(try place.status()?.exitCode == 70)
        #expect(try place.status()?.failingSince != nil)
        // It is due until it has succeeded, and after a rollback.
        #expect(try place.update { $0.environment = ["PATH": "/bin"] }.hookFailure != nil)
        place.settings = ["hook: [\"\(script)\", \"\(note)\", \"0\"]"]
        let again = try place.update { $0.environment = ["PATH": "/bin"] }
        #expect(again.outcome == .unchanged)
        #expect(again.hookFailure == nil)
        #expect(try place.status()?.exitCode == 0)
        try FileManager.default.removeItem(atPath: note)
        #expect(try place.update { $0.environment = ["PATH": "/bin"] }.hookFailure == nil)
        #expect(!FileManager.default.fileExists(atPath: note))
        var options = place.options()
        options.environment = ["PATH": "/bin"]
        try Rollback(place.definition(), options).run(to: nil) { 1 }
        #expect(try String(contentsOfFile: note, encoding: .utf8) == "town \(version)\n")
    }
}
