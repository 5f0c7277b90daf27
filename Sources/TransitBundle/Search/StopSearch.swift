import Foundation
import GRDB
import GTFSSchedule

/// Finds stops by what somebody types.
struct StopSearch {
    private let db: Database
    private let ranks: StopRanks

    init(_ db: Database, _ ranks: StopRanks) {
        self.db = db
        self.ranks = ranks
    }

    func stops(matching text: String, limit: Int) throws -> [Stop] {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, limit > 0 else { return [] }
        let words = try SearchWords(text, db)
        var listed = ListedStops(ranks)
        listed.add(try stopsWithCode(text, words), limit: limit, asTheyAre: true)
        listed.add(try stopsNamed(text, words), limit: limit)
        listed.add(try matches(words), limit: limit)
        return try StopLookup(db: db).stops(listed.sids)
    }

    /// Stops whose code or id is the text.
    private func stopsWithCode(_ text: String, _ words: SearchWords) throws -> [Int64] {
        let byID = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT sid FROM stops WHERE stop_id = ?"), arguments: [text])
        return try byID + stops(words, where: "stop_code", is: text)
    }

    /// Stops whose whole name is the text.
    private func stopsNamed(_ text: String, _ words: SearchWords) throws -> [Int64] {
        try stops(words, where: "stop_name", is: text)
    }

    private func stops(
        _ words: SearchWords, where column: String, is text: String
    ) throws -> [Int64] {
        guard !words.words.isEmpty else { return [] }
        // Words that more stops have are part of names, and neither code nor name.
        return try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT s.sid
                    FROM (SELECT rowid FROM stops_fts WHERE stops_fts MATCH ? LIMIT 500) f
                    CROSS JOIN stops s ON s.sid = f.rowid
                    WHERE s.\(column) = ? COLLATE NOCASE
                    """), arguments: [words.wholeWords, text])
    }

    private func matches(_ words: SearchWords) throws -> [Int64] {
        guard !words.words.isEmpty else { return [] }
        return try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT rowid FROM stops_fts WHERE stops_fts MATCH ?"),
            arguments: [words.beginnings])
    }
}
