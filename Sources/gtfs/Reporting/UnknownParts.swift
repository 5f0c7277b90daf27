import SystemLayer

/// Lines about files and columns that the reference does not know, for the verbs that meet them.
enum UnknownParts {
    /// - Parameters:
    ///   - verb: the past participle of what the verb did not do with them.
    ///   - columns: by file; files without any are left out.
    ///   - elsewhere: paths of files that are in other folders, known or not.
    static func lines(
        not verb: String, files: [String], columns: [(file: String, names: [String])],
        elsewhere: [String] = []
    ) -> [String] {
        var lines: [String] = []
        if !files.isEmpty { lines.append("files not \(verb), unknown: \(list(files))") }
        for (file, names) in columns where !names.isEmpty {
            lines.append("columns not \(verb), unknown, of \(file): \(list(names))")
        }
        if !elsewhere.isEmpty {
            let more = elsewhere.count - 20
            lines.append(
                "files not \(verb), in other folders: \(list(Array(elsewhere.prefix(20))))"
                    + (more > 0 ? ", and \(Quantity.count(more)) more" : ""))
        }
        return lines
    }

    /// Names of a feed on one line.
    static func list(_ names: [String]) -> String {
        names.map { TerminalText.safe($0, limit: 200) }.joined(separator: ", ")
    }
}
