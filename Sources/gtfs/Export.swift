import ArgumentParser
import FeedExporting

/// `gtfs export`.
struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes GTFS text files back from a bundle.",
        discussion: """
            Files and columns are those that the feed had. Trips, stop times and shapes come in \
            the order of their ids. Rows and cells that were rejected when the bundle was built \
            are not in it.
            """)

    @Argument(help: "The bundle.")
    var bundle: String
    @Option(name: .shortAndLong, help: "A folder, or an archive when the name ends in .zip.")
    var output: String

    mutating func run() throws {
        for count in try FeedExport(bundle: bundle).run(to: output) {
            print("\(count.file)\t\(count.rows)")
        }
    }
}
