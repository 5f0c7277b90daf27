extension BuildReport {
    /// The report for people.
    var text: String {
        let sections = [
            sizeLines, fileLines, countLines, noticeLines, unknownLines, noteLines, costLines,
        ]
        return sections.filter { !$0.isEmpty }.flatMap { $0 }.joined(separator: "\n") + "\n"
    }

    private var sizeLines: [String] {
        var line = "\(bundle): \(Quantity.bytes(bundleBytes))"
        if let bytesPerStopTime {
            line += ", \(Quantity.decimal(bytesPerStopTime, digits: 1)) bytes per stop_time"
        }
        return [
            line, "from \(feed): \(Quantity.bytes(archiveBytes)), content \(contentHash)",
            archiveHash.map { "archive \($0)" },
        ].compactMap { $0 }
    }

    private var noteLines: [String] { note.map { ["note: \($0)"] } ?? [] }

    private var fileLines: [String] {
        var table = TextTable(
            ["file", "rows in feed", "in bundle", "left out"], rightAligned: [1, 2, 3])
        for file in files {
            let missing = file.feedRows - file.bundleRows
            table.add([
                file.filename, Quantity.count(file.feedRows), Quantity.count(file.bundleRows),
                missing > 0 ? Quantity.count(missing) : "",
            ])
        }
        return table.lines
    }

    private var countLines: [String] {
        let counts = [
            (patterns, "patterns"), (timings, "timings"),
            (interpolatedStopTimes, "interpolated stop times"), (danglingIds, "dangling ids"),
            (rejectedRows, "rejected rows"), (rejectedCells, "rejected cells"),
        ]
        return [counts.map { "\(Quantity.count($0.0)) \($0.1)" }.joined(separator: ", ")]
    }

    private var noticeLines: [String] {
        guard !notices.isEmpty else { return ["no notices"] }
        var table = TextTable([], rightAligned: [2])
        for notice in notices {
            table.add([
                notice.severity, notice.code, Quantity.count(notice.totalNotices),
                notice.sampleNotices.first?.place ?? "",
            ])
        }
        return ["notices, each with the place of the first:"] + table.lines
    }

    private var unknownLines: [String] {
        var lines: [String] = []
        if !unknownFiles.isEmpty {
            lines.append("files not loaded, unknown: \(unknownFiles.joined(separator: ", "))")
        }
        for file in files where !file.unknownColumns.isEmpty {
            lines.append(
                "columns not loaded, unknown, of \(file.filename): "
                    + file.unknownColumns.joined(separator: ", "))
        }
        return lines
    }

    private var costLines: [String] {
        [
            "\(Quantity.decimal(seconds, digits: 2)) seconds, "
                + "peak memory \(Quantity.bytes(peakMemoryBytes))"
        ]
    }
}
