import SQLiteLayer
import TransitModel

/// Lives for one answer and keeps what it read: the events of a board share stops, routes and
/// headsigns.
final class TranslationRows {
    let db: Database
    let ranks: LanguageRanks
    private var ofRecords: [[ExactText?]: [TranslationRow]] = [:]
    private var ofValues: [[ExactText]: [TranslationRow]] = [:]

    init(db: Database, ranks: LanguageRanks) {
        self.db = db
        self.ranks = ranks
    }

    func tripShortName(_ name: String, tripID: String) throws -> String {
        let field = "trip_short_name"
        return try translations(table: "trips", record: tripID, values: [field: name])[field]
            ?? name
    }

    /// A translation of the row takes precedence over one of the text, and a better language over
    /// both.
    ///
    /// `table` is the file without its extension; `record` is nil for `feed_info.txt`, whose only
    /// row has no id; `sub` is the `stop_sequence` of a stop time.
    func translations(
        table: String, record: String?, sub: String? = nil, values: [String: String]
    ) throws -> [String: String] {
        var best: [String: (rank: Int, text: String)] = [:]
        func take(_ row: TranslationRow, penalty: Int) {
            guard let field = row.field, values[field] != nil, let text = row.text,
                let rank = row.language.flatMap({ ranks[$0] })
            else { return }
            let full = rank * 2 + penalty
            if let known = best[field], known.rank <= full { return }
            best[field] = (full, text)
        }
        for row in try rows(table, record) where row.isOf(sub) {
            take(row, penalty: 0)
        }
        for (field, value) in values {
            for row in try rows(table, value: value) where row.field == field {
                take(row, penalty: 1)
            }
        }
        return best.mapValues(\.text)
    }

    private func rows(_ table: String, _ record: String?) throws -> [TranslationRow] {
        let key = [table.exact, record?.exact]
        if let known = ofRecords[key] { return known }
        let condition =
            record == nil ? "record_id IS NULL AND field_value IS NULL" : "record_id = ?2"
        let rows = try db.readAll(
            """
            SELECT field_name, language, translation, record_sub_id FROM translations
            WHERE table_name = ?1 AND \(condition)
            """, arguments: record.map { [table, $0] } ?? [table]
        ) { TranslationRow($0, sub: $0.text(3)) }
        ofRecords[key] = rows
        return rows
    }

    private func rows(_ table: String, value: String) throws -> [TranslationRow] {
        let key = [table.exact, value.exact]
        if let known = ofValues[key] { return known }
        let rows = try db.readAll(
            """
            SELECT field_name, language, translation FROM translations
            WHERE field_value = ? AND table_name = ?
            """, arguments: [value, table]
        ) { TranslationRow($0, sub: nil) }
        ofValues[key] = rows
        return rows
    }
}

private struct TranslationRow {
    let field: String?
    let language: String?
    let text: String?
    let sub: String?

    init(_ row: Columns, sub: String?) {
        field = row.text(0)
        language = row.text(1)
        text = row.text(2)
        self.sub = sub
    }

    /// Whether the translation is for this part of the record: "01" is `stop_sequence` 1, too.
    func isOf(_ other: String?) -> Bool {
        guard let sub, let other else { return sub?.exact == other?.exact }
        return sub.exact == other.exact || Int(sub).map { $0 == Int(other) } ?? false
    }
}

struct HeadsignTranslation {
    let rows: TranslationRows

    /// A text that differs from the trip's own belongs to the stop time.
    func translated(
        _ headsign: String, tripID: String, stopSequence: Int
    ) throws -> String {
        let isOfTrip = try tripHeadsign(tripID)?.exact == headsign.exact
        let ofTrip =
            try isOfTrip
            ? rows.translations(
                table: "trips", record: tripID, values: ["trip_headsign": headsign]
            )["trip_headsign"] : nil
        if let ofTrip { return ofTrip }
        return try rows.translations(
            table: "stop_times", record: tripID, sub: String(stopSequence),
            values: ["stop_headsign": headsign])["stop_headsign"] ?? headsign
    }

    private func tripHeadsign(_ tripID: String) throws -> String? {
        try rows.db.first(
            """
            SELECT d.trip_headsign FROM trip t
            JOIN trip_group d ON d.trip_group = t.trip_group WHERE t.trip_id = ?
            """, arguments: [tripID]
        ) { $0.text(0) }
    }
}
