import BundleCodec
import SQLiteLayer

/// A bundle has an index of published names only. This is the same index for translated names, in
/// memory: the tables that search reads, with the rows whose names are translated.
struct TranslatedNames: Sendable {
    private let index: ReaderPool

    init(_ db: Database, ranks: LanguageRanks) throws {
        index = try ReaderPool(count: 1) { () throws(SQLiteFailure) in
            try Connection(path: ":memory:", .writing)
        }
        try index.readOnThisThread { memory in
            for table in Self.tables { try table.index(db, ranks, in: memory) }
        }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try index.readOnThisThread(body)
    }

    private static let tables = [
        NameTable(
            name: "stops", key: "sid", id: "stop_id", fields: ["stop_name", "stop_code"]),
        NameTable(
            name: "routes", key: "rid", id: "route_id",
            fields: ["route_short_name", "route_long_name"]),
    ]
}

private struct NameTable {
    let name: String
    let key: String
    let id: String
    let fields: [String]

    /// With the rows whose names are translated.
    func index(_ db: Database, _ ranks: LanguageRanks, in memory: Database) throws {
        let columns = fields.joined(separator: ", ")
        try memory.connection.execute(
            """
            CREATE TABLE \(name) (\(key) INTEGER PRIMARY KEY, \(columns), search_words);
            CREATE VIRTUAL TABLE \(name)_fts USING fts5 (
              \(columns), search_words, content = '\(name)', content_rowid = '\(key)',
              tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3', detail = none
            );
            """)
        let translated = try translations(db, ranks)
        let insert = try Statement(memory.connection, "INSERT INTO \(name) VALUES (?, ?, ?, ?)")
        try db.readRows("SELECT \(key), \(columns) FROM \(name)") { row in
            guard let key = row.key(0), let texts = translated[key] else { return }
            let names = fields.indices.map { texts[fields[$0]]?.text ?? row.text($0 + 1) }
            let words = SearchFolding.searchWords(names.compactMap { $0 })
            try insert.bind([key] + Parameters(names) + [words])
            try insert.run()
        }
        try memory.connection.execute("INSERT INTO \(name)_fts (\(name)_fts) VALUES ('rebuild')")
    }

    /// By the row's key, as `TranslationRows` finds them for one row.
    private func translations(
        _ db: Database, _ ranks: LanguageRanks
    ) throws -> [Int64: [String: (rank: Int, text: String)]] {
        var best: [Int64: [String: (rank: Int, text: String)]] = [:]
        let languages = JSONList.texts(ranks.levels.joined().map(\.text))
        for (penalty, query) in ([ofRecords] + fields.map(ofValues)).enumerated() {
            try db.readRows(query, arguments: [languages]) { row in
                guard let key = row.key(0), let field = row.text(1), let text = row.text(2),
                    let rank = row.text(3).flatMap({ ranks[$0] })
                else { return }
                let full = rank * 2 + min(penalty, 1)
                if let known = best[key]?[field], known.rank <= full { return }
                best[key, default: [:]][field] = (full, text)
            }
        }
        return best
    }

    private var ofRecords: String {
        let published = fields.map { "WHEN '\($0)' THEN s.\($0)" }.joined(separator: " ")
        return """
            SELECT s.\(key), t.field_name, t.translation, t.language
            FROM translations t CROSS JOIN \(name) s ON s.\(id) = t.record_id
            WHERE t.table_name = '\(name)' AND t.record_sub_id IS NULL
              AND t.language IN (SELECT value FROM json_each(?1))
              AND CASE t.field_name \(published) END <> ''
            """
    }

    private func ofValues(_ field: String) -> String {
        """
        SELECT s.\(key), t.field_name, t.translation, t.language
        FROM \(name) s
        CROSS JOIN translations t ON t.field_value = s.\(field) AND t.table_name = '\(name)'
        WHERE t.field_name = '\(field)' AND s.\(field) <> ''
          AND t.language IN (SELECT value FROM json_each(?1))
        """
    }
}
