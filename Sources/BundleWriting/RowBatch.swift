import FeedCompiling
import FeedReading
import GTFSSchedule
import SQLiteLayer

/// Rows on their way to the writing thread, as bytes: the values for each statement.
///
///     | statement 1 | values ... | statement 1 | values ... |
///     value:  0 | 1 integer 8 | 2 real 8 | 3 length 4, text | 4 integer 4 | 5 + length, text
///
/// The reader checks nothing, because the writer is in this file too.
struct RowBatch: Sendable {
    private(set) var bytes: [UInt8] = []

    /// The longest text whose length is in its first byte, as it is of nearly all.
    private static let longestShortText = 250

    var isEmpty: Bool { bytes.isEmpty }
    /// Whether the batch is worth sending: with one more row it is still below a quarter of a megabyte, else
    /// its memory would double.
    var isFull: Bool { bytes.count >= 252 << 10 }

    mutating func begin(_ statement: Int) {
        bytes.append(UInt8(truncatingIfNeeded: statement))
    }

    mutating func append() {
        bytes.append(0)
    }

    mutating func append(_ value: Int64) {
        if let short = Int32(exactly: value) {
            bytes.append(4)
            withUnsafeBytes(of: short) { bytes.append(contentsOf: $0) }
        } else {
            bytes.append(1)
            withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
        }
    }

    mutating func append(_ value: Double) {
        bytes.append(2)
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    }

    mutating func append(text: some Collection<UInt8>) {
        appendLength(text.count)
        bytes.append(contentsOf: text)
    }

    mutating func append(text: UnsafeRawBufferPointer) {
        appendLength(text.count)
        bytes.append(contentsOf: text)
    }

    private mutating func appendLength(_ count: Int) {
        if count <= Self.longestShortText {
            bytes.append(UInt8(5 + count))
        } else {
            bytes.append(3)
            withUnsafeBytes(of: UInt32(count)) { bytes.append(contentsOf: $0) }
        }
    }

    mutating func append(text: String?) {
        guard let text else { return append() }
        append(text: text.utf8)
    }

    mutating func append(
        _ row: CheckedRow, of table: TableSpec, adding extra: [ExtraValue]
    ) {
        for (value, field) in zip(row.values, table.fields) {
            switch value {
            case .null: append()
            case .integer(let number):
                if field.type == .time || field.type == .localTime {
                    append(text: ServiceTime(seconds: Int(number)).description)
                } else {
                    append(number)
                }
            case .real(let number): append(number)
            case .text(let bytes): append(text: bytes)
            }
        }
        if table.file == Frequency.file {
            appendSeconds(row.values[1])
            appendSeconds(row.values[2])
        }
        for value in extra {
            switch value {
            case .null: append()
            case .integer(let number): append(number)
            case .text(let text): append(text: text)
            }
        }
    }

    private mutating func appendSeconds(_ value: CheckedRow.Value) {
        if case .integer(let seconds) = value { append(seconds) } else { append() }
    }

    func run(_ inserts: inout PreparedInserts, _ connection: Connection) throws {
        try bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                let (statement, parameters) = try inserts.statement(
                    Int(bytes[offset]), connection)
                offset += 1
                for parameter in 1...Int32(parameters) {
                    let tag = bytes[offset]
                    offset += 1
                    switch tag {
                    case 0: try statement.bindNull(parameter)
                    case 1:
                        try statement.bind(
                            parameter, bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self))
                        offset += 8
                    case 2:
                        try statement.bind(
                            parameter, bytes.loadUnaligned(fromByteOffset: offset, as: Double.self))
                        offset += 8
                    case 4:
                        try statement.bind(
                            parameter, bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
                        offset += 4
                    default:
                        var count = Int(tag) - 5
                        if tag == 3 {
                            count = Int(
                                bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
                            offset += 4
                        }
                        try statement.bind(
                            parameter,
                            text: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
                        offset += count
                    }
                }
                try statement.run()
            }
        }
    }
}
