import Foundation
import GRDB
import SystemLayer

/// Builds one feed several times, in turns with its peers, so that all see the same machine.
struct BuildTrial {
    let gtfs: String
    let scratch: String
    let runs: Int
    let importsToo: Bool

    func run(_ feed: String) throws -> BuildResult {
        let name = URL(fileURLWithPath: feed).deletingPathExtension().lastPathComponent
        let bundle = "\(scratch)/\(name).sqlite"
        let build = MeasuredProgram(
            program: gtfs, arguments: ["build", feed, "-o", bundle, "--quiet"])
        let unzip = MeasuredProgram.find("unzip").map {
            MeasuredProgram(program: $0, arguments: ["-p", feed], isSilent: true)
        }
        var builds: [MeasuredProgram.Usage] = []
        var unzips: [MeasuredProgram.Usage] = []
        for _ in 0..<runs {
            if let unzip {
                let usage = try unzip.run()
                // 1 is a warning, such as bytes before the archive.
                if usage.exitCode <= 1 { unzips.append(usage) }
            }
            let usage = try build.run()
            guard usage.exitCode == 0 else {
                throw BenchmarkError("gtfs build \(feed): exit \(usage.exitCode)")
            }
            builds.append(usage)
        }
        let imported = importsToo ? try ImportPeer(feed: feed, scratch: scratch).run() : nil
        guard let best = builds.min(by: { $0.wallSeconds < $1.wallSeconds }) else {
            throw BenchmarkError("gtfs build \(feed) never ran")
        }
        return BuildResult(
            feed: name, stopTimes: try stopTimes(bundle), feedBytes: try size(of: feed),
            bundleBytes: try size(of: bundle), wallSeconds: best.wallSeconds,
            cpuSeconds: best.cpuSeconds, peakBytes: builds.map(\.peakBytes).max() ?? 0,
            unzipSeconds: unzips.map(\.wallSeconds).min(),
            importSeconds: imported?.seconds, importBytes: imported?.bytes)
    }

    private func stopTimes(_ bundle: String) throws -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: bundle, configuration: configuration)
        defer { queue.releaseMemory() }
        return try queue.read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT sum(p.stops) FROM trip t JOIN trip_group USING (trip_group)
                    JOIN pattern p USING (pattern)
                    """) ?? 0
        }
    }

    private func size(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return attributes[.size] as? Int ?? 0
    }
}

/// Runs a program to its end and tells what it took.
struct MeasuredProgram {
    /// What the system counted for a finished process.
    struct Usage {
        let exitCode: Int
        let wallSeconds: Double
        /// User and system time of all its threads.
        let cpuSeconds: Double
        let peakBytes: Int
    }

    let program: String
    let arguments: [String]
    /// Throws away what it says on standard error as well.
    var isSilent = false

    /// The program of this name in `$PATH`; nil when there is none.
    static func find(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs with standard output thrown away.
    func run() throws -> Usage {
        let nowhere = try Descriptor(writing: "/dev/null")
        let start = ContinuousClock.now
        let child = try ChildProcess(
            [program] + arguments, environment: ProcessInfo.processInfo.environment,
            output: nowhere.number, errors: isSilent ? nowhere.number : nil, isLeader: false)
        let (ending, usage) = child.waitMeasuring()
        let wall = (ContinuousClock.now - start).seconds
        let code =
            switch ending {
            case .exit(let code): Int(code)
            case .signal(let number): 128 + Int(number)
            }
        return Usage(
            exitCode: code, wallSeconds: wall, cpuSeconds: usage.processorSeconds,
            peakBytes: usage.peakMemoryBytes)
    }
}
