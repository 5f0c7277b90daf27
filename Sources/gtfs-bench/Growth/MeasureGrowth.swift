import ArgumentParser
import Foundation

/// `gtfs-bench growth`: how time, memory and bytes grow with a feed.
struct MeasureGrowth: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "growth",
        abstract: "Builds generated feeds, each twice as large as the one before.",
        discussion: """
            The feeds differ in the number of their trips only. What counts of each is the median \
            of its runs. With --plot, the figures are drawn as well.
            """)

    @Option(help: "Trips of the smallest feed.")
    var trips = 50_000

    @Option(help: "Stops of every trip.")
    var stops = 40

    @Option(help: "How many feeds.")
    var steps = 4

    @Option(help: "How often each is built.")
    var runs = 3

    @Option(help: "The gtfs to measure; by default the one beside gtfs-bench.")
    var gtfs: String?

    @Option(help: "The folder for feeds and bundles; deleted afterwards unless it is given.")
    var folder: String?

    @Option(help: "An SVG to draw the figures into.")
    var plot: String?

    @Flag(help: "Prints JSON.")
    var json = false

    func validate() throws {
        for (name, value, least) in [
            ("--trips", trips, 1), ("--stops", stops, 2), ("--steps", steps, 2),
            ("--runs", runs, 1),
        ] where value < least {
            throw ValidationError("\(name) must be \(least) or more")
        }
        guard steps <= 8 else { throw ValidationError("--steps must be 8 or less") }
    }

    func run() throws {
        let scratch = try ScratchPlace(folder)
        defer { scratch.remove() }
        let gtfs = try gtfs ?? MeasuredProgram.neighbour("gtfs")
        let points = try (0..<steps).map { step in
            try measure(trips: trips << step, gtfs, in: scratch.path)
        }
        if let plot {
            try GrowthPlot(points).svg.write(toFile: plot, atomically: true, encoding: .utf8)
        }
        print(json ? try Printing.json(points) : Printing.markdown(GrowthPoint.table(points)))
    }

    private func measure(
        trips: Int, _ gtfs: String, in folder: String
    ) throws -> GrowthPoint {
        let feed = "\(folder)/growth-\(trips).zip"
        let bundle = "\(folder)/growth.sqlite"
        let zip = try ZipWriter(path: feed)
        try SyntheticFeed(
            trips: trips, stops: stops, patterns: 300, timings: 50, ownDistances: false,
            scattered: false
        ).write(to: zip)
        try zip.close()
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
            bundleBytes: try MeasuredProgram.size(of: bundle))
    }
}

/// The cost of building a feed of some size.
struct GrowthPoint: Encodable {
    let stopTimes: Int
    let feedBytes: Int
    let seconds: Double
    let cpuSeconds: Double
    let peakBytes: Int
    let bundleBytes: Int

    static func table(_ points: [GrowthPoint]) -> [[String]] {
        [["stop_times", "zip MB", "seconds", "CPU s", "peak MB", "bundle MB"]]
            + points.map { point in
                [
                    "\(point.stopTimes)", Printing.number(Double(point.feedBytes) / 1e6, 1),
                    Printing.number(point.seconds, 2), Printing.number(point.cpuSeconds, 2),
                    Printing.number(Double(point.peakBytes) / 1e6, 0),
                    Printing.number(Double(point.bundleBytes) / 1e6, 1),
                ]
            }
    }
}
