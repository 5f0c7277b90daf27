import ArgumentParser
import TransitBundle

/// `gtfs-bench library`: how long the client library takes to answer the questions of apps.
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

/// The cost of one question to the library.
struct LibraryResult: Encodable {
    let name: String
    let samples: Int
    /// Rows of an answer, on average.
    let rows: Double
    let milliseconds: Latencies

    /// The library's target for every question, in milliseconds.
    static let medianTarget = 1.0
    static let p99Target = 5.0

    var meetsTargets: Bool {
        milliseconds.p50 < Self.medianTarget && milliseconds.p99 < Self.p99Target
    }

    static func table(_ results: [LibraryResult]) -> [[String]] {
        [["question", "rows", "p50 ms", "p99 ms", "max ms", ""]] + results.map(\.cells)
    }

    private var cells: [String] {
        [
            name, Printing.number(rows, 1), Printing.number(milliseconds.p50, 3),
            Printing.number(milliseconds.p99, 3), Printing.number(milliseconds.max, 3),
            meetsTargets ? "" : "MISSED",
        ]
    }
}

/// The figures of the library for a bundle, as printed.
struct LibraryReport: Encodable {
    /// Milliseconds for opening the bundle, and for the first search in a bundle that was just
    /// opened: for information, without a target.
    let opening: Latencies
    let firstSearch: Latencies
    let questions: [LibraryResult]

    /// - Parameter only: a part of the names of the questions to ask.
    init(
        path: String, samples: Int, seed: UInt64, only: String?, stopwatch: Stopwatch
    ) async throws {
        var opening: [Double] = []
        var firstSearch: [Double] = []
        for _ in 0..<5 {
            let start = stopwatch.milliseconds()
            let bundle = try TransitBundle(path: path)
            let opened = stopwatch.milliseconds()
            _ = try await bundle.stops(matching: "a")
            let found = stopwatch.milliseconds()
            opening.append(opened - start)
            firstSearch.append(found - opened)
        }
        self.opening = Latencies(opening)
        self.firstSearch = Latencies(firstSearch)
        var arguments = try await LibraryArguments(TransitBundle(path: path), seed: seed)
        var questions: [LibraryResult] = []
        for question in LibraryQuestion.all where only.map(question.name.contains) ?? true {
            if let result = try await question.measure(
                samples: samples, stopwatch, &arguments)
            {
                questions.append(result)
            }
        }
        self.questions = questions
    }

    var text: String { Printing.table(LibraryResult.table(questions)) + "\n\n" + cold }

    /// The same as a table of Markdown.
    var markdown: String { Printing.markdown(LibraryResult.table(questions)) + "\n\n" + cold }

    private var cold: String {
        [("opening", opening), ("first search", firstSearch)].map { name, latencies in
            "\(name): \(Printing.number(latencies.p50, 3)) ms"
        }.joined(separator: ", ")
    }
}
