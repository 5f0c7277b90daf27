import Foundation

/// Runs everything on one feed, in turns.
struct ReachTrial {
    let gtfs: String
    let scratch: String
    let runs: Int
    let peerRuns: Int
    /// How many processors each program may use; nil for all.
    let cores: Int?
    /// The things to run; everything when empty.
    let only: Set<String>
    let peers: ReachPeers

    /// The bundle that it leaves behind.
    var bundle: String { ReachSubject.bundle(in: scratch) }

    func run(_ feed: String) throws -> ReachResult {
        let name = URL(fileURLWithPath: feed).deletingPathExtension().lastPathComponent
        let unzip = ReachSubject.unzip(feed)
        let verbs = try wanted(ReachSubject.verbs(of: gtfs, feed: feed, scratch: scratch))
        let others = peerRuns == 0 ? [] : try wanted(peers.all(for: feed, scratch: scratch))
        var measure = ReachMeasurement(name: unzip.name, does: unzip.does)
        var measurements = (verbs + others).map { ReachMeasurement(name: $0.name, does: $0.does) }
        for round in 0..<max(runs, peerRuns) {
            let seconds = try unzip.run(cores: cores, into: &measure, unzipSeconds: nil)
            for (index, subject) in (verbs + others).enumerated()
            where round < (index < verbs.count ? runs : peerRuns) {
                try subject.run(cores: cores, into: &measurements[index], unzipSeconds: seconds)
            }
        }
        return ReachResult(
            feed: name, cores: cores, unzip: measure, measurements: measurements)
    }

    private func wanted(_ subjects: [ReachSubject]) -> [ReachSubject] {
        subjects.filter { subject in
            only.isEmpty || only.contains { [$0, "gtfs \($0)"].contains(subject.name) }
        }
    }
}

/// A thing to measure.
struct ReachSubject {
    let name: String
    /// What it does with the feed, in a few words.
    let does: String
    /// What runs, one after the other.
    var programs: [MeasuredProgram] = []
    /// What must be gone before a run.
    var makesAnew: [String] = []
    /// The file that it writes, whose bytes count.
    var output: String?
    /// Whether it may fail, as a peer that cannot read the feed.
    var isPeer = false
    /// Whether all others are given as multiples of it.
    var isMeasure = false
    /// How to install what the machine lacks for it; nil when it lacks nothing.
    var lacking: String?

    /// Runs it once and adds what that took; once it has failed, it does not run again.
    ///
    /// - Returns: the seconds; nil when a peer fails.
    @discardableResult func run(
        cores: Int?, into measurement: inout ReachMeasurement, unzipSeconds: Double?
    ) throws -> Double? {
        if let lacking { measurement.failure = "not installed: \(lacking)" }
        guard measurement.failure == nil else { return nil }
        for path in makesAnew where FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(atPath: path)
        }
        var whole: MeasuredProgram.Usage?
        for program in programs {
            let usage = try program.on(cores).run()
            guard usage.exitCode <= program.lastGoodCode else {
                measurement.failure = try program.failure(of: usage)
                if isPeer { return nil }
                throw BenchmarkError("\(name): \(measurement.failure ?? "")")
            }
            whole = whole.map { $0 + usage } ?? usage
        }
        guard let whole else { return nil }
        measurement.add(whole, unzipSeconds: isMeasure ? whole.wallSeconds : unzipSeconds)
        measurement.outputBytes = try output.map(MeasuredProgram.size)
        return whole.wallSeconds
    }
}
