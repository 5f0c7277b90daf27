import Foundation
import SystemLayer

/// Measures everything, one thing after the other.
struct WholeTrial {
    let gtfs: String
    let scratch: String
    let rounds: Int
    let peerRounds: Int
    let trips: Int
    let samples: Int
    let peers: ReachPeers

    /// - Parameter feeds: zips; without any, one is generated.
    func run(_ feeds: [String]) async throws -> WholeReport {
        let circumstances = try Circumstances(gtfs: gtfs, peers: peers)
        let feeds = feeds.isEmpty ? [try generated()] : feeds
        // Programs come first: the memory that is measured of them is at least what this one has.
        var trials: [(feed: String, bundle: String, reach: ReachResult)] = []
        for (index, feed) in feeds.enumerated() {
            note("\(feed): gtfs and its peers")
            let trial = try reachTrial(index)
            trials.append((feed, trial.bundle, try trial.run(feed)))
        }
        note("start, and small feeds")
        let starts = try StartTrial(gtfs: gtfs, scratch: scratch, runs: 4 * rounds).run()
        note("growth")
        let growth = GrowthTrial(gtfs: gtfs, scratch: scratch, runs: min(rounds, 3))
        let sizes = try growth.run(trips: trips, stops: 40, steps: 4)
        let lengths = try [10, 40].map { try growth.measure(trips: trips, stops: $0) }
        var figures: [FeedFigures] = []
        for (feed, bundle, reach) in trials {
            note("\(feed): bytes and latencies")
            figures.append(
                try await FeedFigures(feed: feed, bundle: bundle, reach: reach, samples: samples))
        }
        return WholeReport(
            circumstances: circumstances, feeds: figures, starts: starts, growth: sizes,
            lengths: lengths)
    }

    private func generated() throws -> String {
        let path = "\(scratch)/generated.zip"
        try GrowthTrial.feed(trips: trips, stops: 40).write(toFile: path)
        return path
    }

    private func reachTrial(_ index: Int) throws -> ReachTrial {
        let place = "\(scratch)/feed-\(index + 1)"
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: true)
        return ReachTrial(
            gtfs: gtfs, scratch: place, runs: rounds, peerRuns: peerRounds, cores: nil, only: [],
            peers: peers)
    }

    /// Says how far it is: a run takes minutes.
    private func note(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}
