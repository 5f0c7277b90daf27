import ArgumentParser
import FeedReading

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
