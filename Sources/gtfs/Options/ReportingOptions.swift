import ArgumentParser
import FeedReading

/// The options for reports of a verb while it works.
struct ReportingOptions: ParsableArguments {
    @Flag(help: "Print only errors and warnings.")
    var quiet = false

    @Option(help: "The form of messages on standard error: text, or json for one object a line.")
    var logFormat = LogFormat.text

    /// Reports a warning although the run goes on, even with --quiet: users who ask for silence
    /// still want to hear what needs them.
    ///
    /// - Parameter members: the same for programs.
    func warn(_ message: String, _ members: [String: JSONValue] = [:]) {
        switch logFormat {
        case .text: StandardError.write("gtfs: \(message)\n")
        case .json: event("warning", message: message, members: members)
        }
    }

    /// Reports something that requires no action.
    func note(_ message: String) {
        guard !quiet else { return }
        switch logFormat {
        case .text: StandardError.write("gtfs: \(message)\n")
        case .json: event("note", message: message, members: [:])
        }
    }

    private func event(_ name: String, message: String, members: [String: JSONValue]) {
        let own: [String: JSONValue] = ["event": .string(name), "message": .string(message)]
        StandardError.write(
            JSONValue(members.merging(own) { _, own in own }).text + "\n")
    }
}

/// How a verb reports on standard error.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
    /// Lines for people.
    case text
    /// One JSON object a line.
    case json

    /// The format that the arguments ask for, even if they are otherwise not a valid command: a
    /// program that reads JSON also wants to read what is wrong with its command.
    static func asked(in arguments: [String]) -> LogFormat {
        for (position, argument) in arguments.enumerated() {
            if argument == "--" { break }
            if argument == "--log-format", position + 1 < arguments.count {
                return LogFormat(rawValue: arguments[position + 1]) ?? .text
            }
            if argument.hasPrefix("--log-format=") {
                return LogFormat(rawValue: String(argument.dropFirst(13))) ?? .text
            }
        }
        return .text
    }
}
