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

    func run(_ feed: String) throws -> ReachResult {
        let name = URL(fileURLWithPath: feed).deletingPathExtension().lastPathComponent
        let verbs = try wanted(ReachSubject.verbs(of: gtfs, feed: feed, scratch: scratch))
        let peers = peerRuns == 0 ? [] : try wanted(ReachSubject.peers(feed, scratch: scratch))
        let unzip = MeasuredProgram.find("unzip").map {
            MeasuredProgram(program: $0, arguments: ["-p", feed], isSilent: true)
        }
        var measurements = (verbs + peers).map { ReachMeasurement(name: $0.name) }
        var unzips: [Double] = []
        for round in 0..<max(runs, peerRuns) {
            let seconds = try unzip.flatMap { try self.seconds($0) }
            if let seconds { unzips.append(seconds) }
            for (index, subject) in (verbs + peers).enumerated() {
                guard round < (index < verbs.count ? runs : peerRuns) else { continue }
                guard let usage = try subject.run(cores: cores) else { continue }
                measurements[index].add(usage, unzipSeconds: seconds)
            }
        }
        return ReachResult(
            feed: name, cores: cores, unzipSeconds: unzips,
            measurements: measurements.filter { !$0.seconds.isEmpty })
    }

    private func wanted(_ subjects: [ReachSubject]) -> [ReachSubject] {
        subjects.filter { only.isEmpty || only.contains($0.name) }
    }

    /// The seconds of unzip; nil when it does not read the feed.
    private func seconds(_ unzip: MeasuredProgram) throws -> Double? {
        let usage = try unzip.on(cores).run()
        // 1 is a warning, such as bytes before the archive.
        return usage.exitCode <= 1 ? usage.wallSeconds : nil
    }
}

/// A thing to measure.
struct ReachSubject {
    let name: String
    /// The programs to run, one after the other.
    let programs: [MeasuredProgram]
    /// The files to delete before a run.
    var makesAnew: [String] = []
    /// The largest exit code that is not a failure: 1 says that a validation found errors.
    var lastGoodCode = 0
    /// Whether it may fail: a peer that cannot read the feed is left out.
    var isPeer = false

    /// Runs it once. Nil when a peer failed.
    func run(cores: Int?) throws -> MeasuredProgram.Usage? {
        for path in makesAnew where FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(atPath: path)
        }
        var whole: MeasuredProgram.Usage?
        for program in programs {
            let usage = try program.on(cores).run()
            guard usage.exitCode <= lastGoodCode else {
                if isPeer { return nil }
                throw BenchmarkError("\(name): exit \(usage.exitCode)")
            }
            whole = whole.map { $0 + usage } ?? usage
        }
        return whole
    }

    /// The verbs of gtfs, in an order in which each finds its input.
    static func verbs(of gtfs: String, feed: String, scratch: String) throws -> [ReachSubject] {
        let bundle = "\(scratch)/reach.sqlite"
        let bare = "\(scratch)/bare.sqlite"
        let definition = "\(scratch)/reach.yaml"
        let published = "\(scratch)/published"
        let source = URL(fileURLWithPath: feed).path
        let lines = [
            "id: reach", "source: \"\(source)\"", "publish: \"\(published)\"",
            "guards: { allow_expired: true }",
        ]
        try (lines.joined(separator: "\n") + "\n").write(
            toFile: definition, atomically: true, encoding: .utf8)
        func verb(
            _ name: String, _ arguments: [String], makesAnew: [String] = [], lastGoodCode: Int = 0
        ) -> ReachSubject {
            let program = MeasuredProgram(program: gtfs, arguments: arguments, isSilent: true)
            return ReachSubject(
                name: name, programs: [program], makesAnew: makesAnew, lastGoodCode: lastGoodCode)
        }
        return [
            verb("build --no-validate", ["build", "--no-validate", feed, "-o", bare, "--quiet"]),
            verb("build", ["build", feed, "-o", bundle, "--quiet"]),
            verb("validate", ["validate", feed], lastGoodCode: 1),
            verb("verify", ["verify", feed, bundle]),
            verb("update", ["update", definition, "--quiet"], makesAnew: [published]),
        ]
    }

    /// The other programs for the feed, as far as they are installed.
    static func peers(_ feed: String, scratch: String) throws -> [ReachSubject] {
        try ReachPeers(feed: feed, scratch: scratch).all
    }
}
