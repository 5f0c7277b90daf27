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
        let trial = GrowthTrial(
            gtfs: try gtfs ?? MeasuredProgram.neighbour("gtfs"), scratch: scratch.path, runs: runs)
        let points = try trial.run(trips: trips, stops: stops, steps: steps)
        if let plot {
            try GrowthPlot(points).svg.write(toFile: plot, atomically: true, encoding: .utf8)
        }
        print(json ? try Printing.json(points) : Printing.markdown(GrowthPoint.table(points)))
    }
}
