import SQLiteLayer

/// The values of a row's columns, as one number for each part: equal parts have equal numbers.
///
/// Digests are valid only in one process: they are never stored.
struct RowDigest {
    enum Value: ExpressibleByStringLiteral {
        case column(String)
        /// A list that the column names, by the lists' own digests.
        case list(String, [Int: [Int]])

        init(stringLiteral column: String) { self = .column(column) }

        fileprivate var column: String {
            switch self {
            case .column(let column), .list(let column, _): column
            }
        }
    }

    private let parts: [[Value]]

    init(_ parts: [Value]...) {
        self.parts = parts
    }

    var columns: String { parts.joined().map(\.column).joined(separator: ", ") }

    /// The columns begin at a position of the row.
    func numbers(_ row: Columns, at column: Int) -> [Int] {
        var hashers = parts.map { _ in Hasher() }
        add(row, at: column, to: &hashers)
        return hashers.map { $0.finalize() }
    }

    /// The rows of a key follow one another, and their order counts.
    func numbers(
        _ connection: Connection, by key: String, from source: String
    ) throws -> [Int: [Int]] {
        var numbers: [Int: [Int]] = [:]
        var current: Int?
        var hashers: [Hasher] = []
        try connection.readRows("SELECT \(key), \(columns) FROM \(source)") { row in
            guard let key = row.integer(0) else { return }
            if key != current {
                if let current { numbers[current] = hashers.map { $0.finalize() } }
                current = key
                hashers = parts.map { _ in Hasher() }
            }
            add(row, at: 1, to: &hashers)
        }
        if let current { numbers[current] = hashers.map { $0.finalize() } }
        return numbers
    }

    private func add(_ row: Columns, at column: Int, to hashers: inout [Hasher]) {
        var column = column
        for (place, part) in parts.enumerated() {
            for value in part {
                switch value {
                case .column: row.combine(column, into: &hashers[place])
                case .list(_, let digests):
                    hashers[place].combine(row.integer(column).flatMap { digests[$0] })
                }
                column += 1
            }
        }
    }
}

extension Columns {
    /// A number with decimals as such, all else as bytes.
    func combine(_ position: Int, into hasher: inout Hasher) {
        if isReal(position) {
            hasher.combine(real(position)?.bitPattern)
        } else if let bytes = asBytes(position) {
            // With the length, so that the end of a value is not the beginning of the next.
            hasher.combine(bytes.count)
            hasher.combine(bytes: bytes)
        } else {
            hasher.combine(-1)
        }
    }

    func digest(_ positions: Range<Int>) -> Int {
        var hasher = Hasher()
        for position in positions { combine(position, into: &hasher) }
        return hasher.finalize()
    }
}
