import BundleCodec
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
        let isShort = text.unicodeScalars.count <= ShortSearch.longest
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
        let ids = try TypedIDs(db, table: "stops", id: "stop_id", key: "sid").keys(of: text)
        let whole = try wholeMatches(text, words)
        var listed = ListedStops(ranks)
        listed.add(ids.exact + whole.codes, limit: limit, asTheyAre: true)
        listed.add(ids.inOtherCase, limit: limit, asTheyAre: true)
        listed.add(whole.names, limit: limit)
        if SearchFolding.hasRuns(text) {
            listed.add(try matches(words, beginning: text), limit: limit)
        }
        listed.add(try matches(words), limit: limit)
        return listed.sids
    }

    /// Stops whose code or whole name is the text, folded.
    private func wholeMatches(
        _ text: String, _ words: SearchWords
    ) throws -> (codes: [Int64], names: [Int64]) {
        var codes: [Int64] = []
        var names: [Int64] = []
        guard !words.isEmpty else { return ([], []) }
        let key = SearchFolding.key(text)
        try db.readRows(Self.wholeWords, [words.wholeWords]) { row in
            guard let sid = row.key(0) else { return }
            if row.text(1).map(SearchFolding.key) == key { codes.append(sid) }
            if row.text(2).map(SearchFolding.key) == key { names.append(sid) }
        }
        return (codes, names)
    }

    /// Words in more stops than this are part of names, and neither code nor whole name.
    private static let wholeWords = """
        SELECT s.sid, s.stop_code, s.stop_name
        FROM (SELECT rowid FROM stops_fts WHERE stops_fts MATCH ?1 LIMIT 500) f
        CROSS JOIN stops s ON s.sid = f.rowid
        """

    private func matches(_ words: SearchWords) throws -> [Int64] {
        guard !words.isEmpty else { return [] }
        return try db.readAll(
            "SELECT rowid FROM stops_fts WHERE stops_fts MATCH ?", [words.beginnings]
        ) { $0.key(0) }
    }

    /// The matches whose name begins with the text: in writing without spaces the others may have
    /// it anywhere.
    private func matches(_ words: SearchWords, beginning text: String) throws -> [Int64] {
        guard !words.isEmpty else { return [] }
        return try db.readAll(
            """
            SELECT s.sid FROM stops_fts f CROSS JOIN stops s ON s.sid = f.rowid
            WHERE stops_fts MATCH ?1 AND substr(s.stop_name, 1, length(?2)) = ?2
            """, [words.beginnings, text]
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
    /// Characters of the text.
    static let longest = 2

    let text: String
    let limit: Int
}
