/// The first bytes of a delta; numbers are big-endian.
///
///     0    7  "GTFSDLT"
///     7    1  version, 1
///     8    8  size of the old file
///     16   8  size of the new file
///     24  32  SHA-256 of the old file
///     56  32  SHA-256 of the new file
///     88   8  size of the stream of pieces
///     96   8  size of the stream of differences
///     104  8  size of the stream of literal bytes
///     112     the three streams, one after the other, to the end of the file
struct DeltaHeader {
    static let size = 112
    private static let mark = Array("GTFSDLT".utf8)
    private static let version: UInt8 = 1

    let oldSize: Int
    let newSize: Int
    let oldDigest: [UInt8]
    let newDigest: [UInt8]
    /// Sizes of the streams: pieces, differences, literals.
    let streams: [Int]

    var bytes: [UInt8] {
        var bytes = Self.mark + [Self.version]
        for number in [oldSize, newSize] { bytes += Self.encoded(number) }
        bytes += oldDigest + newDigest
        for number in streams { bytes += Self.encoded(number) }
        return bytes
    }
}

extension DeltaHeader {
    /// Whether a file begins like a delta.
    static func begins(_ file: FileReader) throws -> Bool {
        var bytes = [UInt8](repeating: 0, count: mark.count)
        let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
        return bytes.prefix(count).elementsEqual(mark)
    }

    /// Reads the header of a file and checks what can be checked without reading on.
    init(_ file: FileReader) throws {
        func refusal(_ reason: String) -> BundleDeltaError {
            .unusable(path: file.path, reason: reason)
        }
        var bytes = [UInt8](repeating: 0, count: Self.size)
        let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
        guard bytes.prefix(count).starts(with: Self.mark) else { throw refusal("is not a delta") }
        guard count == Self.size else { throw refusal("is cut short") }
        guard bytes[7] == Self.version else {
            throw refusal("is a delta of version \(bytes[7]), which this program does not read")
        }
        func number(_ offset: Int) throws -> Int {
            let value = bytes[offset..<offset + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard value < 1 << 56 else { throw refusal("is damaged: a size is impossible") }
            return Int(value)
        }
        oldSize = try number(8)
        newSize = try number(16)
        oldDigest = Array(bytes[24..<56])
        newDigest = Array(bytes[56..<88])
        streams = [try number(88), try number(96), try number(104)]
        let expected = Self.size + streams.reduce(0, +)
        guard file.size >= expected else { throw refusal("is cut short") }
        guard file.size == expected else { throw refusal("is damaged: bytes follow its end") }
    }

    private static func encoded(_ number: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}
