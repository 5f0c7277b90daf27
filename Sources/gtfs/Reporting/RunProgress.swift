import FeedReading
import SystemLayer

/// How far a run is: a line on a terminal, or events for programs.
final class RunProgress {
    private let options: ReportingOptions
    private let about: [String: JSONValue]
    private(set) var line: ProgressLine?
    private var lastStep = ""

    /// - Parameter about: members of each event.
    init(_ options: ReportingOptions, about: [String: JSONValue] = [:]) {
        self.options = options
        self.about = about
        if !options.quiet, options.logFormat == .text, StandardError.isTerminal {
            line = ProgressLine()
        }
    }

    /// A step that begins or goes on.
    ///
    /// - Parameter subject: the feed or file that the run is for.
    func step(_ name: String, _ words: String, of subject: String) {
        line?.show("\(subject): \(TerminalText.safe(words, limit: 200))")
        guard name != lastStep else { return }
        lastStep = name
        event("progress", ["step": .string(name), "detail": .string(words)])
    }

    func end() {
        line?.end()
        line = nil
    }

    func event(_ name: String, _ members: [String: JSONValue] = [:]) {
        guard !options.quiet, options.logFormat == .json else { return }
        options.event(name, members.merging(about) { _, own in own })
    }
}
