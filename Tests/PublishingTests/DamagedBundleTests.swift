import BundleManifest
import FeedReading
import Foundation
import Publishing
import SystemLayer
import TestSupport
import Testing

/// The published files may be damaged, with a manifest that fits: a run then publishes, refuses
/// with its guards, or ends with one line.
@Suite("Damaged bundles, published")
struct DamagedBundleTests {
    private let place: UpdatePlace
    private let damage: BundleDamage
    private let copy: String

    init() throws {
        place = try UpdatePlace()
        try place.serve(NightlyFeed())
        try place.update()
        let name = try #require(try place.manifest()).current.bundle.name
        damage = try BundleDamage(of: place.publishFolder.file(name), in: place.folder)
        copy = place.folder.path + "/damaged.sqlite"
    }

    private func tally() -> DamageTally {
        DamageTally { error in
            if case PublishingError.refused = error { return (65, "") }
            return (error as? any DiagnosedError).map { ($0.exitCode, $0.description) }
        }
    }

    @Test("Guards look at damage of all kinds, or refuse it with one line")
    func facts() throws {
        var tally = tally()
        for number in damage.numbers(120) {
            let what = try damage.make(number, at: copy)
            tally.count("guards", damage: what) {
                let summary = try BundleSummary(path: copy, now: 1_780_282_800)
                _ = try QueryPlanGuard.scans(in: summary)
            }
        }
        #expect(tally.problems == [])
        #expect(tally.answered > 0 && tally.refused > 0)
        tally.report("guards")
    }

    @Test("A night ends with a version, with a refusal or with one line")
    func nights() throws {
        var tally = tally()
        let published = place.publishFolder.path
        let kept = place.folder.path + "/kept"
        try FileManager.default.copyItem(atPath: published, toPath: kept)
        try place.serve(NightlyFeed(marketName: "New"))
        for number in damage.numbers(16) {
            try FileManager.default.removeItem(atPath: published)
            try FileManager.default.copyItem(atPath: kept, toPath: published)
            let what = try replaceBundle(number)
            tally.count("update", damage: what) { try place.update() }
        }
        #expect(tally.problems == [])
        #expect(tally.answered > 0)
        tally.report("update")
    }

    /// Puts a damaged bundle in the place of the published one, and its digest into the manifest.
    private func replaceBundle(_ number: Int) throws -> String {
        let manifest = try #require(try place.manifest())
        let bundle = manifest.current.bundle
        let path = place.publishFolder.file(bundle.name)
        let what = try damage.make(number, at: path)
        let digest = try ByteDigest(file: path)
        let text = String(decoding: try manifest.json, as: UTF8.self)
            .replacing(bundle.sha256, with: digest.sha256)
            .replacing("\"bytes\" : \(bundle.bytes),", with: "\"bytes\" : \(digest.count),")
        try text.write(
            toFile: place.publishFolder.manifestPath, atomically: true, encoding: .utf8)
        #expect(try place.manifest()?.current.bundle.bytes == digest.count)
        return what
    }

    enum Loss: CaseIterable {
        case removed, damaged
        /// A named pipe is there, whose writer never comes.
        case replaced
    }

    @Test(
        "Keys of a bundle that is lost are not given to others, whatever the clock says",
        arguments: Loss.allCases,
        [
            ["2026-06-02", "2026-06-03", "2026-06-04", "2026-06-05"],
            ["2026-05-29", "2026-05-28", "2026-05-27", "2026-05-26"],
        ])
    func lostKeys(loss: Loss, days: [String]) throws {
        var feed = NightlyFeed()
        func publish(on day: String) throws -> (version: Manifest.Version, message: String) {
            place.now = day + "T03:00:00Z"
            try place.serve(feed)
            let message = try place.update().message
            return (try #require(try place.manifest()).current, message)
        }
        let first = try #require(try place.manifest()).current
        feed.extraStop = "XXX"
        let lost = try publish(on: days[0]).version
        #expect(lost.line == first.line)
        let path = place.publishFolder.file(lost.bundle.name)
        switch loss {
        case .removed: Files.remove(path)
        case .damaged: try Data(count: lost.bundle.bytes).write(to: URL(fileURLWithPath: path))
        case .replaced:
            Files.remove(path)
            #expect(mkfifo(path, 0o600) == 0)
        }
        // The first bundle is whole, but does not know the key of XXX.
        feed.extraStop = "YYY"
        let new = try publish(on: days[1])
        #expect(new.version.line != first.line)
        #expect(new.message.contains("with new stop and route keys (sid, rid)"))
        // From now on there is nothing to tell, although bundles of the other line are there.
        feed.marketName = "New"
        let next = try publish(on: days[2])
        #expect(next.version.line == new.version.line)
        #expect(!next.message.contains("sids"))
        // Nor does that line go on once its first bundle is current again.
        try Rollback(place.definition(), place.options()).run(to: first.version)
        #expect(try place.manifest()?.current == first)
        feed.extraStop = "ZZZ"
        let last = try publish(on: days[3]).version
        #expect(last.line != first.line)
        #expect(last.line == new.version.line || days != days.sorted())
    }

    @Test("Impossible keys end the run with one line, and the published version stays")
    func keys() throws {
        let manifest = try #require(try place.manifest())
        let path = place.publishFolder.file(manifest.current.bundle.name)
        try damage.make(
            at: path,
            changing: "UPDATE metadata SET value = '2147483647' WHERE key = 'highest_sid'")
        let digest = try ByteDigest(file: path)
        try String(decoding: try manifest.json, as: UTF8.self)
            .replacing(manifest.current.bundle.sha256, with: digest.sha256)
            .write(toFile: place.publishFolder.manifestPath, atomically: true, encoding: .utf8)
        try place.serve(NightlyFeed(marketName: "New"))
        let error = #expect(throws: (any Error).self) { try place.update() }
        #expect((error as? any DiagnosedError)?.exitCode == 65)
        #expect("\(error.map { "\($0)" } ?? "")".contains("the highest is 2147483647"))
        #expect(try place.manifest()?.current.version == manifest.current.version)
    }
}
