import Foundation

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
            feed: name, stopTimes: try BundleBytes(of: bundle).stopTimes,
            feedBytes: try MeasuredProgram.size(of: feed),
            bundleBytes: try MeasuredProgram.size(of: bundle), wallSeconds: best.wallSeconds,
            cpuSeconds: best.cpuSeconds, peakBytes: builds.map(\.peakBytes).max() ?? 0,
            unzipSeconds: unzips.map(\.wallSeconds).min(),
            importSeconds: imported?.seconds, importBytes: imported?.bytes)
    }
}
