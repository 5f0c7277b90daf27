import FeedReading
import SystemLayer

/// Tells of a run while it lasts: in a line on the terminal, or in events with --log-format json.
class RunReporter {
    let options: ReportingOptions
    private(set) var progressLine: ProgressLine?
    /// The member of all events that says what they are about, and its value; also the beginning of
    /// the line.
    private let subject: (name: String, value: String)?
    private var lastStep = ""

    init(_ options: ReportingOptions, subject: (name: String, value: String)? = nil) {
        self.options = options
        self.subject = subject
        if !options.quiet, options.logFormat == .text, StandardError.isTerminal {
            progressLine = ProgressLine()
        }
    }

    private var prefix: String { subject.map { "\($0.value): " } ?? "" }

    /// A step has one event, however often its words change.
    func show(_ step: String, _ words: String) {
        progressLine?.show(prefix + TerminalText.safe(words, limit: 200))
        guard step != lastStep else { return }
        lastStep = step
        event("progress", ["step": .string(step), "detail": .string(words)])
    }

    func endProgress() {
        progressLine?.end()
        progressLine = nil
    }

    /// Writes how the run ended.
    ///
    /// - Parameter facts: more words, for people only.
    func finish(_ words: String, facts: String = "", _ members: [String: JSONValue]) throws {
        guard !options.quiet else { return }
        switch options.logFormat {
        case .text: try StandardOutput.write("\(prefix)\(words)\(facts)\n")
        case .json:
            event("result", members.merging(["message": .string(words)]) { own, _ in own })
        }
    }

    func event(_ name: String, _ members: [String: JSONValue] = [:]) {
        guard !options.quiet, options.logFormat == .json else { return }
        var members = members
        if let subject { members[subject.name] = .string(subject.value) }
        options.event(name, members)
    }
}
