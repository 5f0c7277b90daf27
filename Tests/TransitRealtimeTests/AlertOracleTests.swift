import BundleWriting
import FeedReading
import Foundation
import TestSupport
import Testing
import TransitBundle

@Suite("Alerts and their oracle", .blocking, .realtimeBindings) struct AlertOracleTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func bundle(_ feed: String) throws -> TransitBundle {
        let path = folder.path + "/\(UUID().uuidString).sqlite"
        _ = try BundleBuild(.init()).run(try FeedArchive.open(feed), to: path, progress: { _ in })
        return try TransitBundle(path: path)
    }

    private func made(
        _ feed: String, at instant: String, seed: Int, isWild: Bool
    ) throws -> [String] {
        let out = folder.path + "/\(UUID().uuidString)"
        let made = try RealtimeBindings.run(
            "made_alerts.py",
            [feed, instant, out, "--seed", "\(seed)"] + (isWild ? ["--wild"] : []), folder: folder)
        try #require(made.end == .exited(0), "\(made.standardError)")
        return [out + "/alerts.pb", out + "/updates.pb"]
    }

    @Test("Alerts of the sample agree", arguments: [false, true])
    func sample(isWild: Bool) async throws {
        let feed = PackageRoot.path + "/feeds/sample"
        let bundle = try bundle(feed)
        for seed in 1...ComparedFeed.seeds(5) {
            let at = seed % 3 == 0 ? "2026-11-21T00:10:00+11:00" : "2026-11-23T07:30:00+11:00"
            let oracle = try await AlertOracle.compare(
                feed: feed, bundle,
                messages: try made(feed, at: at, seed: seed, isWild: isWild),
                part: ComparedFeed.part(seed, of: 40), languages: ["en-GB", "fr", "de", "pt"],
                folder: folder)
            #expect(oracle.agreed > 0)
            #expect(
                oracle.differences.isEmpty,
                "seed \(seed): \(oracle.differences.prefix(3).joined(separator: "; "))")
        }
    }

    @Test(
        "Alerts of agencies and made ones agree over public feeds", .sharedFiles,
        arguments: [
            ("renfe-es", "renfe-alerts", "2025-10-21T17:25:00+02:00"),
            ("faroe-fo", "brest-alerts", "2025-10-21T17:25:00+01:00"),
            ("atb-trondheim-no", "rtd-denver", "2024-06-12T08:00:00+02:00"),
            ("sound-transit", "", "2024-06-12T08:00:00-07:00"),
            ("vbb-flex", "", "2024-06-12T08:00:00+02:00"),
        ])
    func published(name: String, messages: String, at: String) async throws {
        let feed = try #require(PackageRoot.shared("feeds/\(name).zip"))
        let bundle = try bundle(feed)
        var sets = [try made(feed, at: at, seed: 2, isWild: true)]
        if !messages.isEmpty {
            let data = try #require(PackageRoot.shared("realtime/data/" + messages))
            sets.append(try ComparedFeed.messages(in: data))
        }
        for set in sets {
            let oracle = try await AlertOracle.compare(
                feed: feed, bundle, messages: set, part: ComparedFeed.part(3, of: 199),
                folder: folder)
            ComparedFeed.report("\(name), \(messages): \(oracle.agreed) lines with alerts agree")
            #expect(
                oracle.differences.isEmpty,
                "\(set): \(oracle.differences.prefix(3).joined(separator: "; "))")
        }
    }
}
