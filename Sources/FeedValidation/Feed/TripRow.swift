import FeedReading

/// A row of `trips.txt`. A feed may have several with one id; all but the first are
/// ``TripColumns/duplicates``.
package struct TripRow: Sendable {
    /// The trip in `LoadedFeed.trips`: the first row with that id.
    package var trip: Int32
    /// The row in the file.
    package var row: Int32
    /// Numbers of ids, -1 when blank, as in `TripColumns`.
    package var route: Int32
    package var service: Int32
    package var shape: Int32
    package var block: Int32
    package var headsign: Int32
    /// The code; -1 when blank.
    package var bikes: Int16
}

extension TripColumns {
    /// Calls the body with every row of `trips.txt`, in the order of the file and also those whose
    /// id was there before, until it returns false or nobody wants to know any more.
    package func forEachRow(_ body: (TripRow) throws -> Bool) rethrows {
        // Copies: every look at a property of a class costs as much as all the rest here.
        let (row, route, service, shape) = (row, route, service, shape)
        let (block, headsign, bikes) = (block, headsign, bikes)
        let duplicates = duplicates
        var next = 0
        for trip in 0..<definedCount {
            if trip & 0xFF == 0, cancellation.isCancelled { return }
            while next < duplicates.count, duplicates[next].row < row[trip] {
                guard try body(duplicates[next]) else { return }
                next += 1
            }
            let tripRow = TripRow(
                trip: Int32(trip), row: row[trip], route: route[trip], service: service[trip],
                shape: shape[trip], block: block[trip], headsign: headsign[trip],
                bikes: bikes[trip])
            guard try body(tripRow) else { return }
        }
        for duplicate in duplicates[next...] {
            guard try body(duplicate) else { return }
        }
    }
}
