/// What a row of `trips.txt` refers to; numbers as in `TripColumns`.
package struct TripRow {
    package let row: Int32
    package let route: Int32
    package let service: Int32
    package let shape: Int32
}

/// A row of `trips.txt` whose id was there before.
package struct DuplicateTrip {
    /// The trip with the id.
    package let trip: Int32
    /// The row in the file.
    package let row: Int32
    package let route: Int32
    package let service: Int32
    package let shape: Int32
}

extension TripColumns {
    /// Calls `body` with every row of the file, those with repeated ids at the end.
    package func forEachRow(_ body: (TripRow) -> Void) {
        for trip in 0..<definedCount {
            body(
                TripRow(
                    row: row[trip], route: route[trip], service: service[trip],
                    shape: shape[trip]))
        }
        for trip in duplicates {
            body(
                TripRow(
                    row: trip.row, route: trip.route, service: trip.service, shape: trip.shape))
        }
    }
}
