import FeedExporting

/// What `gtfs verify` prints.
struct VerifyReport {
    let outcome: FeedProof.Outcome

    init(_ outcome: FeedProof.Outcome) {
        self.outcome = outcome
    }

    /// A table of the files, then the differences, if there are any, and one line that says it all.
    var text: String {
        var lines = table
        if !outcome.isOfTheseBytes {
            lines.append("The bundle was built from other bytes than this feed's.")
        }
        if let filters = outcome.filters {
            lines.append(
                "The bundle was built with filters (\(filters)): "
                    + "what they left out was not looked for.")
        }
        lines += outcome.differences.map(\.description)
        let hidden = outcome.differenceCount - outcome.differences.count
        if hidden > 0 { lines.append("and \(hidden) more") }
        lines.append(verdict)
        return lines.joined(separator: "\n") + "\n"
    }

    private var verdict: String {
        guard outcome.isWhole else {
            return outcome.differenceCount == 1
                ? "1 DIFFERENCE" : "\(outcome.differenceCount) DIFFERENCES"
        }
        return outcome.filters == nil ? "NOTHING LOST" : "NOTHING WRONG"
    }

    private var table: [String] {
        let head = ["file", "feed", "bundle", "rejected", "cells", "different"]
        let rows =
            [head]
            + outcome.files.map { file in
                [
                    file.file, "\(file.feedRows)", "\(file.bundleRows)", "\(file.rejectedRows)",
                    "\(file.rejectedCells)", "\(file.differences)",
                ]
            }
        let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row.indices, row).map { column, text in
                let blanks = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + blanks : blanks + text
            }.joined(separator: "  ")
        }
    }
}
