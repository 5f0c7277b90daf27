import BundleCodec
import SQLiteLayer
import TransitModel

/// Many trips share a row of `timing`, with its row of `dwell`.
enum TimingLists {
    /// Keys of `timing` without a row have no entry.
    static func read(_ timings: Set<Int64>, _ db: Database) throws -> [Int64: TimingOffsets] {
        try db.readKeyed(select, arguments: [JSONList.integers(timings.sorted())]) { row in
            try row.key(0).map { ($0, try offsets(row)) }
        }
    }

    /// In seconds between an arrival and the departure from the same stop, over all trips.
    static func longestDwell(_ db: Database) throws -> Int {
        var longest = 0
        let timings = try db.readAll(withDwells) { row in try offsets(row) }
        for timing in timings {
            for position in 0..<timing.count {
                guard let leaving = timing.departure(position),
                    let arriving = timing.arrival(position)
                else { continue }
                longest = max(longest, abs(leaving - arriving))
            }
        }
        return longest
    }

    private static let columns =
        (["ti.timing"] + TimingOffsets.columns + ["ti.interpolated"]).joined(separator: ", ")

    private static let withDwells = """
        SELECT \(columns) FROM \(TimingOffsets.source)
        WHERE ti.dwell IS NOT NULL OR ti.arrivals IS NOT NULL
        """

    private static let select = """
        SELECT \(columns) FROM json_each(?) j
        CROSS JOIN timing ti ON ti.timing = j.value
        LEFT JOIN dwell dw ON dw.dwell = ti.dwell
        """

    private static func offsets(_ row: Columns) throws -> TimingOffsets {
        var offsets = TimingOffsets()
        // A trip without any times would not show that it is damaged.
        _ = try row.required(row.integer(1), "unit")
        try offsets.decode(row, 1, isInterpolated: true)
        return offsets
    }
}
