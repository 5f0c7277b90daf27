/// The spellings of options that are accepted beside the usual one.
enum ArgumentSpelling {
    /// Arguments with every option's name in kebab case: `--max_size=20MB` is `--max-size=20MB`.
    ///
    /// The canonical validator spells its options with underscores; scripts that know those work
    /// here too. What stands behind `=` or a lone `--` is left alone.
    /// `-33.86,151.20` after `query` is a place and no option, which the parser can not know: its
    /// minus becomes the minus sign.
    static func normalized(_ arguments: some Sequence<String>) -> [String] {
        var isPastEnd = false
        let isQuestion = arguments.first { _ in true } == "query"
        return arguments.map { argument in
            if argument == "--" { isPastEnd = true }
            if isQuestion, !isPastEnd, argument.hasPrefix("-"),
                argument.dropFirst().first.map({ $0.isNumber || $0 == "." }) == true
            {
                return "\u{2212}" + argument.dropFirst()
            }
            guard !isPastEnd, argument.hasPrefix("--"), argument.contains("_") else {
                return argument
            }
            let name = argument.prefix { $0 != "=" }
            guard name.dropFirst(2).allSatisfy({ $0.isASCII && ($0.isLetter || "-_".contains($0)) })
            else { return argument }
            return name.map { $0 == "_" ? "-" : String($0) }.joined() + argument[name.endIndex...]
        }
    }
}
