import ArgumentParser
import Foundation
import SystemLayer

/// `gtfs-bench all`: every figure that the project gives, in one run.
struct MeasureAll: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "all",
        abstract: "Measures everything: gtfs beside its peers, bytes, latencies, start and growth.",
        discussion: """
            Prints tables of Markdown; -o draws plots as SVG, --json writes everything for \
            machines. Without a feed it makes one. Peers are those of `gtfs-bench reach`; what the \
            machine does not have says how to install it: pip install duckdb gtfs-guru gtfs-kit \
            pygtfs.
            """)

    @Argument(help: "Zipped feeds; without any, one is generated.")
    var feeds: [String] = []

    @Option(name: .customShort("o"), help: "The folder to draw plots into.")
    var plots: String?

    @Option(help: "The file to write everything to, as JSON.")
    var json: String?

    @Option(help: "How often gtfs and unzip run on each feed, in turns.")
    var rounds = 5

    @Option(help: "How often each peer runs; 0 leaves them out.")
    var peerRounds = 1

    @Option(help: "After so many seconds a peer is killed.")
    var peerSeconds = 300

    @Option(help: "A Python to look for peers in, repeatable; by default those in $PATH.")
    var python: [String] = []

    @Option(help: "Trips of the generated feed, and of the smallest whose growth is measured.")
    var trips = 10_000

    @Option(help: "Samples of each query, and of each question to the library.")
    var samples = 300

    @Option(help: "The gtfs to measure; by default the one beside gtfs-bench.")
    var gtfs: String?

    @Option(help: "The folder for feeds and bundles; deleted afterwards unless it is given.")
    var folder: String?

    func validate() throws {
        for (name, value, least) in [
            ("--rounds", rounds, 1), ("--peer-rounds", peerRounds, 0),
            ("--peer-seconds", peerSeconds, 1), ("--trips", trips, 1), ("--samples", samples, 1),
        ] where value < least {
            throw ValidationError("\(name) must be \(least) or more")
        }
    }

    func run() async throws {
        let scratch = try ScratchPlace(folder)
        defer { scratch.remove() }
        if let plots {
            try FileManager.default.createDirectory(
                atPath: plots, withIntermediateDirectories: true)
        }
        let trial = WholeTrial(
            gtfs: try gtfs ?? MeasuredProgram.neighbour("gtfs"), scratch: scratch.path,
            rounds: rounds, peerRounds: peerRounds, trips: trips, samples: samples,
            peers: ReachPeers(pythons: Pythons(given: python), seconds: peerSeconds))
        let report = try await trial.run(feeds)
        print(report.markdown)
        if let plots { try report.draw(into: plots) }
        if let json {
            try Printing.json(report).write(toFile: json, atomically: true, encoding: .utf8)
        }
    }
}
