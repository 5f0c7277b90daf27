import BundleWriting
import FeedCompiling
import FeedReading

/// Tells how a build goes, on standard error: a progress line on a terminal, events as JSON, and
/// the summary at the end.
final class BuildReporter {
    private let options: ReportingOptions
    private var progressLine: ProgressLine?
    private var currentFile = ""

    init(_ options: ReportingOptions) {
        self.options = options
        if !options.quiet, options.logFormat == .text, StandardError.isTerminal {
            progressLine = ProgressLine()
        }
    }

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

    func progress(_ progress: BundleBuild.Progress) {
        switch progress {
        case .reading(let reading):
            progressLine?.update(reading)
            guard reading.file != currentFile else { return }
            currentFile = reading.file
            event("reading", ["file": .string(reading.file), "bytes": .integer(reading.bytes)])
        case .finishing:
            progressLine?.show("writing indexes")
            event("finishing")
        }
    }

    /// Takes the progress line away; what follows begins on a line of its own.
    func endProgress() {
        progressLine?.end()
        progressLine = nil
    }

    func summarize(_ report: BuildReport) {
        guard !options.quiet else { return }
        switch options.logFormat {
        case .text: StandardError.write(report.text)
        case .json: StandardError.write(data: JSONText.line(report) + "\n")
        }
    }

    private func event(_ name: String, _ members: [String: JSONValue] = [:]) {
        guard !options.quiet, options.logFormat == .json else { return }
        let event = members.merging(["event": .string(name)]) { _, name in name }
        StandardError.write(data: JSONValue.object(event).text + "\n")
    }
}
