extension RandomAccessCollection where Element == UInt8, Index == Int {
    /// The little-endian number of `count` bytes that starts at `offset`; nil past the end.
    func littleEndian(_ offset: Int, count: Int) -> UInt64? {
        let first = startIndex + offset
        guard offset >= 0, first + count <= endIndex else { return nil }
        return self[first..<first + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension [UInt8] {
    /// Appends a number as little-endian bytes.
    mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
