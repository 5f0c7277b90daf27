import ArgumentParser
import Foundation

struct WriteHostile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hostile",
        abstract: "Writes feeds that are small and made to cost much, the same in every run.",
        discussion: ".ci/amplification measures what each costs; Tests/README.md has a table.")

    @Option(name: .shortAndLong, help: "The folder to write the zips into.")
    var output: String

    func run() throws {
        try FileManager.default.createDirectory(
            atPath: output, withIntermediateDirectories: true)
        for feed in HostileFeeds().all { try feed.write(to: "\(output)/\(feed.name).zip") }
    }
}
