/// A row of `timing` with its `dwell`: offsets from the origin of a trip, which many trips share.
struct TimingLists: Sendable {
    let unit: Int
    let departures: [UInt32]
    /// Stopping times; nil where arrivals are the departures or have a list of their own.
    let dwells: [UInt32]?
    let arrivals: [UInt32]?
    let interpolated: [UInt32]

    /// The columns of `timing ti` and `dwell dw` that it is read from.
    static let columns = """
        ti.timing, ti.unit, ti.departures, ti.dwell, ti.arrivals, ti.interpolated, dw.dwells
        """

    /// Reads `columns`, the first of which is at a position of the row. Nil when there are none.
    init?(_ row: Columns, at first: Int) throws {
        func list(_ column: Int) -> [UInt32]? {
            row.text(first + column).map { $0.unicodeScalars.map(\.value) }
        }
        guard let departures = list(2) else { return nil }
        self.departures = departures
        unit = try row.required(row.integer(first + 1), "unit")
        let hasDwells = row.integer(first + 3) != nil
        arrivals = list(4)
        interpolated = list(5) ?? []
        dwells = hasDwells ? list(6) ?? [] : nil
    }

    /// The lists of rows that are read one after the other: each is read once.
    struct Reader {
        private var known: [Int64: TimingLists] = [:]

        mutating func lists(_ row: Columns, at first: Int) throws -> TimingLists? {
            guard let timing = row.key(first) else { return nil }
            if let lists = known[timing] { return lists }
            let lists = try TimingLists(row, at: first)
            known[timing] = lists
            return lists
        }
    }
}
