import ArgumentParser
import FeedCompiling

/// What a verb tells while it works, and how.
struct ReportingOptions: ParsableArguments {
    @Flag(help: "Print nothing but errors and warnings.")
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

/// How a verb tells what it does, on standard error.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
    /// Lines for people.
    case text
    /// One JSON object a line.
    case json

    /// The format that the arguments ask for, even if they are no valid command otherwise: a
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
