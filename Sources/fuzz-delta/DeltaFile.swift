import SystemLayer

/// The file of a delta with a header that fits.
struct DeltaFile {
    let old: [UInt8]
    let new: [UInt8]
    /// Packed: pieces, differences, literals.
    let streams: [[UInt8]]

    var bytes: [UInt8] {
        Array("GTFSDLT".utf8) + [1] + Self.number(old.count) + Self.number(new.count)
            + Self.digest(old) + Self.digest(new) + streams.flatMap { Self.number($0.count) }
            + streams.joined()
    }

    /// A zlib stream (RFC 1950) of one stored block.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let size = UInt16(bytes.count)
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let sum = high << 16 | low
        return [0x78, 0x01, 0x01, UInt8(size & 0xFF), UInt8(size >> 8), UInt8(~size & 0xFF)]
            + [UInt8(~size >> 8)] + bytes
            + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    }

    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array(ByteDigest.sha256(bytes))
        return stride(from: 0, to: digits.count, by: 2).map { place in
            UInt8(String(digits[place...place + 1]), radix: 16) ?? 0
        }
    }
}
