import BundleCodec
import SQLiteLayer

struct StoredPatterns {
    static let codeNames = [
        "pickup_type", "drop_off_type", "continuous_pickup", "continuous_drop_off", "timepoint",
    ]
    static let noCode = Int.min

    /// By call, in the order of `pattern_stops`.
    private(set) var sequences: [Int64] = []
    private(set) var codes: [Int32] = []
    /// All combinations of codes, one after the other, each in the order of `codeNames`.
    private(set) var codeValues: [Int] = []
    /// By call: the number of the id; -1 for none.
    private var stops: [Int32] = []
    private var stopIDs = GroupIDs()
    private var ranges: [Int64: Range<Int>] = [:]

    init(_ connection: Connection) throws {
        // Only a view with both halves has calls at undefined stops, or at none.
        let isWhole =
            try connection.integer(
                "SELECT instr(sql, 'UNION ALL') FROM sqlite_master WHERE name = 'stop_times'") != 0
        let stopNumbers = try readStops(connection, withUndefined: isWhole)
        let codeStarts = try readCodes(connection)
        let calls = try Statement(
            connection,
            "SELECT call, pattern, sid, stop_sequence, codes FROM pattern_stops ORDER BY call")
        let row = calls.row
        // The calls of a pattern are consecutive.
        var numbers: [Int64] = []
        var owners: [Int64] = []
        while try calls.next() {
            let hasNoStop = row.isNull(2) && isWhole
            let isPlain = [0, 1, 3, 4].allSatisfy(row.isInteger) && !row.isReal(2)
            let stop = hasNoStop ? -1 : row.int64(2).flatMap { stopNumbers[$0] }
            let code = row.int64(4).flatMap { codeStarts[$0] }
            numbers.append(row.int64(0) ?? 0)
            // Belongs to no pattern, so that calls with it are left to the view.
            let isSound = isPlain && stop != nil && code != nil
            owners.append(isSound ? row.int64(1) ?? .min : .min)
            sequences.append(row.int64(3) ?? 0)
            stops.append(stop ?? 0)
            codes.append(code ?? 0)
        }
        try connection.readRows("SELECT pattern, first_call, stops FROM pattern") { row in
            guard (0...2).allSatisfy(row.isInteger), let key = row.int64(0), key != .min,
                let first = row.int64(1), let count = row.integer(2), 0...numbers.count ~= count,
                first.magnitude < 1 << 60
            else { return }
            let start = numbers.indices.bisected { numbers[$0] >= first }
            let range = start..<start + count
            guard range.upperBound <= numbers.count,
                range.allSatisfy({
                    numbers[$0] == first + Int64($0 - start) && owners[$0] == key
                })
            else { return }
            ranges[key] = range
        }
    }

    func calls(_ pattern: Int64) -> Range<Int>? { ranges[pattern] }

    @inline(__always)
    func isStop(_ cell: UnsafeRawBufferPointer, of call: Int) -> Bool? {
        let stop = Int(stops[call])
        guard stop >= 0 else { return nil }
        return !cell.isEmpty && stopIDs.withID(stop) { CellComparison.areEqual(cell, $0) }
    }

    private mutating func readStops(
        _ connection: Connection, withUndefined: Bool
    ) throws -> [Int64: Int32] {
        var numbers: [Int64: Int32] = [:]
        func read(_ sql: String, where isKey: (Int64) -> Bool) throws {
            try connection.readRows(sql) { row in
                guard let sid = row.int64(0), row.isText(1) else { return }
                let isTwice = numbers[sid] != nil
                let number = Int32(stopIDs.insert(row.bytes(1)).number)
                numbers[sid] = isKey(sid) && !isTwice ? number : -2
            }
        }
        try read("SELECT sid, stop_id FROM stops") { $0 > 0 }
        if withUndefined {
            try read("SELECT key, id FROM dangling WHERE kind = 'stop'") { $0 < 0 }
        }
        return numbers.filter { $0.value >= 0 }
    }

    private mutating func readCodes(_ connection: Connection) throws -> [Int64: Int32] {
        var starts: [Int64: Int32] = [:]
        let names = Self.codeNames.joined(separator: ", ")
        try connection.readRows("SELECT codes, \(names) FROM call_codes") { row in
            let columns = 1...Self.codeNames.count
            guard let key = row.int64(0),
                columns.allSatisfy({ row.isNull($0) || row.isInteger($0) })
            else { return }
            starts[key] = Int32(codeValues.count)
            codeValues += columns.map { row.integer($0) ?? Self.noCode }
        }
        return starts
    }
}
