import ArgumentParser
import FeedCompiling

/// What a verb tells while it works, and how.
struct ReportingOptions: ParsableArguments {
    @Flag(help: "Say nothing but errors and warnings.")
    var quiet = false

    @Option(help: "How to report on standard error: text, or json for one object a line.")
    var logFormat = LogFormat.text

    /// Says what somebody has to know although the run goes on, also with --quiet: who asks for
    /// silence wants to hear of what needs him.
    ///
    /// - Parameter members: what a program wants to know of it.
    func warn(_ message: String, _ members: [String: JSONValue] = [:]) {
        switch logFormat {
        case .text: StandardError.write("gtfs: \(message)\n")
        case .json: event("warning", message, members)
        }
    }

    /// Says what explains itself to who reads it, and needs nobody.
    func note(_ message: String) {
        guard !quiet else { return }
        switch logFormat {
        case .text: StandardError.write("gtfs: \(message)\n")
        case .json: event("note", message, [:])
        }
    }

    private func event(_ name: String, _ message: String, _ members: [String: JSONValue]) {
        let own: [String: JSONValue] = ["event": .string(name), "message": .string(message)]
        StandardError.write(
            JSONValue.object(members.merging(own) { _, own in own }).text + "\n")
    }
}
