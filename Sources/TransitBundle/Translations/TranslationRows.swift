import GRDB
import TransitModel

/// Reads `translations.txt` for one row at a time, through its two indexes.
struct TranslationRows {
    let db: Database
    /// The tags of the feed that fit the rider's language, with how well they fit.
    let ranks: [String: Int]

    /// The name of a trip for riders.
    func tripShortName(_ name: String, tripID: String) throws -> String {
        let field = "trip_short_name"
        return try translations(table: "trips", record: tripID, values: [field: name])[field]
            ?? name
    }

    /// The translations of some fields of a row.
    ///
    /// A translation of the row takes precedence over one of the text, and a better language over
    /// both.
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

/// Which languages of a feed fit a rider's, and how well.
package struct LanguageMatch {
    /// The wanted language and its shorter forms: "zh-hans-cn", "zh-hans", "zh".
    private let wanted: [String]

    /// - Parameter language: an IETF BCP 47 tag, or the name of a locale such as `en_US`.
    package init(_ language: String) {
        var parts = language.lowercased().split { $0 == "-" || $0 == "_" }
        var tags: [String] = []
        while !parts.isEmpty {
            tags.append(parts.joined(separator: "-"))
            parts.removeLast()
        }
        wanted = tags
    }

    /// How well a tag fits: 0 for the language itself, then its shorter forms, then its other
    /// variants, such as en-GB for en-US. Nil for another language, or the same in another script.
    package func rank(of tag: String) -> Int? {
        let tag = tag.lowercased().split { $0 == "-" || $0 == "_" }.joined(separator: "-")
        if let place = wanted.firstIndex(of: tag) { return place }
        guard let language = wanted.last, tag.hasPrefix(language + "-"),
            !Self.differ(Self.script(of: tag), wanted.first.flatMap(Self.script))
        else { return nil }
        return wanted.count
    }

    /// The tags of a feed that fit, with how well they fit.
    ///
    /// - Parameter own: the language of the feed itself, if it says so.
    package func ranks(of tags: [String], own: String?) -> [String: Int] {
        var ranks: [String: Int] = [:]
        for tag in tags { ranks[tag] = rank(of: tag) }
        guard let own, let rank = rank(of: own) else { return ranks }
        // The feed itself is in the language: only a closer variant, or its own, is better.
        return ranks.filter { $0.value <= rank && !($0.value == rank && $0.key != own) }
    }

    private static func differ(_ one: Substring?, _ other: Substring?) -> Bool {
        one != nil && other != nil && one != other
    }

    /// The four letters after the language, such as "hans".
    private static func script(of tag: String) -> Substring? {
        let parts = tag.split(separator: "-")
        guard parts.count > 1, parts[1].count == 4, parts[1].allSatisfy(\.isLetter) else {
            return nil
        }
        return parts[1]
    }
}

/// Translates the text that a vehicle shows: the headsign of the stop time or of the trip.
struct HeadsignTranslation {
    let rows: TranslationRows

    /// - Parameter headsign: as published; a text that differs from the trip's own is the stop
    ///   time's.
    func translated(
        _ headsign: String, tripID: String, stopSequence: Int
    ) throws -> String {
        let isOfTrip = try tripHeadsign(tripID) == headsign
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
        try Row.fetchOne(
            rows.db.cachedStatement(
                sql: """
                    SELECT d.trip_headsign FROM trip t
                    JOIN trip_group d ON d.trip_group = t.trip_group WHERE t.trip_id = ?
                    """), arguments: [tripID])?.text("trip_headsign")
    }
}
