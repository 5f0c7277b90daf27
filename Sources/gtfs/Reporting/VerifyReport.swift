import FeedExporting

/// What `gtfs verify` prints.
struct VerifyReport: Encodable {
    let isWhole: Bool
    /// The filters that the bundle was built with; nil without any.
    let filters: String?
    let isOfTheseBytes: Bool
    let files: [FileTally]
    let differenceCount: Int
    /// The first of them.
    let differences: [Difference]

    init(_ outcome: FeedProof.Outcome) {
        isWhole = outcome.isWhole
        filters = outcome.filters
        isOfTheseBytes = outcome.isOfTheseBytes
        files = outcome.files
        differenceCount = outcome.differenceCount
        differences = outcome.differences
    }

    /// A table of the files, then the differences, if there are any, and one line that says it all.
    var text: String {
        var table = TextTable(
            ["file", "in feed", "in bundle", "rejected rows", "rejected cells", "different"],
            rightAligned: [1, 2, 3, 4, 5])
        for file in files {
            let figures = [
                file.feedRows, file.bundleRows, file.rejectedRows, file.rejectedCells,
                file.differences,
            ]
            table.add([file.file] + figures.map(Quantity.count))
        }
        var lines = table.lines
        if !isOfTheseBytes {
            lines.append("The bundle was built from other bytes than this feed's.")
        }
        if let filters {
            lines.append("The bundle was built with filters (\(filters)).")
            lines.append("What they left out was not looked for.")
        }
        lines += differences.map(\.description)
        if differenceCount > differences.count {
            lines.append("and \(Quantity.count(differenceCount - differences.count)) more")
        }
        lines.append(verdict)
        return lines.joined(separator: "\n") + "\n"
    }

    private var verdict: String {
        switch (differenceCount, filters) {
        case (0, nil): "NOTHING LOST"
        case (0, _?): "NOTHING WRONG IN WHAT WAS KEPT"
        case (1, _): "1 DIFFERENCE"
        default: "\(Quantity.count(differenceCount)) DIFFERENCES"
        }
    }
}
