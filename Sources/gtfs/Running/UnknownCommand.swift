import ArgumentParser
import FeedReading
import GTFSSchedule

struct UnknownCommand: DiagnosedError {
    private let word: String
    /// The commands before it, each with a blank: ``, `query `.
    private let parent: String
    private let known: [String]

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

enum ArgumentSpelling {
    /// Put before a value that begins with a minus, so that the parser does not take it for an
    /// option: the last private-use character of Unicode.
    private static let shield: Unicode.Scalar = "\u{10FFFD}"

    private static let options: Set<Substring> = [
        "h", "help", "version", "json", "csv", "at", "for", "date", "limit", "radius", "start",
    ]

    /// Arguments with every option's name in kebab case: `--max_size=20MB` is `--max-size=20MB`.
    ///
    /// The canonical validator spells its options with underscores; scripts written for it work
    /// here too. Text after `=` or a lone `--` is left alone. After `query`, `-33.86,151.20` and
    /// `-5` are a place and an id, not options. The parser cannot know that, so they are shielded
    /// from it until ``restored(_:)``.
    static func normalized(_ arguments: some Sequence<String>) -> [String] {
        var isPastEnd = false
        let isQuestion = arguments.first { _ in true } == "query"
        return arguments.map { argument in
            if argument == "--" { isPastEnd = true }
            if isQuestion, !isPastEnd, isValue(argument) { return "\(shield)\(argument)" }
            guard !isPastEnd, argument.hasPrefix("--"), argument.contains("_") else {
                return argument
            }
            let name = argument.prefix { $0 != "=" }
            guard name.dropFirst(2).allSatisfy({ $0.isASCII && ($0.isLetter || "-_".contains($0)) })
            else { return argument }
            return name.map { $0 == "_" ? "-" : String($0) }.joined() + argument[name.endIndex...]
        }
    }

    /// Whether an argument that begins with a minus is a value: all options of questions have long
    /// names, so one minus never begins one, except `-h` and names that were meant to be long.
    private static func isValue(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), !argument.hasPrefix("--"), argument != "-" else {
            return false
        }
        return !options.contains(argument.dropFirst().prefix { $0 != "=" })
    }

    static func restored(_ text: String) -> String {
        guard text.unicodeScalars.contains(shield) else { return text }
        var scalars = String.UnicodeScalarView()
        var isShielded = false
        for scalar in text.unicodeScalars {
            if isShielded, scalar != "-" { scalars.append(shield) }
            isShielded = scalar == shield
            if !isShielded { scalars.append(scalar) }
        }
        if isShielded { scalars.append(shield) }
        return String(scalars)
    }
}
