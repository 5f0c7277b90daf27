import ArgumentParser
import BundleWriting
import FeedExporting

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Compare every value of a feed with its bundle.",
        discussion: """
            Compares every row of every file with the bundle's tables and views, numbers to the \
            last bit, and checks that the bundle is consistent. It reads the views of \
            stop_times.txt and shapes.txt for a sample of rows, and decodes the tables behind them \
            for all others. Anything that the bundle lacks must be in its table "rejected". Exits \
            with 1 when anything differs. Points of shapes that are rounded to a millionth of a \
            degree, as the bundle's contract says, are counted but are not differences. Nor are \
            files and columns that the reference does not know and the bundle does not keep: they \
            are named, and the last line counts them. In a bundle built with filters, every row \
            must be a row of the feed; rows that were left out are not compared.
            """)

    @OptionGroup(title: "Feed")
    var feed: FeedOptions

    @Argument(help: "The bundle.")
    var bundle: String

    @Flag(help: "Read every row of the big files through the bundle's views, which is slow.")
    var everyRow = false

    @OptionGroup
    var form: FormOptions

    func run() throws {
        let report = VerifyReport(try proof().run(feed.open()))
        try form.write(report, text: report.text)
        if !report.isWhole { throw ExitCode(1) }
    }

    private func proof() throws -> FeedProof {
        do {
            return try FeedProof(bundle: bundle, readsEveryRow: everyRow)
        } catch let error as BundleError {
            guard PublishedBundle.line(path: feed.location) != nil else { throw error }
            throw BundleError.notABundle(
                path: bundle,
                reason: "is not a bundle, but \(feed.location) is one: they are swapped; the order "
                    + "is gtfs verify FEED BUNDLE")
        }
    }
}
