import BundleWriting
import FeedReading
import Foundation
import TestSupport
import Testing
import TransitBundle
import TransitRealtime

/// Live boards of all stops beside those of an independent script, over made messages, valid and wild.
@Suite("Live boards and the oracle", .realtimeBindings) struct RealtimeOracleTests {
    /// `REALTIME_SEEDS=200` asks for as many seeds; the suite tries fewer.
    private static let seeds =
        Int(ProcessInfo.processInfo.environment["REALTIME_SEEDS"] ?? "") ?? 20

    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test("Boards of the sample agree on made messages", arguments: [false, true])
    func sample(isWild: Bool) async throws {
        try await compare(
            feed: PackageRoot.path + "/feeds/sample", at: "2026-11-21T08:00:00+11:00",
            isWild: isWild, seeds: Self.seeds)
    }

    private func compare(feed: String, at: String, isWild: Bool, seeds: Int) async throws {
        let path = folder.path + "/bundle.sqlite"
        _ = try BundleBuild(.init()).run(try FeedArchive.open(feed), to: path, progress: { _ in })
        let bundle = try TransitBundle(path: path)
        var total = 0
        for seed in 1...seeds {
            let out = folder.path + "/\(seed)"
            let made = try RealtimeBindings.run(
                "made_realtime.py",
                [feed, at, out, "--seed", "\(seed)"] + (isWild ? ["--wild"] : []), folder: folder)
            try #require(made.end == .exited(0), "\(made.standardError)")
            let files = try FileManager.default.contentsOfDirectory(atPath: out)
                .filter { $0.hasSuffix(".pb") }.sorted().map { out + "/" + $0 }
            let (differences, agreed) = try await differences(
                feed: feed, messages: files, bundle, skipping: seeds > 5 ? seed : nil)
            #expect(
                differences.isEmpty,
                "seed \(seed): \(differences.prefix(3).joined(separator: "\n"))")
            total += agreed
        }
        #expect(total > 0)
    }

    /// - Parameter seed: asks only a part of all boards, another for each seed.
    private func differences(
        feed: String, messages: [String], _ bundle: TransitBundle, skipping seed: Int?
    ) async throws -> (differences: [String], agreed: Int) {
        let boards = try RealtimeOracle.boards(
            feed: feed, messages: messages, instants: 20, folder: folder)
        // A source is taken as of the time of its message, however old that is.
        let kept = RealtimeMessages(clock: { .distantPast })
        for message in messages {
            try kept.receive(
                [UInt8](Data(contentsOf: URL(fileURLWithPath: message))), from: message)
        }
        let asked = boards.enumerated().filter { seed == nil || $0.offset % 7 == (seed ?? 0) % 7 }
        return try await RealtimeOracle.compare(
            asked.map(\.element), with: RealtimeSource(over: bundle, messages: kept))
    }
}
