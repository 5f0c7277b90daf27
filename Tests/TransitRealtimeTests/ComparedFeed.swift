import BundleWriting
import FeedReading
import Foundation
import GTFSRealtime
import TestSupport
import Testing
import TransitBundle
import TransitRealtime

/// A feed as text files for the oracle and as a bundle for us, and messages that are laid over both.
struct ComparedFeed {
    /// `REALTIME_SEEDS=200` asks for as many made messages; the suite tries fewer.
    private static let wantedSeeds = number("REALTIME_SEEDS")
    /// `REALTIME_PARTS=1` asks for all boards, 2 for every second.
    private static let wantedParts = number("REALTIME_PARTS")

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    }

    static func report(_ line: String) {
        if wantedSeeds != nil { print(line) }
    }

    /// The number of made messages that are wanted, where the suite tries so many.
    static func seeds(_ usual: Int) -> Int { wantedSeeds ?? usual }

    private let feed: String
    private let folder: TestFolder
    private let bundle: TransitBundle

    /// - Parameter feed: the path of its folder or archive.
    init(_ feed: String, folder: TestFolder) throws {
        self.feed = feed
        self.folder = folder
        let path = folder.path + "/\(UUID().uuidString).sqlite"
        _ = try BundleBuild(.init()).run(try FeedArchive.open(feed), to: path, progress: { _ in })
        bundle = try TransitBundle(path: path)
    }

    /// Compares boards over messages that the scripts make.
    ///
    /// - Parameters:
    ///   - seeds: the number of them in the suite.
    ///   - parts: the suite asks for one of so many parts of the boards, another for each seed.
    func compareMade(at instant: String, isWild: Bool, seeds: Int, parts: Int) async throws {
        var total = 0
        for seed in 1...Self.seeds(seeds) {
            let out = folder.path + "/\(UUID().uuidString)"
            let made = try RealtimeBindings.run(
                "made_realtime.py",
                [feed, instant, out, "--seed", "\(seed)"] + (isWild ? ["--wild"] : []),
                folder: folder)
            try #require(made.end == .exited(0), "\(made.standardError)")
            total += try await compare(
                Self.messages(in: out), part: Self.part(seed, of: parts),
                "seed \(seed)\(isWild ? ", wild" : "") at \(instant)")
        }
        #expect(total > 0)
    }

    /// One of some parts of the boards.
    static func part(_ number: Int, of parts: Int) -> RealtimeOracle.Part {
        .init(number: number, count: wantedParts ?? parts)
    }

    static func messages(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".pb") }.sorted().map { folder + "/" + $0 }
    }

    /// Compares boards over some messages, each of a source of its own.
    ///
    /// - Returns: the number of rows on which both agree.
    @discardableResult
    func compare(
        _ messages: [String], part: RealtimeOracle.Part, _ subject: String
    ) async throws -> Int {
        let boards = try RealtimeOracle.boards(
            feed: feed, messages: messages, part: part, folder: folder)
        let read = try messages.map {
            try FeedMessage([UInt8](Data(contentsOf: URL(fileURLWithPath: $0))))
        }
        let kept = RealtimeMessages(asOf: read)
        for (name, message) in zip(messages, read) { kept.receive(message, from: name) }
        let (differences, agreed) = try await RealtimeOracle.compare(
            boards, with: RealtimeSource(over: bundle, messages: kept))
        let examples = differences.prefix(3).joined(separator: "\n")
        #expect(
            differences.isEmpty,
            "\(feed), \(subject): \(differences.count) of \(boards.count) boards: \(examples)")
        Self.report("\(feed), \(subject): \(boards.count) boards, \(agreed) rows agree")
        return agreed
    }
}
