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
        let codes = try stopsWithCode(text, words)
        let names = try fold(stopsNamed(text, words)).subtracting(codes)
        let others = try fold(matches(words)).subtracting(codes).subtracting(names)
        let order = [codes, names, others].flatMap(sorted)
        return try StopLookup(db: db).stops(Array(order.prefix(limit)))
    }

    /// Stops whose code or id is the text.
    private func stopsWithCode(_ text: String, _ words: SearchWords) throws -> Set<Int64> {
        let byID = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT sid FROM stops WHERE stop_id = ?"), arguments: [text])
        return try Set(byID).union(stops(words, where: "stop_code", is: text))
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

    /// Puts the station for platforms of its name and for its entrances and nodes.
    private func fold(_ matches: [Int64]) -> Set<Int64> {
        var folded: Set<Int64> = []
        for sid in matches {
            guard let place = ranks.places[sid] else { continue }
            switch place.kind {
            case .entrance, .genericNode, .boardingArea:
                if let station = ranks.ancestors(of: sid).last { folded.insert(station) }
            case .stop where place.isNamedLikeParent:
                folded.insert(place.parent ?? sid)
            default:
                folded.insert(sid)
            }
        }
        return folded
    }

    /// The most served first; a station comes before its platforms.
    private func sorted(_ sids: Set<Int64>) -> [Int64] {
        sids.map { sid in
            let place = ranks.places[sid]
            return (
                sid: sid, served: place?.served ?? 0, later: place?.kind == .station ? 0 : 1
            )
        }
        .sorted { ($1.served, $0.later, $0.sid) < ($0.served, $1.later, $1.sid) }
        .map(\.sid)
    }
}
