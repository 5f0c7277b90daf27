import BundleManifest
import BundleUpdating
import Foundation
import GTFSSchedule
import Publishing
import SystemLayer
import TestSupport
import Testing

/// Machines whose clock is wrong: without a battery it begins in 1970, and 32 bits end in 2038.
@Suite("Clocks that are wrong")
struct ClockTests {
    private let place: UpdatePlace

    init() throws {
        place = try UpdatePlace()
    }

    private func publish(_ name: String, at now: String) throws -> Manifest {
        place.now = now
        try place.serve(NightlyFeed(marketName: name))
        // By one of these clocks a feed is always over, or has not begun.
        try place.update { $0.overridden = Set(GuardName.allCases) }
        let manifest = try #require(try place.manifest())
        #expect(manifest.generatedAt == now)
        #expect(try PublicationCheck.problems(place.publishFolder) == [])
        return manifest
    }

    @Test(
        "Nights in 1970, in 2038 and in the past, in any order, publish whole versions",
        arguments: [
            ["1970-01-01T00:00:00Z", "2026-06-01T03:00:00Z", "2038-01-19T03:14:08Z"],
            ["2038-01-20T00:00:00Z", "1970-01-01T00:00:01Z", "2026-06-01T03:00:00Z"],
            ["2026-06-01T03:00:00Z", "2107-01-01T00:00:00Z", "1970-01-02T00:00:00Z"],
        ])
    func nights(times: [String]) throws {
        var counters: [Int] = []
        var versions: Set<String> = []
        for (number, now) in times.enumerated() {
            let manifest = try publish("Name \(number)", at: now)
            counters.append(manifest.counter)
            versions.insert((manifest.next ?? manifest.current).version)
        }
        // A client takes no manifest for newer than one with a higher counter.
        #expect(counters == counters.sorted() && Set(counters).count == times.count)
        #expect(versions.count == times.count)
        // A night without a change is one, whatever the clock said before.
        place.now = "2026-06-02T03:00:00Z"
        #expect([.unchanged, .promoted].contains(try place.update().outcome))
        #expect(try place.update().outcome == .unchanged)
    }

    /// An update of a client that trusts a key, by the same clock.
    private func fetch(_ key: VerifyingKey) throws -> BundleUpdateResult {
        let date = try #require(Timestamp.date(place.now))
        var settings = BundleUpdate.Settings()
        settings.keys = [key]
        settings.now = { date }
        return try BundleUpdate(
            from: BundleAddress(place.publishFolder.path),
            to: place.folder.path + "/client.sqlite", over: FolderSource(), settings
        ).run()
    }

    /// Seconds that a clock jumps from one night to the next.
    private static let jumps = [1, 2 * 3600, 86_400, 3653 * 86_400].flatMap { [$0, -$0] }

    @Test("Nights of a clock that jumps back and forth leave what clients take", arguments: 1...2)
    func jumps(seed: Int) throws {
        let key = try place.sign()
        place.settings.append("keep: \(seed)")
        var random = SeededGenerator(seed: UInt64(seed))
        var instant = try #require(Timestamp.date(place.now))
        var counter = 0
        var hashes: [String: String] = [:]
        for (night, jump) in ([0] + Self.jumps.shuffled(using: &random)).enumerated() {
            instant += Double(jump)
            let time = Timestamp.text(instant)
            let manifest = try publish(night.isMultiple(of: 2) ? "One" : "Two", at: time)
            try place.setTimes()
            #expect(
                try PublicationCheck.problems(place.publishFolder, keys: [key]) == [], "\(time)")
            #expect(manifest.counter > counter, "\(time)")
            counter = manifest.counter
            // A name never stands for other bytes.
            for file in manifest.versions.flatMap(\.files) {
                #expect(hashes[file.name] ?? file.sha256 == file.sha256, "\(file.name)")
                hashes[file.name] = file.sha256
            }
            let version = try fetch(key).version
            #expect([manifest.current, manifest.next].contains { $0?.version == version })
        }
    }

    @Test("A day that comes again gives no name again, although the version is long gone")
    func namesOfADayThatComesAgain() throws {
        place.settings.append("keep: 1")
        var names: Set<String> = []
        for day in ["2026-06-01", "2026-06-03", "2026-06-01"] {
            names.insert(try publish("One", at: day + "T03:00:00Z").current.version)
            names.insert(try publish("Two", at: day + "T04:00:00Z").current.version)
        }
        #expect(names.count == 6)
    }
}
