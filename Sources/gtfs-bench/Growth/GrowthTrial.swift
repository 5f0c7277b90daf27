/// Builds generated feeds, each several times.
struct GrowthTrial {
    let gtfs: String
    let scratch: String
    let runs: Int

    /// Feeds of which each has twice as many trips as the one before.
    func run(trips: Int, stops: Int, steps: Int) throws -> [GrowthPoint] {
        try (0..<steps).map { try measure(trips: trips << $0, stops: stops) }
    }

    /// What building a feed takes, in the median of the runs.
    func measure(trips: Int, stops: Int) throws -> GrowthPoint {
        let feed = "\(scratch)/growth.zip"
        let bundle = "\(scratch)/growth.sqlite"
        try Self.feed(trips: trips, stops: stops).write(toFile: feed)
        let build = MeasuredProgram(
            program: gtfs, arguments: ["build", feed, "-o", bundle, "--quiet"])
        let usages = try (0..<runs).map { _ in
            let usage = try build.run()
            guard usage.exitCode == 0 else {
                throw BenchmarkError("gtfs build \(feed): exit \(usage.exitCode)")
            }
            return usage
        }
        return GrowthPoint(
            stopTimes: trips * stops, feedBytes: try MeasuredProgram.size(of: feed),
            seconds: usages.map(\.wallSeconds).median ?? 0,
            cpuSeconds: usages.map(\.cpuSeconds).median ?? 0,
            peakBytes: usages.map(\.peakBytes).max() ?? 0,
            bundleBytes: try MeasuredProgram.size(of: bundle),
            peakIsBound: usages.allSatisfy(\.peakIsBound))
    }

    /// Feeds of this kind differ in what they are asked for only.
    static func feed(trips: Int, stops: Int) -> SyntheticFeed {
        SyntheticFeed(
            trips: trips, stops: stops, patterns: 300, timings: 50, ownDistances: false,
            scattered: false)
    }
}

/// What building a feed of some size took.
struct GrowthPoint: Encodable {
    let stopTimes: Int
    let feedBytes: Int
    let seconds: Double
    let cpuSeconds: Double
    let peakBytes: Int
    let bundleBytes: Int
    /// Whether it had no more memory than this program, so that how much less is not known.
    var peakIsBound = false

    static func table(_ points: [GrowthPoint]) -> [[String]] {
        [["stop_times", "zip MB", "seconds", "CPU s", "peak MB", "bundle MB"]]
            + points.map { point in
                [
                    "\(point.stopTimes)", Printing.number(Double(point.feedBytes) / 1e6, 1),
                    Printing.number(point.seconds, 2), Printing.number(point.cpuSeconds, 2),
                    (point.peakIsBound ? "<= " : "") + Printing.megabytes(point.peakBytes, 0),
                    Printing.number(Double(point.bundleBytes) / 1e6, 1),
                ]
            }
    }
}
