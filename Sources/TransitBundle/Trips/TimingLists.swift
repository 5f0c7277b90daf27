import GRDB
import SQLiteLayer

/// A row of `timing` with its `dwell`: offsets from the origin of a trip, which many trips share.
struct TimingLists: Sendable {
    let unit: Int
    let departures: [UInt32]
    /// Stopping times; nil where arrivals are the departures or have a list of their own.
    let dwells: [UInt32]?
    let arrivals: [UInt32]?
    let interpolated: [UInt32]

    private init(_ row: Columns) throws {
        func list(_ column: Int) -> [UInt32]? {
            row.text(column).map { $0.unicodeScalars.map(\.value) }
        }
        departures = try row.required(list(2), "departures")
        unit = try row.required(row.integer(1), "unit")
        let hasDwells = row.integer(3) != nil
        arrivals = list(4)
        interpolated = list(5) ?? []
        dwells = hasDwells ? list(6) ?? [] : nil
    }

    /// The lists of some keys of `timing`; keys without a row have none.
    static func read(_ timings: Set<Int64>, _ db: Database) throws -> [Int64: TimingLists] {
        var found: [Int64: TimingLists] = [:]
        try db.readRows(select, [JSONList.integers(timings.sorted())]) { row in
            if let timing = row.key(0) { found[timing] = try TimingLists(row) }
        }
        return found
    }

    private static let select = """
        SELECT ti.timing, ti.unit, ti.departures, ti.dwell, ti.arrivals, ti.interpolated, dw.dwells
        FROM json_each(?) j
        CROSS JOIN timing ti ON ti.timing = j.value
        LEFT JOIN dwell dw ON dw.dwell = ti.dwell
        """
}
