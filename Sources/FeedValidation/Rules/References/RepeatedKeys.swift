import FeedCompiling
import FeedReading

/// Finds rows whose key an earlier row has.
enum RepeatedKeys {
    /// - Parameters:
    ///   - count: how many rows there are.
    ///   - write: writes a row's key to the empty list; false when the row has none.
    ///   - found: gets the first row with a key, and a later one.
    @inline(__always)
    static func find(
        count: Int, in feed: LoadedFeed, key write: (Int, inout [UInt8]) -> Bool,
        found: (Int, Int) -> Void
    ) throws {
        var firstRows = FirstRows(count: count)
        var present: [UInt8] = []
        var other: [UInt8] = []
        for index in 0..<count {
            if index & 0xFF == 0 { try feed.checkCancellation() }
            present.removeAll(keepingCapacity: true)
            guard write(index, &present) else { continue }
            let first = firstRows.row(present, at: index) { row in
                other.removeAll(keepingCapacity: true)
                return write(row, &other) && present == other
            }
            if let first { found(first, index) }
        }
    }
}

extension NoticeFields {
    /// The values of a `duplicate_key`.
    ///
    /// - Parameters:
    ///   - rows: the first row with the key, and the one that repeats it.
    ///   - key: the fields and their values; nil where blank.
    static func duplicateKey(
        _ file: String, rows: (first: Int, repeated: Int), key: [(field: String, text: String?)]
    ) -> NoticeFields {
        let filled = key.filter { $0.text != nil }
        return [
            "filename": file, "oldCsvRowNumber": rows.first, "newCsvRowNumber": rows.repeated,
            "fieldName1": filled.map(\.field).joined(separator: ","),
            "fieldValue1": filled.isEmpty
                ? nil : filled.compactMap(\.text).joined(separator: ","),
        ]
    }
}

extension [UInt8] {
    /// Adds a number to a key.
    @inline(__always)
    mutating func append(bytesOf number: Int32) {
        Swift.withUnsafeBytes(of: number) { append(contentsOf: $0) }
    }
}
