import Foundation
import GRDB
import GTFSSchedule
import SQLiteLayer

/// Finds stops by what somebody types.
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

    /// Stops whose code or whole name is the text.
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

    /// Words that more stops have are part of names, and neither code nor name.
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
