import ArgumentParser
import FeedExporting
import FeedReading

/// `gtfs verify`.
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Proves that a bundle holds all that a feed says.",
        discussion: """
            Compares every row of every file with what the bundle's tables and views say. Every \
            difference must be in the table rejected. Exits with 1 when anything was lost.
            """)

    @Argument(help: "The feed: a zip, a folder, a tar, - or a URL.")
    var feed: String
    @Argument(help: "The bundle.")
    var bundle: String

    mutating func run() throws {
        let proof = try FeedProof(bundle: bundle)
        let archive = try FeedArchive.open(feed, options: ArchiveOptions())
        let report = VerifyReport(try proof.run(archive))
        print(report.text, terminator: "")
        if !report.outcome.isWhole { throw ExitCode(1) }
    }
}
