import ArgumentParser
import Foundation

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

struct ReachTrial {
    private struct Subject {
        let name: String
        let program: MeasuredProgram
        var makesAnew: String?
    }

    private let feed: String
    /// `unzip -p`, the measure of all others, then the verbs, each after those whose files it needs.
    private let subjects: [Subject]

    init(gtfs: String, feed: String, scratch: String) throws {
        guard let unzip = MeasuredProgram.find("unzip") else {
            throw BenchmarkError("there is no unzip here: apt-get install unzip")
        }
        let bundle = "\(scratch)/reach.sqlite"
        let published = "\(scratch)/published"
        let definition = "\(scratch)/reach.yaml"
        let source = URL(fileURLWithPath: feed).path
        try """
        id: reach
        source: "\(source)"
        publish: "\(published)"
        guards: { allow_expired: true }

        """.write(toFile: definition, atomically: true, encoding: .utf8)
        func verb(
            _ name: String, _ arguments: [String], makesAnew: String? = nil, lastGoodCode: Int = 0
        ) -> Subject {
            Subject(
                name: "gtfs \(name)",
                program: MeasuredProgram(
                    program: gtfs, arguments: arguments, lastGoodCode: lastGoodCode),
                makesAnew: makesAnew)
        }
        self.feed = URL(fileURLWithPath: feed).deletingPathExtension().lastPathComponent
        subjects = [
            // 1 is a warning, such as bytes before the archive.
            Subject(
                name: "unzip -p",
                program: MeasuredProgram(
                    program: unzip, arguments: ["-p", feed], lastGoodCode: 1)),
            verb("--version", ["--version"]),
            verb("build --no-validate", ["build", "--no-validate", feed, "-o", bundle, "--quiet"]),
            verb("build", ["build", feed, "-o", bundle, "--quiet"]),
            // 1 says that there are errors in the feed.
            verb("validate", ["validate", feed, "--quiet"], lastGoodCode: 1),
            verb("verify", ["verify", feed, bundle]),
            verb("update", ["update", definition, "--quiet"], makesAnew: published),
            verb("update, unchanged", ["update", definition, "--quiet"]),
        ]
    }

    func run(_ rounds: Int, cores: Int?) throws -> [[String]] {
        var measurements = subjects.map { ReachMeasurement(name: $0.name) }
        for _ in 0..<rounds {
            var unzipSeconds: Double?
            for (index, subject) in subjects.enumerated() {
                if let path = subject.makesAnew, FileManager.default.fileExists(atPath: path) {
                    try FileManager.default.removeItem(atPath: path)
                }
                let usage = try subject.program.on(cores).run()
                let unit = unzipSeconds ?? usage.wallSeconds
                unzipSeconds = unit
                measurements[index].add(usage, unzipSeconds: unit)
            }
        }
        return measurements.map { [feed, cores.map(String.init) ?? "all"] + $0.cells }
    }

    static let header = [
        "feed", "processors", "", "times unzip", "seconds", "CPU s", "peak MB", "runs",
    ]
}

struct ReachMeasurement {
    let name: String
    private var usages: [MeasuredProgram.Usage] = []
    /// Multiples of what unzip took in the same round.
    private var ratios: [Double] = []

    init(name: String) {
        self.name = name
    }

    mutating func add(_ usage: MeasuredProgram.Usage, unzipSeconds: Double) {
        usages.append(usage)
        ratios.append(usage.wallSeconds / unzipSeconds)
    }

    var cells: [String] {
        let peak = usages.map(\.peakBytes).max().map { Double($0) / 1e6 }
        return [
            name, Printing.number(ratios.median, 2),
            Printing.number(usages.map(\.wallSeconds).median, 2),
            Printing.number(usages.map(\.cpuSeconds).median, 2),
            (usages.allSatisfy(\.peakIsBound) ? "<= " : "") + Printing.number(peak, 0),
            "\(usages.count)",
        ]
    }
}
