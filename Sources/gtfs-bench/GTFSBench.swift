import ArgumentParser

@main
struct GTFSBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gtfs-bench",
        abstract: "Makes feeds to measure gtfs with, and measures what only Swift can call.",
        discussion: ".ci/figures measures the programs: speed, memory, query latencies.",
        subcommands: [
            Generate.self, MeasureRealtime.self, MeasureClient.self, WriteHostile.self,
        ])
}
