import SQLiteLayer
import TransitModel

/// Read once and kept: a search needs it about every stop.
struct StopRanks: Sendable {
    struct Place: Sendable {
        /// 0 is the most important stop of the bundle.
        let rank: Int32
        /// The rank of the stop that represents this one in lists: the station for a platform with
        /// its name, an entrance, a node or a boarding area; nil for a node without a station.
        let shownRank: Int32?
    }

    private let places: KeyedValues<Place>
    /// The `sid`s by rank: the most served stop first, a station before its platforms.
    let sids: [Int64]

    init(_ db: Database) throws {
        let rows = try Self.rows(db)
        sids = rows.sorted(by: Row.isInOrder).map(\.sid)
        var ranks: [Int64: Int32] = [:]
        ranks.reserveCapacity(sids.count)
        for (rank, sid) in sids.enumerated() { ranks[sid] = Int32(truncatingIfNeeded: rank) }
        let numbers = Self.numbers(of: rows)
        places = KeyedValues(
            rows.enumerated().compactMap { number, row in
                ranks[row.sid].map { rank in
                    let shown = Self.shown(number, in: rows, numbers: numbers)
                    return (
                        row.sid,
                        Place(rank: rank, shownRank: shown.flatMap { ranks[rows[$0].sid] })
                    )
                }
            })
    }

    func place(of sid: Int64) -> Place? { places[sid] }

    /// Patterns may also call at a place below the stop.
    private struct Row {
        let sid: Int64
        let kind: LocationType
        let parent: Int64?
        let isNamedLikeParent: Bool
        var served: Int

        static func isInOrder(_ left: Row, _ right: Row) -> Bool {
            if left.served != right.served { return left.served > right.served }
            let isStation = left.kind == .station
            if isStation != (right.kind == .station) { return isStation }
            return left.sid < right.sid
        }
    }

    private static func rows(_ db: Database) throws -> [Row] {
        let calls = "SELECT sid, count(*) FROM pattern_stops GROUP BY sid"
        let served = try db.readKeyed(calls) { row in
            row.key(0).map { ($0, row.integer(1) ?? 0) }
        }
        var rows = try db.readAll(places) { row in
            row.key(0).map { sid in
                Row(
                    sid: sid, kind: LocationType(code: row.integer(1) ?? 0), parent: row.key(2),
                    isNamedLikeParent: row.integer(3) == 1, served: served[sid] ?? 0)
            }
        }
        let numbers = numbers(of: rows)
        let own = rows.map(\.served)
        for number in rows.indices where own[number] > 0 && rows[number].parent != nil {
            for above in ancestors(of: number, rows, numbers) {
                rows[above].served += own[number]
            }
        }
        return rows
    }

    private static let places = """
        SELECT s.sid, s.location_type, p.sid, s.stop_name = p.stop_name
        FROM stops s LEFT JOIN stops p ON p.stop_id = s.parent_station
        """

    private static func numbers(of rows: [Row]) -> [Int64: Int] {
        Dictionary(
            zip(rows.lazy.map(\.sid), rows.indices), uniquingKeysWith: { first, _ in first })
    }

    private static func shown(_ number: Int, in rows: [Row], numbers: [Int64: Int]) -> Int? {
        switch rows[number].kind {
        case .entrance, .genericNode, .boardingArea: ancestors(of: number, rows, numbers).last
        case .stop where rows[number].isNamedLikeParent:
            ancestors(of: number, rows, numbers).first ?? number
        default: number
        }
    }

    /// The nearest first: the platform of a boarding area, the station.
    private static func ancestors(
        of number: Int, _ rows: [Row], _ numbers: [Int64: Int]
    ) -> [Int] {
        var found: [Int] = []
        var last = number
        // No place can be part of itself, so the kinds end every chain.
        while let above = rows[last].parent.flatMap({ numbers[$0] }),
            rows[last].kind.canBePart(of: rows[above].kind)
        {
            found.append(above)
            last = above
        }
        return found
    }
}

/// Keys of a bundle are mostly consecutive: those are found without hashing.
struct KeyedValues<Value: Sendable>: Sendable {
    private var first: Int64 = 0
    private var dense: [Value?] = []
    private var others: [Int64: Value] = [:]

    /// If a key is repeated, its last value counts.
    init(_ values: [(Int64, Value)]) {
        guard let lowest = values.lazy.map(\.0).min() else { return }
        first = lowest
        dense = [Value?](repeating: nil, count: values.count * 4)
        for (key, value) in values {
            if let place = place(of: key) { dense[place] = value } else { others[key] = value }
        }
    }

    subscript(key: Int64) -> Value? {
        place(of: key).map { dense[$0] } ?? others[key]
    }

    private func place(of key: Int64) -> Int? {
        let (offset, overflows) = key.subtractingReportingOverflow(first)
        return !overflows && 0..<Int64(dense.count) ~= offset ? Int(offset) : nil
    }
}
