import ArgumentParser
import Foundation

/// `gtfs-bench build`: the cost of a build, beside that of other programs in the same run.
struct MeasureBuild: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Measures gtfs build: time, memory and bytes, as ratios to peers.",
        discussion: """
            The peers are `unzip -p FEED > /dev/null`, and `sqlite3 .import` of every file with five \
            indexes; each is left out when the machine does not have the program.
            """)

    @Argument(help: "Zipped feeds.")
    var feeds: [String]

    @Option(help: "How often gtfs and unzip run, in turns; the fastest run counts.")
    var runs = 3

    @Option(help: "The gtfs to measure; by default the one beside gtfs-bench.")
    var gtfs: String?

    @Option(help: "The folder for bundles and databases; deleted afterwards unless it is given.")
    var folder: String?

    @Flag(help: "Does not run sqlite3 .import, which takes longest.")
    var withoutImport = false

    @Flag(help: "Prints JSON.")
    var json = false

    func validate() throws {
        guard runs > 0 else { throw ValidationError("--runs must be 1 or more") }
    }

    func run() throws {
        let scratch = try ScratchPlace(folder)
        defer { scratch.remove() }
        let trial = BuildTrial(
            gtfs: try gtfs ?? MeasuredProgram.neighbour("gtfs"), scratch: scratch.path, runs: runs,
            importsToo: !withoutImport)
        let results = try feeds.map(trial.run)
        print(json ? try Printing.json(results) : Printing.table(BuildResult.table(results)))
    }
}

/// The cost of building one feed.
struct BuildResult: Encodable {
    let feed: String
    let stopTimes: Int
    let feedBytes: Int
    let bundleBytes: Int
    let wallSeconds: Double
    let cpuSeconds: Double
    let peakBytes: Int
    /// Nil when the machine has no unzip that reads the feed.
    let unzipSeconds: Double?
    /// Nil when sqlite3 was not run.
    let importSeconds: Double?
    let importBytes: Int?

    static func table(_ results: [BuildResult]) -> [[String]] {
        [
            [
                "feed", "stop_times", "zip MB", "bundle MB", "B/stop_time", "seconds", "CPU s",
                "peak MB", "unzip -p s", "ratio", ".import s", ".import MB",
            ]
        ] + results.map(\.cells)
    }

    private var cells: [String] {
        [
            feed, "\(stopTimes)", megabytes(feedBytes), megabytes(bundleBytes),
            stopTimes == 0
                ? "-" : Printing.number(Double(bundleBytes) / Double(stopTimes), 2),
            Printing.number(wallSeconds, 2), Printing.number(cpuSeconds, 2),
            Printing.number(Double(peakBytes) / 1e6, 0),
            unzipSeconds.map { Printing.number($0, 2) } ?? "-",
            unzipSeconds.map { Printing.number(wallSeconds / $0, 2) } ?? "-",
            importSeconds.map { Printing.number($0, 1) } ?? "-",
            importBytes.map(megabytes) ?? "-",
        ]
    }

    private func megabytes(_ bytes: Int) -> String { Printing.number(Double(bytes) / 1e6, 1) }
}

/// What most people do today: `sqlite3 .import` of every file, and the five indexes that an app
/// cannot do without.
struct ImportPeer {
    let feed: String
    let scratch: String

    private static let indexes = [
        ("stop_times", "trip_id"), ("stop_times", "stop_id"), ("trips", "route_id"),
        ("trips", "service_id"), ("shapes", "shape_id"),
    ]

    /// The seconds of unpacking, import and indexes, and the bytes of the database; nil when a
    /// program is missing or cannot read the feed.
    func run() throws -> (seconds: Double, bytes: Int)? {
        guard let unzip = MeasuredProgram.find("unzip"),
            let sqlite = MeasuredProgram.find("sqlite3")
        else { return nil }
        let folder = "\(scratch)/import"
        let database = "\(scratch)/import.sqlite"
        let files = FileManager.default
        for path in [folder, database] where files.fileExists(atPath: path) {
            try files.removeItem(atPath: path)
        }
        let unpacked = try MeasuredProgram(
            program: unzip, arguments: ["-q", "-o", "-j", feed, "-d", folder]
        ).run()
        guard unpacked.exitCode <= 1 else { return nil }
        let tables = try Self.tables(of: folder)
        let loaded = try MeasuredProgram(
            program: sqlite, arguments: [database] + Self.commands(tables, in: folder),
            isSilent: true
        ).run()
        let bytes = try MeasuredProgram.size(of: database)
        try files.removeItem(atPath: folder)
        try files.removeItem(atPath: database)
        guard loaded.exitCode == 0 else { return nil }
        return (unpacked.wallSeconds + loaded.wallSeconds, bytes)
    }

    /// The tables of an unpacked feed.
    static func tables(of folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".txt") }
            .map { String($0.dropLast(4)) }.sorted()
    }

    /// The commands for sqlite3.
    static func commands(_ tables: [String], in folder: String) -> [String] {
        tables.map { ".import --csv '\(folder)/\($0).txt' \($0)" } + indexes(tables)
    }

    /// The statements that make the indexes of these tables.
    static func indexes(_ tables: [String]) -> [String] {
        indexes.filter { tables.contains($0.0) }.map {
            "CREATE INDEX \($0.0)_\($0.1) ON \($0.0) (\($0.1))"
        }
    }
}
