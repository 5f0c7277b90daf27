/// The spellings of options that are accepted beside the usual one.
enum ArgumentSpelling {
    /// Arguments with every option's name in kebab case: `--max_size=20MB` is `--max-size=20MB`.
    ///
    /// The canonical validator spells its options with underscores; scripts that know those work
    /// here too. What stands behind `=` or a lone `--` is left alone.
    static func normalized(_ arguments: some Sequence<String>) -> [String] {
        var isPastEnd = false
        return arguments.map { argument in
            if argument == "--" { isPastEnd = true }
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
