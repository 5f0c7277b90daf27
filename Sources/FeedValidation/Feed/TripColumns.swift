package import FeedCompiling
import FeedReading

/// The rows of `trips.txt` in columns: a feed has up to millions of them.
///
/// Trips that only `stop_times.txt` names come after those of the file; they have no row.
///
/// Only the loader writes it, then it is only read; overlapping accesses are not checked at run
/// time.
package final class TripColumns {
    struct Columns {
        var rows = RowNumbers()
        /// Numbers in `LoadedFeed.routeIDs`; -1 when blank.
        var route: [Int32] = []
        /// Numbers in `LoadedFeed.serviceIDs`; -1 when blank.
        var service: [Int32] = []
        /// Numbers in `LoadedFeed.shapeIDs`; -1 when blank.
        var shape: [Int32] = []
        /// Numbers in `LoadedFeed.blockIDs`; -1 when blank.
        var block: [Int32] = []
        /// Numbers in `headsigns`; -1 when blank.
        var headsign: [Int32] = []
        /// Codes; -1 when blank. Codes that the reference does not know may be different here.
        var bikes: [Int8] = []
        var hasBikes = false
        var hasCars = false
        var hasWheelchair = false
    }

    /// The outcome of reading the file.
    package internal(set) var state = FileState.missing
    let cancellation: Cancellation
    /// Of equal ids, the first row counts. This is the table of a bundle that is built from the
    /// same rows, if there is one.
    @exclusivity(unchecked) package internal(set) var ids = IDTable()
    /// The number of trips in `trips.txt`.
    package internal(set) var definedCount = 0
    @exclusivity(unchecked) var columns = Columns()
    let headsigns = IDTable()
    package internal(set) var duplicates: [TripRow] = []
    var countsDuplicates = false

    init(_ cancellation: Cancellation) {
        self.cancellation = cancellation
    }

    /// The number of trips, including those that only `stop_times.txt` names.
    package var count: Int { ids.count }
    /// Returns the `trip_id` of a trip, by its index.
    package func id(_ trip: Int) -> String { ids.string(trip) }

    /// 0 when `trips.txt` lacks the trip.
    package func row(_ trip: Int) -> Int { trip < definedCount ? columns.rows[trip] : 0 }

    func appendUndefined() {
        for column in [\Columns.route, \.service, \.shape, \.block, \.headsign] {
            columns[keyPath: column].append(-1)
        }
        columns.bikes.append(-1)
    }
}

/// A feed may have several with one id; all but the first are ``TripColumns/duplicates``.
package struct TripRow: Sendable {
    /// The first row with that id.
    package var trip: Int32
    package var row: Int32
    /// -1 when blank, as in `TripColumns`.
    package var route: Int32
    package var service: Int32
    package var shape: Int32
    package var block: Int32
    package var headsign: Int32
    /// -1 when blank.
    package var bikes: Int8
}

extension TripColumns {
    /// Visits all rows in the order of the file, or those before the validation is canceled.
    func forEachRow(_ body: (TripRow) throws -> Void) rethrows {
        try forEachNumberedRow {
            try body($1)
            return true
        }
    }

    /// In the order of the file, until `body` returns false or the validation is canceled.
    func forEachNumberedRow(_ body: (Int32, TripRow) throws -> Bool) rethrows {
        // A copy: every look at a property of a class costs as much as all the rest here.
        let columns = columns
        let duplicates = countsDuplicates ? duplicates : []
        var next = 0
        for trip in 0..<definedCount {
            if trip & 0xFF == 0, cancellation.isCancelled { return }
            let row = Int32(clamping: columns.rows[trip])
            while next < duplicates.count, duplicates[next].row < row {
                guard try body(-1 - Int32(next), duplicates[next]) else { return }
                next += 1
            }
            guard try body(Int32(trip), columns.row(trip, number: row)) else { return }
        }
        for next in next..<duplicates.count {
            guard try body(-1 - Int32(next), duplicates[next]) else { return }
        }
    }

    /// By number of an id: whether a trip has it. `count` is that of the ids.
    @inline(__always)
    func areUsed(_ count: Int, _ number: (TripRow) -> Int32) -> [Bool] {
        var areUsed = [Bool](repeating: false, count: count)
        forEachRow { row in
            let number = number(row)
            if number >= 0 { areUsed[Int(number)] = true }
        }
        return areUsed
    }

    /// `number` is that of the trip, or -1 - its index in ``duplicates``.
    func row(number: Int32) -> TripRow {
        guard number >= 0 else { return duplicates[Int(-1 - number)] }
        return columns.row(Int(number), number: Int32(clamping: columns.rows[Int(number)]))
    }
}

extension TripColumns.Columns {
    @inline(__always)
    fileprivate func row(_ trip: Int, number: Int32) -> TripRow {
        TripRow(
            trip: Int32(trip), row: number, route: route[trip], service: service[trip],
            shape: shape[trip], block: block[trip], headsign: headsign[trip], bikes: bikes[trip])
    }

    mutating func append(_ row: TripRow) {
        rows.append(Int(row.row))
        route.append(row.route)
        service.append(row.service)
        shape.append(row.shape)
        block.append(row.block)
        headsign.append(row.headsign)
        bikes.append(row.bikes)
        if row.bikes >= 0 { hasBikes = true }
    }
}
