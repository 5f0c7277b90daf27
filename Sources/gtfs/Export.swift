import ArgumentParser
import FeedExporting

/// `gtfs export`: from a bundle back to GTFS text files.
struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write GTFS text files back from a bundle.",
        discussion: """
            Files and columns are those that the feed had. Trips, stop times and shapes come in \
            the order of their ids, all else in the order of the feed; the same bundle gives the \
            same bytes. Rows and cells that were rejected when the bundle was built are not in it. \
            A folder must be new or empty, a zip new. --overwrite replaces a zip, and a folder that \
            an export made and nobody added to; any other, such as that of the original feed, is \
            left alone.
            """)

    @Argument(help: "The bundle.")
    var bundle: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "A folder, or a zip when the name ends in .zip.", valueName: "path"))
    var output: String

    @Flag(help: "Replace a zip, or a folder that holds an older export.")
    var overwrite = false

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    func validate() throws {
        guard !output.isEmpty, output != "-" else {
            throw ValidationError("--output: a feed is a folder or a zip; name one")
        }
    }

    func run() throws {
        try OutputCheck.distinct(output, from: [bundle])
        let counts = try FeedExport(bundle: bundle).run(to: output, overwriting: overwrite)
        guard !reporting.quiet else { return }
        switch reporting.logFormat {
        case .text:
            var table = TextTable([], rightAligned: [1])
            for count in counts { table.add([count.file, Quantity.count(count.rows)]) }
            StandardError.write("\(bundle) -> \(output)\n")
            StandardError.write(table.lines.map { $0 + "\n" }.joined())
        case .json:
            StandardError.write(data: JSONText.line(Event(counts, output)) + "\n")
        }
    }

    /// The event in JSON.
    private struct Event: Encodable {
        let event = "exported"
        let output: String
        let rows: [String: Int]

        init(_ counts: [FeedExport.FileCount], _ output: String) {
            self.output = output
            rows = Dictionary(uniqueKeysWithValues: counts.map { ($0.file, $0.rows) })
        }
    }
}
