import BundleCodec
import GTFSSchedule
import SQLiteLayer

/// The values of a row's columns, as one number for each part: equal parts have equal numbers.
///
/// Digests are valid only in one process: they are never stored.
struct RowDigest {
    enum Value: ExpressibleByStringLiteral {
        case column(String)
        /// An id, as the successor if it has one.
        case id(String, Succession.IDs)
        /// A list that the column names, by the lists' own digests.
        case list(String, [Int: [Int]])
        /// The times of a row of ``TimingOffsets/source``.
        case times
        /// A list that can be packed in several ways. The prefix is that of its columns, the count
        /// an expression in SQL.
        case numbers(_ prefix: String, NumberCodes, count: String)

        init(stringLiteral column: String) { self = .column(column) }

        fileprivate var columns: [String] {
            switch self {
            case .column(let column), .id(let column, _), .list(let column, _): [column]
            case .times: TimingOffsets.columns
            case .numbers(let prefix, _, let count):
                [count] + Columns.packedNumbers.map { prefix + $0 }
            }
        }

        fileprivate func combine(
            _ row: Columns, _ column: Int, into hasher: inout Hasher, _ times: inout TimingOffsets
        ) throws(DamagedEncoding) {
            switch self {
            case .column: row.combine(column, into: &hasher)
            case .id(_, let successors):
                if !successors.isEmpty, let successor = successors[RecordID(row.text(column) ?? "")]
                {
                    var text = successor.text
                    text.withUTF8 { hasher.combine(text: UnsafeRawBufferPointer($0)) }
                } else {
                    row.combine(column, into: &hasher)
                }
            case .list(_, let digests):
                hasher.combine(row.integer(column).flatMap { digests[$0] })
            case .times:
                try times.decode(row, column)
                hasher.combine(times.departures)
                hasher.combine(times.arrivals)
            case .numbers(_, let form, _):
                let numbers = try row.packedNumbers(
                    column + 1, as: form, count: row.integer(column) ?? 0)
                guard let numbers else { return }
                hasher.combine(numbers.count)
                for position in 0..<numbers.count {
                    hasher.combine(numbers[position]?.bitPattern)
                }
            }
        }
    }

    private let parts: Int
    /// Each with its part, and the place of its first column among all.
    private var values: [(value: Value, part: Int, column: Int)] = []
    private var names: [String] = []

    init(_ parts: [Value]...) {
        self.parts = parts.count
        for (part, values) in parts.enumerated() {
            for value in values {
                self.values.append((value, part, names.count))
                names += value.columns
            }
        }
    }

    var columns: String { names.joined(separator: ", ") }

    /// The columns begin at a position of the row.
    func numbers(_ row: Columns, at column: Int) throws -> [Int] {
        var hashers = newHashers
        var times = TimingOffsets()
        try add(row, at: column, to: &hashers, &times)
        return hashers.map { $0.finalize() }
    }

    /// The rows of a key follow one another, and their order counts. There may be millions of keys,
    /// so `make` says what is kept of the numbers of each.
    func numbers<Kept>(
        _ connection: Connection, by key: String, from source: String,
        _ make: ([Int]) -> Kept
    ) throws -> [Int: Kept] {
        var numbers: [Int: Kept] = [:]
        var current: Int?
        var hashers: [Hasher] = []
        var times = TimingOffsets()
        func end() {
            if let current { numbers[current] = make(hashers.map { $0.finalize() }) }
        }
        try connection.readRows("SELECT \(key), \(columns) FROM \(source)") { row in
            guard let key = row.integer(0) else { return }
            if key != current {
                end()
                current = key
                hashers = newHashers
            }
            try add(row, at: 1, to: &hashers, &times)
        }
        end()
        return numbers
    }

    /// By id, the sum of a digest for each row, whatever their order. A sum, because exclusive or
    /// would lose rows that are there twice.
    func sums(
        _ connection: Connection, by id: String, from source: String
    ) throws -> [RecordID: Int] {
        var sums: [RecordID: Int] = [:]
        try connection.readRows("SELECT \(id), \(columns) FROM \(source)") { row in
            let digest = try numbers(row, at: 1)[0]
            sums[RecordID(row.text(0) ?? ""), default: 0] &+= digest
        }
        return sums
    }

    private var newHashers: [Hasher] { (0..<parts).map { _ in Hasher() } }

    private func add(
        _ row: Columns, at column: Int, to hashers: inout [Hasher], _ times: inout TimingOffsets
    ) throws(DamagedEncoding) {
        for (value, part, place) in values {
            try value.combine(row, column + place, into: &hashers[part], &times)
        }
    }
}

extension Columns {
    /// A number with decimals as such, all else as bytes.
    func combine(_ position: Int, into hasher: inout Hasher) {
        if isReal(position) {
            hasher.combine(real(position)?.bitPattern)
        } else if let bytes = asBytes(position) {
            hasher.combine(text: bytes)
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

extension Hasher {
    /// With the length, so that the end of a value is not the beginning of the next.
    fileprivate mutating func combine(text bytes: UnsafeRawBufferPointer) {
        combine(bytes.count)
        combine(bytes: bytes)
    }
}
