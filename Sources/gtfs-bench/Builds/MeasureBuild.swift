import ArgumentParser
import Foundation

/// `gtfs-bench build`: what a build takes, beside what other programs take in the same run.
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
        let scratch =
            folder ?? NSTemporaryDirectory()
            + "/gtfs-bench-\(ProcessInfo.processInfo.processIdentifier)"
        try FileManager.default.createDirectory(
            atPath: scratch, withIntermediateDirectories: true)
        defer {
            if folder == nil { Self.remove(scratch) }
        }
        let trial = BuildTrial(
            gtfs: try gtfs ?? Self.neighbour(), scratch: scratch, runs: runs,
            importsToo: !withoutImport)
        let results = try feeds.map(trial.run)
        print(json ? try Printing.json(results) : Printing.table(BuildResult.table(results)))
    }

    private static func neighbour() throws -> String {
        let own = Bundle.main.executableURL?.resolvingSymlinksInPath()
        guard
            let path = own?.deletingLastPathComponent().appendingPathComponent("gtfs").path,
            FileManager.default.isExecutableFile(atPath: path)
        else { throw ValidationError("there is no gtfs beside gtfs-bench; name it with --gtfs") }
        return path
    }

    private static func remove(_ folder: String) {
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            FileHandle.standardError.write(Data("\(folder): \(error)\n".utf8))
        }
    }
}
