/// How a list of numbers writes its codes, each in the same number of bytes.
///
/// A code is the place of a number in its list's range plus one, or the 64 bits of a double plus
/// one; 0 is a blank.
package enum NumberCodes: Sendable {
    /// Big-endian: for `shape_chunk`, which has a code for every point. 2 to 8 bytes.
    case bytes
    /// Decimal digits, two a byte, so that SQL reads a code as `CAST(hex(...) AS INTEGER)`: for
    /// those in `distances` that many trips share. 2 to 10 bytes. They take a fifth more than
    /// bytes, and SQL reads them in a quarter of the time. A double's bits are two halves of 32
    /// bits, each in ten digits.
    case digits

    package var doubleWidth: Int { self == .bytes ? 8 : 10 }

    func width(_ largest: Int64) -> Int {
        switch self {
        case .bytes: return max(2, (71 - largest.leadingZeroBitCount) / 8)
        case .digits:
            var width = 2
            var rest = largest / 10_000
            while rest > 0 {
                width += 1
                rest /= 100
            }
            return width
        }
    }

    func append(_ code: UInt64, width: Int, isDouble: Bool, to bytes: inout [UInt8]) {
        switch self {
        case .bytes:
            for shift in (0..<width).reversed() {
                bytes.append(UInt8(truncatingIfNeeded: code &>> UInt64(8 * shift)))
            }
        case .digits where isDouble:
            append(code >> 32, width: 5, isDouble: false, to: &bytes)
            append(code & 0xFFFF_FFFF, width: 5, isDouble: false, to: &bytes)
        case .digits:
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: width))
            var rest = code
            for place in (start..<start + width).reversed() where rest > 0 {
                bytes[place] = UInt8((rest / 10 % 10) << 4 | rest % 10)
                rest /= 100
            }
        }
    }

    /// Nil when the bytes are not all digits, or too many.
    package func code(_ bytes: UnsafeRawBufferPointer, isDouble: Bool) -> UInt64? {
        switch self {
        case .bytes:
            return bytes.reduce(0) { $0 &<< 8 | UInt64($1) }
        case .digits where isDouble:
            guard let high = digits(bytes[..<5]), let low = digits(bytes[5...]),
                high <= UInt32.max, low <= UInt32.max
            else { return nil }
            return high << 32 | low
        case .digits:
            return digits(bytes[...])
        }
    }

    private func digits(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt64? {
        var number: UInt64 = 0
        for byte in bytes {
            guard byte >> 4 < 10, byte & 15 < 10, number < UInt64.max / 200 else { return nil }
            number = number &* 100 &+ UInt64(byte >> 4) &* 10 &+ UInt64(byte & 15)
        }
        return number
    }
}
