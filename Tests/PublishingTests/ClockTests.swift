import BundleManifest
import Foundation
import Publishing
import TestSupport
import Testing

/// Machines whose clock is wrong: without a battery it begins in 1970, and 32 bits end in 2038.
@Suite("Clocks that are wrong")
struct ClockTests {
    private let place: UpdatePlace

    init() throws {
        place = try UpdatePlace()
    }

    /// Publishes a feed with a name at a time, and looks at what is there then.
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
}
