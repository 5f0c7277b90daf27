import ArgumentParser
import Foundation

/// `gtfs-bench reach`: the cost of each verb, as a multiple of the cost of unpacking the feed.
struct MeasureReach: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reach",
        abstract: "Measures build, validate, verify and update as multiples of unzip -p.",
        discussion: """
            Every round runs `unzip -p FEED > /dev/null` and then each verb, so that all see the \
            same machine; what counts is the median of the ratios of the rounds. Peers are run as \
            often as --peer-runs says: `sqlite3 .import` of every file with five indexes, DuckDB \
            with the same indexes, the validator gtfs-guru, gtfs-kit and pygtfs. The last four are \
            packages of PyPI; what the machine does not have says how to install it.
            """)

    @Argument(help: "Zipped feeds.")
    var feeds: [String]

    @Option(help: "Rounds.")
    var runs = 7

    @Option(help: "How often each peer runs, after the rounds; 0 leaves them out.")
    var peerRuns = 1

    @Option(help: "After so many seconds a peer is killed.")
    var peerSeconds = 300

    @Option(help: "A Python to look for peers in, repeatable; by default those in $PATH.")
    var python: [String] = []

    @Option(help: "Processors to use, by taskset; repeatable, by default all of the machine.")
    var cores: [Int] = []

    @Option(help: "Runs only what has one of these names, such as verify; repeatable.")
    var only: [String] = []

    @Option(help: "The gtfs to measure; by default the one beside gtfs-bench.")
    var gtfs: String?

    @Option(help: "The folder for bundles and databases; deleted afterwards unless it is given.")
    var folder: String?

    @Flag(help: "Prints JSON, with every run.")
    var json = false

    func validate() throws {
        guard runs > 0 else { throw ValidationError("--runs must be 1 or more") }
        guard peerRuns >= 0 else { throw ValidationError("--peer-runs must be 0 or more") }
        guard peerSeconds > 0 else { throw ValidationError("--peer-seconds must be 1 or more") }
        guard cores.allSatisfy({ $0 > 0 }) else {
            throw ValidationError("--cores must be 1 or more")
        }
    }

    func run() throws {
        let scratch = try ScratchPlace(folder)
        defer { scratch.remove() }
        let gtfs = try gtfs ?? MeasuredProgram.neighbour("gtfs")
        let choices: [Int?] = cores.isEmpty ? [nil] : cores
        var results: [ReachResult] = []
        for feed in feeds {
            for cores in choices {
                let trial = ReachTrial(
                    gtfs: gtfs, scratch: scratch.path, runs: runs, peerRuns: peerRuns,
                    cores: cores, only: Set(only),
                    peers: ReachPeers(pythons: Pythons(given: python), seconds: peerSeconds))
                results.append(try trial.run(feed))
            }
        }
        print(json ? try Printing.json(results) : Printing.markdown(ReachResult.table(results)))
    }
}
