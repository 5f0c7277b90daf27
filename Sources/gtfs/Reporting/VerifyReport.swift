import FeedExporting

/// The output of `gtfs verify`.
struct VerifyReport: Encodable {
    /// Whether all differences are rounding by the contract or an option.
    let isWhole: Bool
    /// Whether there are no differences at all.
    let isExact: Bool
    /// The filters that the bundle was built with; nil without any.
    let filters: String?
    /// Nil when the bundle lacks a comparable hash.
    let isOfTheseBytes: Bool?
    /// Paths of files that were not compared, because others of their name count.
    let passedOver: [String]
    let files: [FileTally]
    /// Rows of the bundle, each compared with the feed's.
    let comparedRows: Int
    /// How many of them were read as clients read them, through tables and views named after the
    /// files.
    let viewRows: Int
    let differenceCount: Int
    /// The first differences.
    let differences: [Difference]

    init(_ outcome: FeedProof.Outcome) {
        isWhole = outcome.isWhole
        isExact = outcome.isExact
        filters = outcome.filters
        isOfTheseBytes = outcome.isOfTheseBytes
        passedOver = outcome.passedOver
        files = outcome.files
        comparedRows = outcome.files.reduce(0) { $0 + $1.bundleRows }
        viewRows = outcome.files.reduce(0) { $0 + $1.viewRows }
        differenceCount = outcome.differenceCount
        differences = outcome.differences
    }

    /// A table of the files, then the differences, if any, and one line with the result.
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
        lines.append(
            "Compared \(Quantity.count(comparedRows)) rows of the bundle, "
                + "\(Quantity.count(viewRows)) of them as its views say.")
        if isOfTheseBytes == false {
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
        switch (differenceCount, filters, isExact) {
        case (0, nil, true): "NOTHING LOST"
        case (0, _?, true): "NOTHING WRONG IN WHAT WAS KEPT"
        case (0, nil, false): "Nothing lost but what \(exceptions)"
        case (0, _?, false): "Nothing wrong in what was kept but what \(exceptions)"
        case (1, _, _): "1 DIFFERENCE"
        default: "\(Quantity.count(differenceCount)) DIFFERENCES"
        }
    }

    /// "the contract rounds: 1,234 points of shapes.txt, by at most 0.06 m".
    private var exceptions: String {
        var exceptions = files.flatMap { file in file.rounded.map { Self.words($0, of: file.file) }
        }
        if !passedOver.isEmpty {
            exceptions.append(
                "other files of the same name say: \(passedOver.joined(separator: ", "))")
        }
        return exceptions.joined(separator: "; and what ")
    }

    private static func words(_ rounded: RoundedValues, of file: String) -> String {
        let agent = rounded.option.map { "--\($0)" } ?? "the contract"
        let what = rounded.count == 1 ? String(rounded.what.dropLast()) : rounded.what
        // Rounded up, so that "at most" is true.
        let shift = (rounded.largestShift * 100).rounded(.up) / 100
        return "\(agent) rounds: \(Quantity.count(rounded.count)) \(what) of \(file), "
            + "by at most \(Quantity.decimal(shift, digits: 2)) \(rounded.unit)"
    }
}
