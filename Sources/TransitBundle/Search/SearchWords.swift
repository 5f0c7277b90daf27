import GRDB

/// What somebody typed, taken apart into words as the search index takes names apart.
///
/// The words come from SQLite's own tokenizer, so that they hold letters and digits only, without
/// diacritics and case: nothing that is typed can be an operator of the search language.
struct SearchWords {
    let words: [String]

    /// More words than any name has; the rest of a longer text is not looked for.
    private static let most = 16

    init(_ text: String, _ db: Database) throws {
        // Asked first in a way that throws: GRDB stops the app where SQLite has no FTS5.
        _ = try db.cachedStatement(sql: "SELECT fts5(?)")
        let tokenizer = try db.makeTokenizer(.unicode61(diacritics: .remove))
        var words: [String] = []
        for (word, _) in try tokenizer.tokenize(query: text) where !words.contains(word) {
            if words.count == Self.most { break }
            words.append(word)
        }
        self.words = words
    }

    /// The text after `MATCH` for names that have every word, each as the beginning of a word of
    /// theirs.
    var beginnings: String { words.map { Self.quoted($0) + " *" }.joined(separator: " AND ") }

    /// The text after `MATCH` for names that have every word as it is.
    var wholeWords: String { words.map(Self.quoted).joined(separator: " AND ") }

    private static func quoted(_ word: String) -> String {
        "\"" + word.filter { $0 != "\"" } + "\""
    }
}
