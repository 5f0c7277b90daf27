import ArgumentParser

/// The command `gtfs-bench`: what the project promises in figures, measured on any machine.
@main
struct GTFSBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gtfs-bench",
        abstract: "Measures gtfs: speed, memory, bytes and query latencies.",
        subcommands: [
            Generate.self, MeasureBuild.self, MeasureQueries.self, MeasureLibrary.self,
        ])
}
