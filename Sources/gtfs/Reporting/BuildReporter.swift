import BundleWriting
import FeedCompiling
import FeedReading
import Foundation
import SystemLayer

final class BuildReporter: RunReporter {
    private var currentFile = ""

    func opening(_ feed: String) {
        progressLine?.show("opening \(feed)")
        event("opening", ["feed": .string(feed)])
    }

    func opened(_ archive: FeedArchive) {
        let total = archive.members.filter {
            FeedFileNames.all.contains($0.name.lowercased())
        }.reduce(0) { $0 + Int($1.size ?? 0) }
        progressLine?.start(totalBytes: total)
        event(
            "opened",
            [
                "feed": .string(archive.sourceDescription),
                "files": .integer(archive.members.count),
                "archiveBytes": .integer(Int(archive.archiveBytes)), "bytes": .integer(total),
            ])
    }

    func progress(_ step: BuildStep) {
        switch step {
        case .reading(let file, let rows, let bytes):
            progressLine?.update(file, rows: rows, bytes: bytes)
            guard file != currentFile else { return }
            currentFile = file
            event("reading", ["file": .string(file), "bytes": .integer(bytes)])
        case .finishing:
            progressLine?.show("writing indexes")
            event("finishing")
        }
    }

    func summarize(_ report: BuildReport) {
        guard !options.quiet else { return }
        switch options.logFormat {
        case .text: StandardError.write(report.text)
        case .json: StandardError.write(data: JSONText.line(report) + "\n")
        }
    }
}

/// A line on the terminal that is redrawn as the work goes on.
///
///     stop_times.txt  [########------------]  41%  120 of 290 MB  3,512,000 rows  1.2 M rows/s
///
/// On a narrow terminal it leaves out what does not fit, from the right.
final class ProgressLine {
    private let start = ContinuousClock.now
    private var lastDrawn: ContinuousClock.Instant?
    private var totalBytes = 0
    private var file = ""
    private var rowsOfFile = 0
    private var rowsOfEarlierFiles = 0
    private let hasColor = StandardError.hasColor

    private static let interval = Duration.milliseconds(100)
    private static let barWidth = 20

    func start(totalBytes: Int) {
        self.totalBytes = totalBytes
    }

    func update(_ name: String, rows rowsRead: Int, bytes: Int) {
        if name != file {
            rowsOfEarlierFiles += rowsOfFile
            file = name
        }
        rowsOfFile = rowsRead
        let now = ContinuousClock.now
        if let lastDrawn, now - lastDrawn < Self.interval { return }
        lastDrawn = now
        let rows = rowsOfEarlierFiles + rowsOfFile
        let seconds = (now - start).seconds
        draw(
            Self.parts(
                file: file, bytes: bytes, totalBytes: totalBytes, rows: rows,
                rowsPerSecond: seconds > 0 ? Double(rows) / seconds : 0))
    }

    func show(_ text: String) {
        draw([text])
    }

    func end() {
        Self.leave()
    }

    static func leave() {
        if StandardError.isTerminal { StandardError.write(data: "\r\u{1B}[K") }
    }

    static func parts(
        file: String, bytes: Int, totalBytes: Int, rows: Int, rowsPerSecond: Double
    ) -> [String] {
        var parts = [file]
        if totalBytes > 0 {
            // Inflating runs ahead of counting, and a tar does not give its sizes.
            let share = min(1, Double(bytes) / Double(totalBytes))
            let filled = Int(share * Double(barWidth))
            let bar =
                String(repeating: "#", count: filled)
                + String(repeating: "-", count: barWidth - filled)
            parts.append("[\(bar)] \(Int(share * 100))%")
            parts.append("\(Quantity.bytes(bytes)) of \(Quantity.bytes(totalBytes))")
        } else {
            parts.append(Quantity.bytes(bytes))
        }
        parts.append(Quantity.count(rows, "row"))
        parts.append("\(Quantity.count(Int(rowsPerSecond))) rows/s")
        return parts
    }

    /// As many of the parts as fit in one line of a terminal; the first is cut if necessary.
    static func fit(_ parts: [String], width: Int) -> String {
        var line = String((parts.first ?? "").prefix(max(0, width - 1)))
        for part in parts.dropFirst() {
            guard line.count + 2 + part.count < width else { break }
            line += "  " + part
        }
        return line
    }

    private func draw(_ parts: [String]) {
        let line = Self.fit(parts.map(TerminalText.line), width: StandardError.width)
        let isDimmed = hasColor ? ("\u{1B}[2m", "\u{1B}[0m") : ("", "")
        StandardError.write(data: "\r\u{1B}[K" + isDimmed.0 + line + isDimmed.1)
    }
}
