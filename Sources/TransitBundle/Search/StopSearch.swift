import Foundation
import GRDB
import SQLiteLayer
import TransitModel

/// Finds stops by typed text.
struct StopSearch {
    private let db: Database
    private let facts: BundleFacts
    private let ranks: StopRanks

    init(_ db: Database, _ facts: BundleFacts, _ ranks: StopRanks) {
        self.db = db
        self.facts = facts
        self.ranks = ranks
    }

    func stops(matching text: String, limit: Int) throws -> [Stop] {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, limit > 0 else { return [] }
        let isShort = text.utf8.count <= ShortSearch.longest
        let sids =
            isShort
            ? try facts.shortSearches.value(for: ShortSearch(text: text, limit: limit)) {
                try self.sids(matching: text, limit: limit)
            }
            : try self.sids(matching: text, limit: limit)
        return try StopLookup(db: db).stops(sids, known: facts.stops)
    }

    private func sids(matching text: String, limit: Int) throws -> [Int64] {
        let words = try SearchWords(text, db)
        let whole = try wholeMatches(text, words)
        var listed = ListedStops(ranks)
        listed.add(try stopsWithID(text) + whole.codes, limit: limit, asTheyAre: true)
        listed.add(whole.names, limit: limit)
        listed.add(try matches(words), limit: limit)
        return listed.sids
    }

    private func stopsWithID(_ text: String) throws -> [Int64] {
        try db.readAll("SELECT sid FROM stops WHERE stop_id = ?", [text]) { $0.key(0) }
    }

    /// Stops whose code or whole name equals the text.
    private func wholeMatches(
        _ text: String, _ words: SearchWords
    ) throws -> (codes: [Int64], names: [Int64]) {
        var codes: [Int64] = []
        var names: [Int64] = []
        guard !words.words.isEmpty else { return ([], []) }
        try db.readRows(Self.wholeWords, [words.wholeWords, text]) { row in
            guard let sid = row.key(0) else { return }
            if row.integer(1) == 1 { codes.append(sid) }
            if row.integer(2) == 1 { names.append(sid) }
        }
        return (codes, names)
    }

    /// Words in more stops than this are part of names, and neither code nor whole name.
    private static let wholeWords = """
        SELECT s.sid, s.stop_code = ?2 COLLATE NOCASE, s.stop_name = ?2 COLLATE NOCASE
        FROM (SELECT rowid FROM stops_fts WHERE stops_fts MATCH ?1 LIMIT 500) f
        CROSS JOIN stops s ON s.sid = f.rowid
        """

    private func matches(_ words: SearchWords) throws -> [Int64] {
        guard !words.words.isEmpty else { return [] }
        return try db.readAll(
            "SELECT rowid FROM stops_fts WHERE stops_fts MATCH ?", [words.beginnings]
        ) { $0.key(0) }
    }
}

/// The stops that a search shows, in order.
///
/// Matches are marked by rank and read off from the first rank on, so a letter that half of all
/// stops have costs no sorting.
struct ListedStops {
    private let ranks: StopRanks
    private var isListed: [Bool]
    /// The stops in the order of the list.
    private(set) var sids: [Int64] = []

    init(_ ranks: StopRanks) {
        self.ranks = ranks
        isListed = [Bool](repeating: false, count: ranks.sids.count)
    }

    /// Adds matches after those already listed, the most important first.
    ///
    /// - Parameters:
    ///   - limit: how many stops the list may have.
    ///   - asTheyAre: also lists platforms, entrances and nodes that their station would otherwise
    ///     represent.
    mutating func add(_ matches: [Int64], limit: Int, asTheyAre: Bool = false) {
        guard !matches.isEmpty, sids.count < limit else { return }
        var isFound = [Bool](repeating: false, count: isListed.count)
        for sid in matches {
            guard let place = ranks.place(of: sid),
                let rank = (asTheyAre ? place.rank : place.shownRank).map(Int.init),
                !isListed[rank]
            else { continue }
            isFound[rank] = true
        }
        var rank = 0
        while sids.count < limit, let next = isFound[rank...].firstIndex(of: true) {
            sids.append(ranks.sids[next])
            isListed[next] = true
            rank = next + 1
        }
    }
}

/// A search for one or two letters: the first that occurs while typing, and the one with the most
/// matches.
struct ShortSearch: Hashable, Sendable {
    /// Bytes of the text.
    static let longest = 2

    let text: String
    let limit: Int
}

/// Typed text, split into words as the search index splits names.
///
/// The words come from SQLite's own tokenizer, so they contain only letters and digits, without
/// diacritics and case: nothing that is typed can be an operator of the search language.
struct SearchWords {
    let words: [String]

    /// More words than any name has; further words of a text are ignored.
    private static let most = 16

    init(_ text: String, _ db: Database) throws {
        // Tried first in a way that throws: GRDB stops the app when SQLite has no FTS5.
        _ = try db.cachedStatement(sql: "SELECT fts5(?)")
        let tokenizer = try db.makeTokenizer(.unicode61(diacritics: .remove))
        var words: [String] = []
        for (word, _) in try tokenizer.tokenize(query: text) where !words.contains(word) {
            if words.count == Self.most { break }
            words.append(word)
        }
        self.words = words
    }

    /// The text after `MATCH` for names that have every word as the beginning of one of theirs.
    var beginnings: String { words.map { Self.quoted($0) + " *" }.joined(separator: " AND ") }

    /// The text after `MATCH` for names that have every word exactly.
    var wholeWords: String { words.map(Self.quoted).joined(separator: " AND ") }

    private static func quoted(_ word: String) -> String {
        "\"" + word.filter { $0 != "\"" } + "\""
    }
}
