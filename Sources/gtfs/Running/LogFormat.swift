import ArgumentParser

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
