import BundleManifest
import BundleUpdating
import Foundation
import Publishing
import SystemLayer
import TestSupport
import Testing
import TransitBundle

@Suite("Updates of a bundle") struct BundleUpdateTests {
    private let town: Town

    init() throws {
        town = try Town()
    }

    /// The error of an update, in words; the bundle is unchanged.
    private func refusal(
        over source: any BundleSource = FolderSource(),
        _ change: (inout BundleUpdate.Settings) -> Void = { _ in }
    ) throws -> BundleUpdateError? {
        let before = try town.installed()
        do {
            let result = try town.update(over: source, change)
            Issue.record("not refused: \(result)")
            return nil
        } catch let error as BundleUpdateError {
            #expect(try town.installed() == before)
            return error
        }
    }

    @Test("Installed, unchanged, updated by a delta, and back")
    func journey() throws {
        let first = try town.publish("One").current
        var result = try town.update { $0.check = TransitBundle.check }
        #expect(result.outcome == .installed)
        #expect(result.way == .full)
        #expect(result.version == first.version)
        #expect(try town.installed() == first.bundle.sha256)
        #expect(town.others() == [".fetch.json"])

        // Nothing is sent where nothing has changed.
        result = try town.update()
        #expect(result.outcome == .unchanged)
        #expect(result.receivedBytes == 0)

        town.now = "2026-06-02T03:00:00Z"
        let second = try town.publish("Two").current
        let delta = try #require(second.deltas.first)
        let manifestBytes = try #require(knownStatus(town.published + "/manifest.json")).size
        result = try town.update { $0.check = TransitBundle.check }
        #expect(result.outcome == .updated)
        #expect(result.way == .delta)
        #expect(result.before == first.version)
        #expect(result.receivedBytes == delta.bytes + manifestBytes)
        #expect(try town.installed() == second.bundle.sha256)
        #expect(town.others() == [".fetch.json", ".previous"])

        try BundleUpdate.rollback(town.bundle, check: TransitBundle.check)
        #expect(try town.installed() == first.bundle.sha256)
        #expect(try town.update().outcome == .heldBack)
        #expect(try town.installed() == first.bundle.sha256)
        #expect(throws: BundleUpdateError.nothingToRollBack(path: town.bundle)) {
            try BundleUpdate.rollback(town.bundle)
        }
        town.now = "2026-06-03T03:00:00Z"
        let third = try town.publish("Three").current
        result = try town.update()
        #expect(result.way == .delta)
        #expect(try town.installed() == third.bundle.sha256)
    }

    @Test("A night on which only the manifest was renewed costs no more than that")
    func renewed() throws {
        try town.publish("One")
        try town.update()
        town.now = "2026-06-05T03:00:00Z"
        let manifest = try town.night()
        let result = try town.update()
        #expect(result.outcome == .unchanged)
        #expect(result.expires == manifest.expires)
        let bytes = try #require(knownStatus(town.published + "/manifest.json")).size
        #expect(result.receivedBytes == bytes)
    }

    @Test("A file that is not one of the feed's versions is replaced by the whole bundle")
    func unknownBundle() throws {
        let version = try town.publish("One").current
        try Folder.make(town.folder.path + "/installed")
        try WholeFile.write(Array("something else".utf8), to: town.bundle, replacing: .anything)
        let result = try town.update()
        #expect(result.outcome == .updated)
        #expect(result.way == .full)
        #expect(result.before == nil)
        #expect(try town.installed() == version.bundle.sha256)
        // One that was damaged here is seen by what it has become, and healed.
        var bytes = try #require(try WholeFile.read(town.bundle, atMost: .max))
        bytes[bytes.count - 1] ^= 1
        try WholeFile.write(bytes, to: town.bundle, replacing: .anything)
        #expect(try town.update().outcome == .updated)
        #expect(try town.installed() == version.bundle.sha256)
    }

    @Test("A manifest must be signed where there is a key; the old and the new key will do")
    func signatures() throws {
        func verifying(_ key: SigningKey) throws -> VerifyingKey {
            try #require(Base64Key.bytes(key.files.open).flatMap(VerifyingKey.init(bytes:)))
        }
        func sign(with key: SigningKey) {
            town.settings = ["signing_key: ${KEY}"]
            town.environment = [
                "KEY": key.files.secret.trimmingCharacters(in: .whitespacesAndNewlines)
            ]
        }
        let (old, new, other) = (SigningKey(), SigningKey(), SigningKey())
        let keys = [try verifying(old), try verifying(new)]
        try town.publish("One")
        #expect(try refusal({ $0.keys = keys })?.kind == "unsigned")
        sign(with: old)
        try town.night()
        let others = [try verifying(other)]
        #expect(try refusal({ $0.keys = others })?.kind == "wrongSignature")
        #expect(try town.update { $0.keys = keys }.outcome == .installed)
        // A manifest trusted by one key is not trusted by another.
        #expect(try refusal({ $0.keys = [keys[1]] })?.kind == "wrongSignature")
        for name in Folder.names(in: town.published) where ManifestSignature.isName(name) {
            Files.remove(town.published + "/" + name)
        }
        sign(with: new)
        town.now = "2026-06-02T03:00:00Z"
        try town.night()
        #expect(try town.update { $0.keys = keys }.outcome == .unchanged)
        var manifest = try town.manifest()
        manifest.homepage = "https://evil.example"
        manifest.counter = manifest.counter + 1
        try town.put(manifest)
        #expect(try refusal({ $0.keys = keys })?.kind == "unsigned")
        // The signature of one manifest is none of another.
        let name = Folder.names(in: town.published).first(where: ManifestSignature.isName)
        let signature = try WholeFile.read(town.published + "/" + (name ?? ""), atMost: .max) ?? []
        try WholeFile.write(
            signature, to: town.published + "/" + ManifestSignature.name(of: manifest.json),
            replacing: .anything)
        #expect(try refusal({ $0.keys = keys })?.kind == "wrongSignature")
    }

    @Test(
        "A manifest of no key, or of one that is trusted no longer, outranks none that is signed",
        arguments: [false, true], [false, true])
    func otherKeys(isSigned: Bool, isOfOtherFeed: Bool) throws {
        let (own, other) = (Ed25519Key(), Ed25519Key())
        town.settings = ["signing_key: ${KEY}"]
        town.environment = ["KEY": Data(own.secret).base64EncodedString()]
        let genuine = try town.publish("One")
        var forged = genuine
        forged.counter += 1_000_000
        if isOfOtherFeed { forged.id = "village" }
        try town.put(forged)
        if isSigned {
            let signature = try #require(other.signature(of: try forged.json))
            try WholeFile.write(
                Array(Data(signature).base64EncodedString().utf8),
                to: town.published + "/" + ManifestSignature.name(of: forged.json),
                replacing: .anything)
        }
        let before = isSigned ? [VerifyingKey(other), VerifyingKey(own)] : []
        #expect(try town.update { $0.keys = before }.outcome == .installed)
        try town.put(genuine)
        let kind = try refusal { $0.keys = before }?.kind
        #expect(kind == (isOfOtherFeed ? "otherFeed" : "older"))
        #expect(try town.update { $0.keys = [VerifyingKey(own)] }.outcome == .unchanged)
        // Those of the key itself are still in order.
        town.now = "2026-06-02T03:00:00Z"
        try town.publish("Two")
        #expect(try town.update { $0.keys = [VerifyingKey(own)] }.outcome == .updated)
        try town.put(genuine)
        #expect(try refusal { $0.keys = [VerifyingKey(own)] }?.kind == "older")
    }

    @Test("An older manifest, or one that has expired, stops updates and leaves the bundle")
    func replayed() throws {
        let first = try town.publish("One")
        town.now = "2026-06-02T03:00:00Z"
        var second = try town.publish("Two")
        try town.update()
        try town.put(first)
        #expect(try refusal()?.kind == "older")
        // Also when it says that it was written later.
        var forged = first
        forged.generatedAt = "2026-06-03T03:00:00Z"
        try town.put(forged)
        #expect(try refusal()?.kind == "older")
        second.counter = second.counter + 1
        try town.put(second)
        town.now = "2026-06-20T03:00:00Z"
        #expect(try refusal()?.kind == "expired")
        // And where a server says for ever that nothing has changed.
        let middle = MiddleSource()
        middle.saysUnchanged = true
        #expect(try refusal(over: middle)?.kind == "expired")
        second.expires = "soon"
        try town.put(second)
        town.now = "2026-06-02T03:00:00Z"
        #expect(try refusal()?.kind == "expired")
    }

    @Test("The feed must be the wanted one, also where the manifest has not changed")
    func otherFeed() throws {
        try town.publish("One")
        try town.update()
        let wanted = "village"
        let expected = BundleUpdateError.otherFeed(offered: "town", wanted: wanted)
        #expect(try refusal({ $0.feed = wanted }) == expected)
        // And where a server only says so.
        let middle = MiddleSource()
        middle.saysUnchanged = true
        #expect(try refusal(over: middle, { $0.feed = wanted }) == expected)
        #expect(try town.update { $0.feed = "town" }.outcome == .unchanged)
        // Counters of two feeds are not compared.
        var other = try town.manifest()
        other.id = wanted
        other.counter = 1
        try town.put(other)
        #expect(try town.update { $0.feed = wanted }.outcome == .unchanged)
    }

    @Test("A file that the manifest names and that is gone is named, not the manifest")
    func missingFile() throws {
        let gzip = try town.publish("One").current.gzip.name
        Files.remove(town.published + "/" + gzip)
        let path = town.published + "/" + gzip
        #expect(try refusal() == BundleUpdateError.missing(path: path))
    }

    @Test("A manifest that is malformed, or names files as no publisher does, is refused")
    func strange() throws {
        let manifest = try town.publish("One")
        try town.update()
        func expectRefused(
            _ words: String, _ change: (inout Manifest) -> Void
        ) throws {
            var other = manifest
            other.counter = manifest.counter + 1
            change(&other)
            try town.put(other)
            let refusal = try refusal()
            #expect(refusal?.description.contains(words) == true, "\(words): \(refusal as Any)")
        }
        for name in ["../town.gz", "a/b", ".hidden", "a\u{0}b", "a\nb", "", "a\\b", ".."] {
            try expectRefused("not a plain name") { $0.current.gzip.name = name }
            try expectRefused("not a plain name") {
                $0.current.deltas = [
                    Manifest.Delta(from: "x", name: name, bytes: 1, sha256: "0")
                ]
            }
        }
        // Ids of feeds may hold two dots.
        #expect(Manifest.File(name: "a..b-1.sqlite", bytes: 1, sha256: "0").hasPlainName)
        try expectRefused("more than the limit") { $0.current.gzip.bytes = 1 << 60 }
        try expectRefused("more than the limit") { $0.current.bundle.bytes = -1 }
        try expectRefused("the feed there is village") { $0.id = "village" }
        try expectRefused("newer version of gtfs") { $0.manifestVersion = 9 }
        try expectRefused("does not say when") { $0.generatedAt = "today" }
        try expectRefused("newer layout 9") {
            $0.current.schemaVersion = 9
            $0.current.bundle.sha256 = String(repeating: "0", count: 64)
        }
        // Of a captive portal; endless; nothing at all.
        let middle = MiddleSource()
        for page in ["<html>Log in</html>", "{}", "", "[1]"] {
            middle.replies["manifest.json"] = Array(page.utf8)
            #expect(try refusal(over: middle)?.kind == "notAManifest")
        }
        middle.replies["manifest.json"] = [UInt8](repeating: 32, count: 5 << 20)
        #expect(try refusal(over: middle)?.kind == "notAManifest")
        Files.remove(town.published + "/manifest.json")
        let missing = town.published + "/manifest.json"
        #expect(try refusal() == BundleUpdateError.missing(path: missing))
    }

    @Test("A file that does not match the manifest is not used; the whole bundle replaces a delta")
    func tampered() throws {
        try town.publish("One")
        try town.update()
        town.now = "2026-06-02T03:00:00Z"
        let second = try town.publish("Two").current
        let delta = try #require(second.deltas.first)
        try town.tamper(delta.name)
        try town.tamper(second.gzip.name)
        #expect(try refusal()?.kind == "damaged")
        try town.tamper(second.gzip.name)
        // Longer than it is said to be, or shorter.
        let middle = MiddleSource()
        let bytes = try #require(
            try WholeFile.read(town.published + "/" + second.gzip.name, atMost: .max))
        middle.replies[second.gzip.name] = bytes + [1]
        #expect(try refusal(over: middle)?.kind == "damaged")
        middle.replies[second.gzip.name] = Array(bytes.dropLast())
        #expect(try refusal(over: middle)?.kind == "network")
        let result = try town.update()
        #expect(result.outcome == .updated)
        #expect(result.way == .full)
        #expect(try town.installed() == second.bundle.sha256)
    }

    @Test("A bundle that does not answer questions is not installed")
    func unansweringBundle() throws {
        struct Silent: Error {}
        try town.publish("One")
        #expect(throws: Silent.self) { try town.update { $0.check = { _ in throw Silent() } } }
        #expect(try town.installed() == nil)
        #expect(try town.update().outcome == .installed)
    }

    @Test("An update above the byte limit waits; bytes that are already here count")
    func lowData() throws {
        let version = try town.publish("One").current
        let limit = version.gzip.bytes / 2
        var result = try town.update { $0.byteLimit = limit }
        #expect(result.outcome == .waiting)
        #expect(result.missingBytes == version.gzip.bytes)
        #expect(try town.installed() == nil)
        let middle = MiddleSource()
        middle.cutAfter = try #require(knownStatus(town.published + "/manifest.json")).size + limit
        // The manifest is known by now, and is not sent again.
        #expect(throws: BundleUpdateError.self) {
            try town.update(over: middle) { $0.retry.retries = 0 }
        }
        result = try town.update { $0.byteLimit = version.gzip.bytes - 1 }
        #expect(result.outcome == .installed)
        #expect(result.receivedBytes < version.gzip.bytes)
    }

    @Test("Two updates of a file at once: the second says so and ends")
    func atOnce() throws {
        try town.publish("One")
        var refusals: [BundleUpdateError?] = []
        try town.update { settings in
            settings.progress = { step in
                guard step == .making else { return }
                refusals.append(try refusal())
            }
        }
        #expect(refusals == [.busy(path: town.bundle)])
        #expect(try town.update().outcome == .unchanged)
    }

    @Test("The next version is taken when its first day has begun where the feed is")
    func next() throws {
        let first = try town.publish("One")
        try town.update()
        // The feed is in Paris, two hours before UTC in summer.
        let second = try town.publish("Two", from: 20_260_605)
        #expect(second.next != nil)
        town.now = "2026-06-04T21:59:00Z"
        #expect(try town.update().version == first.current.version)
        town.now = "2026-06-04T22:01:00Z"
        let result = try town.update()
        #expect(result.outcome == .updated)
        #expect(result.version == second.next?.version)
        // A client without a bundle does not know the zone, and waits until it has begun
        // everywhere.
        for name in Folder.names(in: town.folder.path + "/installed") {
            Files.remove(town.folder.path + "/installed/" + name)
        }
        #expect(try town.update().version == first.current.version)
    }

    @Test("A server that sends only dates is asked whether the manifest is newer")
    func dates() throws {
        try town.publish("One")
        let source = DatedSource()
        source.date = "Mon, 01 Jun 2026 03:00:00 GMT"
        #expect(try town.update(over: source).outcome == .installed)
        source.asked = []
        let again = try town.update(over: source)
        #expect(again.outcome == .unchanged)
        #expect(again.receivedBytes == 0)
        #expect(source.asked == ["Mon, 01 Jun 2026 03:00:00 GMT"])
        town.now = "2026-06-02T03:00:00Z"
        try town.publish("Two")
        source.date = "Tue, 02 Jun 2026 03:00:00 GMT"
        #expect(try town.update(over: source).outcome == .updated)
        #expect(try town.update(over: source).receivedBytes == 0)
    }

    @Test("An update that fails leaves nothing beside the bundle")
    func noLitter() throws {
        #expect(throws: BundleUpdateError.self) { try town.update() }
        #expect(town.others() == [])
        try town.publish("One")
        let middle = MiddleSource()
        middle.replies["manifest.json"] = Array("<html>".utf8)
        #expect(throws: BundleUpdateError.self) { try town.update(over: middle) }
        #expect(town.others() == [])
        #expect(throws: BundleUpdateError.self) {
            try town.update { $0.keys = [VerifyingKey(Ed25519Key())] }
        }
        #expect(town.others() == [])
        #expect(throws: BundleUpdateError.nothingToRollBack(path: town.bundle)) {
            try BundleUpdate.rollback(town.bundle)
        }
        #expect(town.others() == [])
        // A second update does not remove the lock of the first.
        try town.update {
            $0.progress = { [town] step in
                guard step == .making else { return }
                #expect(throws: BundleUpdateError.busy(path: town.bundle)) { try town.update() }
                #expect(town.others().contains(".lock"))
            }
        }
        #expect(town.others() == [".fetch.json"])
    }

    @Test("A connection that is cut is tried again, from where it was cut")
    func resumed() throws {
        let version = try town.publish("One").current
        let middle = MiddleSource()
        let manifestBytes = try #require(knownStatus(town.published + "/manifest.json")).size
        middle.cutAfter = manifestBytes + version.gzip.bytes / 3
        let result = try town.update(over: middle)
        #expect(result.outcome == .installed)
        #expect(result.receivedBytes == manifestBytes + version.gzip.bytes)
        #expect(middle.requests.map(\.offset) == [0, 0, version.gzip.bytes / 3])
    }

    @Test("Files of others keep their place", arguments: [".fetch.json", ".lock", ".part"])
    func filesOfOthers(suffix: String) throws {
        try town.publish("One")
        try town.update()
        let mine = Array("{\"my\": 1}".utf8)
        try WholeFile.write(mine, to: town.bundle + suffix, replacing: .anything)
        #expect {
            try town.update()
        } throws: { ($0 as? BundleUpdateError)?.description.contains(suffix) == true }
        #expect(try WholeFile.read(town.bundle + suffix, atMost: 100) == mine)
    }

    @Test("A file of others named as if it were on its way to be the previous bundle stays")
    func newPrevious() throws {
        try town.publish("One")
        try town.update()
        let mine = Array("mine".utf8)
        try WholeFile.write(mine, to: town.bundle + ".previous.new", replacing: .anything)
        // Left by a run that was killed there.
        let leftover = town.folder.path + "/installed/.town.sqlite.previous.gtfs-AbC123"
        try Files.addName(leftover, to: town.bundle)
        town.now = "2026-06-02T03:00:00Z"
        try town.publish("Two")
        #expect(try town.update().outcome == .updated)
        #expect(try WholeFile.read(town.bundle + ".previous.new", atMost: 100) == mine)
        #expect(town.others() == [".fetch.json", ".previous", ".previous.new"])
    }

    @Test(
        "Pipes of others keep their place, and no update waits for a reader",
        arguments: [".fetch.json", ".lock", ".part", ".previous"], [false, true])
    func pipesOfOthers(suffix: String, isInstalled: Bool) throws {
        try town.publish("One")
        if isInstalled { try town.update() }
        let path = town.bundle + suffix
        try Folder.make(town.folder.path + "/installed")
        Files.remove(path)
        #expect(mkfifo(path, 0o600) == 0)
        // A writer would not wait now, and what it did would show.
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        #expect(throws: BundleUpdateError.cannotCreate(path: path, reason: "is not a file")) {
            try town.update()
        }
        #expect(knownStatus(path)?.kind == .pipe)
        #expect(town.others() == (isInstalled ? [suffix, ".fetch.json"] : [suffix]))
    }

    @Test("Unreadable state counts as none; a folder is not a file")
    func oddPlaces() throws {
        let version = try town.publish("One").current
        try town.update()
        try WholeFile.write(
            Array("{\"manifest\":".utf8), to: town.bundle + ".fetch.json", replacing: .anything)
        try WholeFile.write([1, 2, 3], to: town.bundle + ".part", replacing: .anything)
        #expect(try town.update().outcome == .unchanged)
        #expect(town.others() == [".fetch.json"])
        #expect(try town.installed() == version.bundle.sha256)
        let settings = BundleUpdate.Settings()
        for path in [town.folder.path, town.folder.path + "/none/town.sqlite", "/dev/null"] {
            let error = #expect(throws: BundleUpdateError.self) {
                try BundleUpdate(
                    from: BundleAddress(town.published), to: path, over: FolderSource(), settings
                ).run()
            }
            guard case .cannotCreate(path, _)? = error else {
                Issue.record("\(path): \(error as Any)")
                continue
            }
        }
    }
}

extension BundleUpdateError {
    fileprivate var kind: String? { Mirror(reflecting: self).children.first?.label }
}
