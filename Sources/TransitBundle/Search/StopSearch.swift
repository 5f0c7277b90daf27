import BundleCodec
import Foundation
import SQLiteLayer
import TransitModel

struct StopSearch {
    private let db: Database
    private let facts: BundleFacts
    private let ranks: StopRanks
    private let spoken: SpokenNames?

    init(_ db: Database, facts: BundleFacts, ranks: StopRanks, spoken: SpokenNames?) {
        self.db = db
        self.facts = facts
        self.ranks = ranks
        self.spoken = spoken
    }

    func stops(matching text: String, limit: Int) throws -> [Stop] {
        try StopLookup(db: db).stops(
            try sids(matching: text, limit: limit), known: facts.stops)
    }

    func sids(matching text: String, limit: Int) throws -> [Int64] {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, limit > 0 else { return [] }
        guard text.unicodeScalars.count <= ShortSearch.longest else {
            return try found(text, limit: limit)
        }
        let search = ShortSearch(text: text.exact, limit: limit, languages: spoken?.ranks)
        return try facts.shortSearches.value(for: search) { try found(text, limit: limit) }
    }

    private func found(_ text: String, limit: Int) throws -> [Int64] {
        let ids = try TypedIDs(db, table: "stops", id: "stop_id", key: "sid").keys(of: text)
        let found = try matches(text)
        var listed = ListedStops(ranks)
        listed.add(ids.exact + found.codes, limit: limit, asTheyAre: true)
        listed.add(ids.inOtherCase, limit: limit, asTheyAre: true)
        listed.add(found.names, limit: limit)
        listed.add(found.beginnings, limit: limit)
        listed.add(found.others, limit: limit)
        if listed.sids.count < limit, SearchFolding.hasOtherForms(text) {
            let found = try matches(text, withOtherForms: true)
            listed.add(found.names, limit: limit)
            listed.add(found.others, limit: limit)
        }
        return listed.sids
    }

    private func matches(_ text: String, withOtherForms: Bool = false) throws -> NameMatches {
        var found = try NameMatches(db, text, withOtherForms: withOtherForms)
        if let spoken {
            found.add(
                try spoken.names.read {
                    try NameMatches($0, text, withOtherForms: withOtherForms)
                })
        }
        return found
    }
}

private struct NameMatches {
    /// The code or whole name is the text, folded.
    private(set) var codes: [Int64] = []
    private(set) var names: [Int64] = []
    /// For writing without spaces: names may begin with the text, or have it anywhere.
    private(set) var beginnings: [Int64] = []
    private(set) var others: [Int64] = []

    init(_ db: Database, _ text: String, withOtherForms: Bool) throws {
        let words = try SearchWords(text, db, withOtherForms: withOtherForms)
        guard !words.isEmpty else { return }
        let keys = SearchFolding.keys(text, shortened: withOtherForms)
        func isWhole(_ name: String?) -> Bool {
            guard let name else { return false }
            return !SearchFolding.keys(name, shortened: withOtherForms).isDisjoint(with: keys)
        }
        try db.readRows(Self.wholeWords, arguments: [words.wholeWords]) { row in
            guard let sid = row.key(0) else { return }
            if isWhole(row.text(1)) { codes.append(sid) }
            if isWhole(row.text(2)) { names.append(sid) }
        }
        if SearchFolding.hasRuns(text) {
            let kana = SearchFolding.inEitherKana(text)
            beginnings = try db.readAll(
                Self.beginning, arguments: [words.beginnings, text, kana.katakana, kana.hiragana]
            ) { $0.key(0) }
        }
        others = try db.readAll(
            "SELECT rowid FROM stops_fts WHERE stops_fts MATCH ?", arguments: [words.beginnings]
        ) { $0.key(0) }
    }

    mutating func add(_ matches: NameMatches) {
        codes += matches.codes
        names += matches.names
        beginnings += matches.beginnings
        others += matches.others
    }

    /// Words that occur in more stops than this are part of names, and neither a code nor a whole
    /// name.
    private static let wholeWords = """
        SELECT s.sid, s.stop_code, s.stop_name
        FROM (SELECT rowid FROM stops_fts WHERE stops_fts MATCH ?1 LIMIT 500) f
        CROSS JOIN stops s ON s.sid = f.rowid
        """

    private static let beginning = """
        SELECT s.sid FROM stops_fts f CROSS JOIN stops s ON s.sid = f.rowid
        WHERE stops_fts MATCH ?1 AND substr(s.stop_name, 1, length(?2)) IN (?2, ?3, ?4)
        """
}

/// Matches are marked by rank and read out from the first rank on, so a letter that occurs in half
/// of all stops costs no sorting.
struct ListedStops {
    private let ranks: StopRanks
    private var isListed: [Bool]
    private(set) var sids: [Int64] = []

    init(_ ranks: StopRanks) {
        self.ranks = ranks
        isListed = [Bool](repeating: false, count: ranks.sids.count)
    }

    /// The most important come first, after those already listed. `asTheyAre` also lists platforms,
    /// entrances and nodes that their station would otherwise represent.
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

/// One or two letters: the first search while typing, and the one with the most matches.
struct ShortSearch: Hashable, Sendable {
    static let longest = 2

    let text: ExactText
    let limit: Int
    let languages: LanguageRanks?
}
