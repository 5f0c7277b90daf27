import GRDB

/// Reads `translations.txt` for one row at a time, through its two indexes.
struct TranslationRows {
    let db: Database
    /// The tags of the feed that serve the rider, with how well they do.
    let ranks: [String: Int]

    /// The translations of some fields of a row.
    ///
    /// A translation that names the row counts before one that names the text, and a better language
    /// before both.
    ///
    /// - Parameters:
    ///   - table: the file without its extension.
    ///   - record: the row's id; nil for `feed_info.txt`, whose only row has none.
    ///   - sub: the second part of the id, the `stop_sequence` of a stop time.
    ///   - values: the texts in the feed, by field.
    func translations(
        table: String, record: String?, sub: String? = nil, values: [String: String]
    ) throws -> [String: String] {
        var best: [String: (rank: Int, text: String)] = [:]
        func take(_ row: Row, penalty: Int) {
            guard let field = row.text("field_name"), values[field] != nil,
                let text = row.text("translation"),
                let rank = row.text("language").flatMap({ ranks[$0] })
            else { return }
            let full = rank * 2 + penalty
            if let known = best[field], known.rank <= full { return }
            best[field] = (full, text)
        }
        for row in try rows(table, record) where row.text("record_sub_id") == sub {
            take(row, penalty: 0)
        }
        for (field, value) in values {
            for row in try rows(table, value: value) where row.text("field_name") == field {
                take(row, penalty: 1)
            }
        }
        return best.mapValues(\.text)
    }

    private func rows(_ table: String, _ record: String?) throws -> [Row] {
        guard let record else {
            return try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT field_name, language, translation, record_sub_id FROM translations
                        WHERE record_id IS NULL AND field_value IS NULL AND table_name = ?
                        """), arguments: [table])
        }
        return try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT field_name, language, translation, record_sub_id FROM translations
                    WHERE record_id = ? AND table_name = ?
                    """), arguments: [record, table])
    }

    private func rows(_ table: String, value: String) throws -> [Row] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT field_name, language, translation FROM translations
                    WHERE field_value = ? AND table_name = ?
                    """), arguments: [value, table])
    }
}
