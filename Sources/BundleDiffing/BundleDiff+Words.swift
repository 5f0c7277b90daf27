extension BundleDiff {
    /// The difference for people at a terminal.
    ///
    /// - Parameter limit: the most lines of each part; nil for all.
    package func words(limit: Int?) -> String {
        let title = "\(PlainText.onOneLine(old.name)) → \(PlainText.onOneLine(new.name))"
        guard !isEmpty else { return "\(title): no difference\n" }
        var text = "\(title)\n"
        for section in sections {
            text += "\(section.title): \(section.summary)\n"
            let shown = section.lines.prefix(limit ?? section.lines.count)
            for line in shown { text += "  \(Self.words(line))\n" }
            let rest = section.lines.count - shown.count
            if rest > 0 { text += "  … and \(rest) more\n" }
        }
        return text
    }

    private static func words(_ line: DiffSection.Line) -> String {
        let mark =
            switch line.kind {
            case .added: "+"
            case .removed: "-"
            case .changed: "~"
            }
        let what = [mark, line.id, line.name ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        return PlainText.onOneLine(line.text.isEmpty ? what : "\(what): \(line.text)")
    }
}
