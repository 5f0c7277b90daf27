import ArgumentParser

/// `gtfs-bench library`: how long the client library takes to answer what apps ask.
struct MeasureLibrary: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library",
        abstract: "Measures every question that the client library answers.",
        discussion: """
            Every sample asks with random arguments and has the whole answer as values of Swift. \
            Exits 1 when a question takes a millisecond or more in the median, or five at p99.
            """)

    @Argument(help: "A bundle.")
    var bundle: String

    @Option(help: "Samples of each question.")
    var samples = 500

    @Option(help: "The seed of the random arguments.")
    var seed: UInt64 = 1

    @Option(help: "Asks only questions whose names contain this.")
    var only: String?

    @Flag(help: "Counts processor time, for a machine that is busy with other things.")
    var cpu = false

    @Flag(help: "Prints JSON.")
    var json = false

    func validate() throws {
        guard samples > 0 else { throw ValidationError("--samples must be 1 or more") }
    }

    func run() async throws {
        let report = try await LibraryReport(
            path: bundle, samples: samples, seed: seed, only: only,
            stopwatch: Stopwatch(countsProcessorTime: cpu))
        print(json ? try Printing.json(report) : report.text)
        if !report.questions.allSatisfy(\.meetsTargets) { throw ExitCode.failure }
    }
}
