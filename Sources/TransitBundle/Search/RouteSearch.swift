import BundleCodec
import Foundation
import SQLiteLayer
import TransitModel

struct RouteSearch {
    let db: Database
    let spoken: SpokenNames?

    func routes(matching text: String, limit: Int) throws -> [Route] {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, limit > 0 else { return [] }
        let words = try SearchWords(text, db)
        let ids = try TypedIDs(db, table: "routes", id: "route_id", key: "rid").keys(of: text)
        let withID = ids.exact + ids.inOtherCase
        let typed = SearchFolding.folded(text)
        let translated = try spoken?.names.read { try Self.shortNames($0, text) } ?? [:]
        var hits: [Hit] = []
        var seen: Set<Int64> = []
        func add(_ sql: String, _ arguments: Parameters, isOtherForm: Bool = false) throws {
            try db.readRows(sql, arguments: arguments) { row in
                guard
                    let hit = Hit(
                        row, typed: typed, withID: withID, translated: translated,
                        isOtherForm: isOtherForm),
                    seen.insert(hit.rid).inserted
                else { return }
                hits.append(hit)
            }
        }
        for rid in withID + translated.keys {
            try add(Self.columns + "FROM routes r WHERE r.rid = ?", [rid])
        }
        if !words.isEmpty { try add(Self.matches, [words.beginnings]) }
        if hits.count < limit, SearchFolding.hasOtherForms(text) {
            let words = try SearchWords(text, db, withOtherForms: true)
            try add(Self.matches, [words.beginnings], isOtherForm: true)
        }
        let rids = hits.sorted(by: Hit.isInOrder).prefix(limit).map(\.rid)
        return try RouteLookup(db: db).routes(rids)
    }

    private static func shortNames(_ index: Database, _ text: String) throws -> [Int64: String] {
        let words = try SearchWords(text, index)
        guard !words.isEmpty else { return [:] }
        return try index.readKeyed(
            """
            SELECT r.rid, r.route_short_name FROM routes_fts f
            CROSS JOIN routes r ON r.rid = f.rowid WHERE routes_fts MATCH ?
            """, arguments: [words.beginnings]
        ) { row in
            row.key(0).map { ($0, row.text(1) ?? "") }
        }
    }

    private static let columns = """
        SELECT r.rid, r.route_short_name, r.route_sort_order,
          (SELECT count(*) FROM pattern p WHERE p.rid = r.rid) AS served

        """
    private static let matches =
        columns + """
            FROM routes_fts f CROSS JOIN routes r ON r.rid = f.rowid
            WHERE routes_fts MATCH ?
            """

    private struct Hit {
        let rid: Int64
        let name: String
        let served: Int
        let sortOrder: Int
        /// 0: the text is the route's name or id; 1: the name begins with it; 2: anything else; 3:
        /// the name has `street` where `st` was typed.
        let tier: Int

        init?(
            _ row: Columns, typed: String, withID: [Int64], translated: [Int64: String],
            isOtherForm: Bool
        ) {
            guard let rid = row.key(0) else { return nil }
            self.rid = rid
            name = row.text(1) ?? ""
            sortOrder = row.integer(2) ?? .max
            served = row.integer(3) ?? 0
            let names = [name, translated[rid] ?? name].map(SearchFolding.folded)
            if isOtherForm {
                tier = 3
            } else if names.contains(typed) || withID.contains(rid) {
                tier = 0
            } else {
                tier = names.contains { $0.hasPrefix(typed) } ? 1 : 2
            }
        }

        /// Names that begin with the text are in natural order; the others are sorted by their
        /// number of patterns, then as in lists.
        static func isInOrder(_ left: Hit, _ right: Hit) -> Bool {
            if left.tier != right.tier { return left.tier < right.tier }
            if left.tier >= 2, left.served != right.served { return left.served > right.served }
            if left.tier >= 2, left.sortOrder != right.sortOrder {
                return left.sortOrder < right.sortOrder
            }
            if left.name != right.name { return NaturalOrder.isLess(left.name, right.name) }
            return left.rid < right.rid
        }
    }
}
