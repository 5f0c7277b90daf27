extension SearchFolding {
    /// Words that names write short or in full, folded: the short forms, and the full one.
    private static let abbreviations: [(short: [String], full: String)] = [
        (["st"], "saint"), (["st"], "sankt"), (["ste"], "sainte"),
        (["st", "str"], "street"), (["str"], "strasse"),
        (["ave", "av"], "avenue"), (["blvd", "bd"], "boulevard"), (["rd"], "road"),
        (["dr"], "drive"), (["ln"], "lane"), (["ct"], "court"), (["sq"], "square"),
        (["pl"], "place"), (["pl"], "platz"), (["hwy"], "highway"), (["pkwy"], "parkway"),
        (["mt"], "mount"), (["ft"], "fort"), (["stn", "sta"], "station"),
        (["ctr"], "center"), (["ctr"], "centre"),
        (["bf", "bhf"], "bahnhof"), (["hbf", "hb"], "hauptbahnhof"),
    ]

    /// Ends of German words that are written short or in full: Hauptstr., Hauptstraße.
    private static let ends = [(short: "str", full: "strasse"), (short: "pl", full: "platz")]

    private static let others: [String: [String]] = {
        var others: [String: [String]] = [:]
        for group in abbreviations.map({ $0.short + [$0.full] }) {
            for word in group {
                let known = others[word, default: [word]]
                others[word] = known + group.filter { !known.contains($0) }
            }
        }
        return others.mapValues { Array($0.dropFirst()) }
    }()

    /// By word, the one that stands for all that it may be short for.
    private static let shortForms: [String: String] = {
        let short = abbreviations.flatMap { group in
            (group.short + [group.full]).map { ($0, group.short[0]) }
        }
        let first = Dictionary(short, uniquingKeysWith: { first, _ in first })
        // `strasse` is short for what `str` is.
        return first.mapValues { first[$0] ?? $0 }
    }()

    /// The words that a name may have for a folded word, whole: `saint` and `street` for `st`.
    ///
    /// The index does not have them; a reader looks for them after all else.
    package static func otherForms(of word: String) -> [String] {
        if let others = others[word] { return others }
        for end in ends {
            for (one, other) in [(end.short, end.full), (end.full, end.short)]
            where word.hasSuffix(one) {
                return [word.dropLast(one.count) + other]
            }
        }
        return []
    }

    static func shortForm(of word: String) -> String {
        if let short = shortForms[word] { return short }
        guard let end = ends.first(where: { word.hasSuffix($0.full) }) else { return word }
        return word.dropLast(end.full.count) + end.short
    }

    package static func hasOtherForms(_ typed: String) -> Bool {
        keys(typed).contains { key in
            key.split(separator: " ").contains { !otherForms(of: String($0)).isEmpty }
        }
    }
}
