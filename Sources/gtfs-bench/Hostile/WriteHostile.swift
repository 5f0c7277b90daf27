import ArgumentParser
import Foundation

/// `gtfs-bench hostile`: writes the feeds that `.ci/amplification` measures.
struct WriteHostile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hostile",
        abstract: "Writes feeds that are small and made to cost much, the same in every run.",
        discussion: "What each costs is told by .ci/amplification, and by CONTRIBUTING.md.")

    @Option(name: .shortAndLong, help: "The folder to write the zips into.")
    var output: String

    @Option(help: "How many times smaller all of them are made.")
    var smaller = 1

    @Argument(help: "The feeds to write; all, unless some are named.")
    var names: [String] = []

    func validate() throws {
        guard smaller > 0 else { throw ValidationError("--smaller must be 1 or more") }
        let known = Set(HostileFeeds().all.map(\.name))
        for name in names where !known.contains(name) {
            throw ValidationError("there is no feed \(name); there are \(known.sorted())")
        }
    }

    func run() throws {
        try FileManager.default.createDirectory(
            atPath: output, withIntermediateDirectories: true)
        for feed in HostileFeeds(divisor: smaller).all
        where names.isEmpty || names.contains(feed.name) {
            try feed.write(to: "\(output)/\(feed.name).zip")
        }
    }
}
