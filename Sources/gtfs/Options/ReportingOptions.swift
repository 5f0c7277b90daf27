import ArgumentParser
import FeedReading

struct ReportingOptions: ParsableArguments {
    @Flag(help: "Print only errors and warnings.")
    var quiet = false

    @Option(help: "The form of messages on standard error: text, or json for one object a line.")
    var logFormat = LogFormat.text

    /// Reports a warning although the run goes on, even with --quiet: users who ask for silence
    /// still want to hear what needs them.
    func warn(_ message: String, _ members: [String: JSONValue] = [:]) {
        say("warning", message, members)
    }

    func note(_ message: String) {
        if !quiet { say("note", message, [:]) }
    }

    /// Writes a line for people, or an event with more members.
    func say(_ name: String, _ message: String, _ members: [String: JSONValue]) {
        switch logFormat {
        case .text: StandardError.write("gtfs: \(message)\n")
        case .json:
            event(name, members.merging(["message": .string(message)]) { _, own in own })
        }
    }

    /// Writes an object in a line, for programs that read the log.
    func event(_ name: String, _ members: [String: JSONValue]) {
        let event = members.merging(["event": .string(name)]) { _, name in name }
        StandardError.write(data: JSONValue(event).text + "\n")
    }
}

enum LogFormat: String, ExpressibleByArgument, CaseIterable {
    case text
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
