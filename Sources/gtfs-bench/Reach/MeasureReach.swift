import ArgumentParser
import Foundation

/// `gtfs-bench reach`: the cost of each verb, as a multiple of the cost of unpacking the feed.
struct MeasureReach: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reach",
        abstract: "Measures build, validate, verify and update as multiples of unzip -p.",
        discussion: """
            Every round runs `unzip -p FEED > /dev/null` and then each verb, so that all see the \
            same machine; what counts is the median of the ratios of the rounds.
            """)

    @Argument(help: "Zipped feeds.")
    var feeds: [String]

    @Option(help: "Rounds.")
    var runs = 7

    @Option(help: "Processors to use, by taskset; repeatable, by default all of the machine.")
    var cores: [Int] = []

    @Option(help: "The gtfs to measure; by default the one beside gtfs-bench.")
    var gtfs: String?

    func validate() throws {
        guard runs > 0 else { throw ValidationError("--runs must be 1 or more") }
        guard cores.allSatisfy({ $0 > 0 }) else {
            throw ValidationError("--cores must be 1 or more")
        }
    }

    func run() throws {
        let scratch = try ScratchPlace()
        defer { scratch.remove() }
        let gtfs = try gtfs ?? MeasuredProgram.neighbour("gtfs")
        let choices: [Int?] = cores.isEmpty ? [nil] : cores
        var rows: [[String]] = []
        for feed in feeds {
            for cores in choices {
                let trial = try ReachTrial(gtfs: gtfs, feed: feed, scratch: scratch.path)
                rows += try trial.run(runs, cores: cores)
            }
        }
        print(Printing.markdown([ReachTrial.header] + rows))
    }
}
