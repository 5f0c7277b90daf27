import BundleCodec
import SQLiteLayer

/// Held in memory, because `stop_times.txt` repeats them for every trip.
struct PatternCalls {
    private var ranges: [Int64: Range<Int>] = [:]
    private var stopEnds: [Int] = []
    private var stopText: [UInt8] = []
    private(set) var sequences: [Int64] = []
    /// By call, in `codes`.
    private var codeStarts: [Int] = []
    private var codes: [Int64?] = []

    init(_ connection: Connection) throws {
        var starts: [Int64: Int] = [:]
        try connection.readRows(
            "SELECT codes, \(BundleTables.codes.joined(separator: ", ")) FROM call_codes"
        ) { row in
            starts[row.int64(0) ?? 0] = codes.count
            for column in 1...BundleTables.codes.count { codes.append(row.int64(column)) }
        }
        // A number that is not in call_codes has no codes.
        let blank = codes.count
        codes += BundleTables.codes.map { _ in nil }
        try connection.readRows(
            """
            SELECT p.pattern, coalesce(s.stop_id, g.id), c.stop_sequence, c.codes
            FROM pattern p
            CROSS JOIN \(BundleTables.calls("c"))
            LEFT JOIN stops s ON s.sid = c.sid
            LEFT JOIN dangling g ON g.kind = 'stop' AND g.key = c.sid
            ORDER BY p.pattern, c.call
            """
        ) { row in
            let pattern = row.int64(0) ?? 0
            let call = sequences.count
            ranges[pattern] = (ranges[pattern]?.lowerBound ?? call)..<call + 1
            stopText.append(contentsOf: row.bytes(1))
            stopEnds.append(stopText.count)
            sequences.append(row.int64(2) ?? 0)
            codeStarts.append(starts[row.int64(3) ?? 0] ?? blank)
        }
    }

    func calls(_ pattern: Int64) -> Range<Int> {
        ranges[pattern] ?? 0..<0
    }

    func code(_ call: Int, _ column: Int) -> Int64? {
        codes[codeStarts[call] + column]
    }

    func appendStop(_ call: Int, to text: inout CSVText) {
        let start = call == 0 ? 0 : stopEnds[call - 1]
        stopText.withUnsafeBytes { bytes in
            text.append(text: UnsafeRawBufferPointer(rebasing: bytes[start..<stopEnds[call]]))
        }
    }
}

/// A list is read when the first trip needs it; feeds have few.
final class PositionLists {
    private let query: Statement
    private let width: Int
    private var lists: [Int64: [Int64: [String?]]] = [:]

    init(_ connection: Connection, _ table: String, key: String, columns: [String]) throws {
        width = columns.count
        query = try Statement(
            connection,
            """
            SELECT position, \(columns.joined(separator: ", ")) FROM \(table) WHERE \(key) = ?
            """)
    }

    func list(_ number: Int64?) throws -> [Int64: [String?]] {
        guard let number else { return [:] }
        if let known = lists[number] { return known }
        var list: [Int64: [String?]] = [:]
        try query.start(number)
        while try query.next() {
            list[query.row.int64(0) ?? 0] = (1...width).map { query.row.asText($0) }
        }
        lists[number] = list
        return list
    }
}
