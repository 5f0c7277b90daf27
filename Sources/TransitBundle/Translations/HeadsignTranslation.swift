import GRDB

/// Translates what a vehicle shows, which is the headsign of the stop time or that of the trip.
struct HeadsignTranslation {
    let rows: TranslationRows

    /// - Parameter headsign: as published; a text that is not the trip's own is the stop time's.
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
