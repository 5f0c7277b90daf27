import TestSupport
import Testing

@Suite("An hour of an app", .blocking)
struct TickingTests {
    @Test("3,600 seconds of pings and boards by a simulated clock: memory does not grow")
    func hour() async throws {
        let served = try ServedBundle()
        try await served.start()
        let result = try ProcessRun.run(
            PackageRoot.executable("gtfs-bench"),
            ["client", served.url, "A", "--at", "2026-11-23T06:00:00Z"], folder: served.folder)
        #expect(result.end == .exited(0), "\(result.standardOutput)\(result.standardError)")
        #expect(result.standardOutput.hasPrefix("3600 seconds, 36000 departures"))
        print(result.standardOutput)
        try served.stop()
    }
}
