import ArgumentParser
import FeedReading
import Publishing

/// A word that stands where a command should.
struct UnknownCommand: DiagnosedError {
    private let word: String
    /// The commands before it, each with a blank: ``, `query `.
    private let parent: String
    private let known: [String]

    /// Finds the word; nil when there is none, and something else is wrong with the arguments.
    init?(in arguments: [String]) {
        var command: any ParsableCommand.Type = GTFS.self
        var parent = ""
        for argument in arguments {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !argument.hasPrefix("-"), argument != "help" else {
                return nil
            }
            let names = commands.compactMap { $0.configuration.commandName }
            guard let index = names.firstIndex(of: argument) else {
                word = argument
                self.parent = parent
                known = names
                return
            }
            command = commands[index]
            parent += "\(argument) "
        }
        return nil
    }

    var description: String {
        let hint =
            ClosestWord.to(word, among: known).map { "did you mean \($0)?" }
            ?? "there are \(known.joined(separator: ", "))"
        return "there is no command \(parent)\(word); \(hint)"
    }

    var exitCode: Int32 { 64 }
}

/// What values of options look like, for whoever gave another one.
enum WantedForm {
    /// By what the help calls the value.
    private static let forms: [String: String] = [
        "code": "a whole number",
        "code=severity": "CODE=ERROR, CODE=WARNING or CODE=INFO",
        "header": "\"Name: value\"",
        "number": "a whole number",
        "part": "K/N, auto or auto/N",
        "seconds": "a whole number of seconds",
        "size": "bytes, perhaps with a unit: 800000, 20MB, 1GiB",
        "threads": "a whole number",
    ]

    /// The parser's message, with the form of the value that it does not accept.
    static func added(to message: String) -> String {
        guard message.contains("is invalid for '"), !message.contains("Please provide"),
            let end = message.lastIndex(of: ">"),
            let start = message[..<end].lastIndex(of: "<"),
            let form = forms[String(message[message.index(after: start)..<end])]
        else { return message }
        return "\(message): want \(form)"
    }
}
