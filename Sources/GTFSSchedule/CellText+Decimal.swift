extension CellText {
    /// Reads a decimal number with an optional sign, fraction and exponent.
    ///
    /// Infinities, NaN, hexadecimal numbers and type suffixes are refused.
    @inlinable
    public static func decimal(_ cell: UnsafeRawBufferPointer) -> Double? {
        plainDecimal(cell)?.value ?? otherDecimal(cell)
    }

    /// A decimal number of at most sixteen bytes after its sign, without an exponent, and the
    /// number of digits in its fraction; nil for any other cell, which may still be a number.
    ///
    /// Eight bytes at a time, because decimals are what a feed has most of:
    ///
    ///     -80.19283    00000000 80.19283    the text, to the right in sixteen bytes
    ///                  00000000 08019283    what stands before the point moves up to it
    @inlinable
    package static func plainDecimal(
        _ cell: UnsafeRawBufferPointer
    ) -> (value: Double, fraction: Int)? {
        var count = cell.count
        guard count > 0, var start = cell.baseAddress else { return nil }
        let first = start.load(as: UInt8.self)
        let isNegative = first == UInt8(ascii: "-")
        if isNegative || first == UInt8(ascii: "+") {
            start += 1
            count &-= 1
        }
        guard count > 0, count <= 16 else { return nil }
        var high = zeros
        var low: UInt64
        if count > 8 {
            high = word(start, count &- 8)
            low = word(start + (count &- 8), 8)
        } else {
            low = word(start, count)
        }
        var fraction = 0
        var point = points(low)
        if point != 0 {
            let place = point.trailingZeroBitCount &>> 3
            fraction = 7 &- place
            low = withoutPoint(low, at: place) | high &>> 56
            high = high &<< 8 | 0x30
        } else {
            point = points(high)
            if point != 0 {
                let place = point.trailingZeroBitCount &>> 3
                fraction = 15 &- place
                high = withoutPoint(high, at: place) | 0x30
            }
        }
        guard point == 0 || count > 1 else { return nil }
        low ^= zeros
        high ^= zeros
        guard (low | high | (low &+ aboveNine) | (high &+ aboveNine)) & highBits == 0 else {
            return nil
        }
        let mantissa = eightDigits(high) &* 100_000_000 &+ eightDigits(low)
        // Both sides are exact in a Double, so the division rounds correctly.
        guard mantissa < 1 << 53 else { return nil }
        let value = Double(mantissa) / powersOfTen[fraction]
        return (isNegative ? -value : value, fraction)
    }

    @usableFromInline static var zeros: UInt64 { 0x3030_3030_3030_3030 }
    @usableFromInline static var highBits: UInt64 { 0x8080_8080_8080_8080 }
    /// Added to a digit's value, it stays below 0x80.
    @usableFromInline static var aboveNine: UInt64 { 0x7676_7676_7676_7676 }

    /// One to eight bytes at the upper end of a word, with text zeros below them.
    @inlinable
    @inline(__always)
    static func word(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
        func bytes<Word: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _: Word.Type) -> UInt64
        {
            UInt64(Word(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: Word.self)))
        }
        if count == 8 { return bytes(0, UInt64.self) }
        let shift = 64 &- 8 &* count
        let fill = zeros &>> (8 &* count)
        // Overlapping bytes are the same in both parts.
        if count >= 4 {
            return bytes(count &- 4, UInt32.self) &<< 32 | bytes(0, UInt32.self) &<< shift | fill
        }
        return bytes(count &- 1, UInt8.self) &<< 56
            | bytes(count &>> 1, UInt8.self) &<< (shift &+ 8 &* (count &>> 1))
            | bytes(0, UInt8.self) &<< shift | fill
    }

    /// The highest bit of each byte that is a point.
    @inlinable
    static func points(_ word: UInt64) -> UInt64 {
        let low7: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        let difference = word ^ 0x2E2E_2E2E_2E2E_2E2E
        return ~(((difference & low7) &+ low7) | difference | low7)
    }

    /// The word with the bytes below the point's place moved up to it, so that the lowest one is
    /// free.
    @inlinable
    static func withoutPoint(_ word: UInt64, at place: Int) -> UInt64 {
        let below = (1 as UInt64) &<< (8 &* place) &- 1
        return word & ~(below &<< 8 | 0xFF) | (word & below) &<< 8
    }

    /// The first digit is in the lowest byte.
    @inlinable
    static func eightDigits(_ digits: UInt64) -> UInt64 {
        let pairs = digits &* 10 &+ digits &>> 8
        let mask: UInt64 = 0x0000_00FF_0000_00FF
        let first = (pairs & mask) &* (100 &+ 1_000_000 &<< 32)
        let second = (pairs &>> 16 & mask) &* (1 &+ 10_000 &<< 32)
        return (first &+ second) &>> 32
    }

    @usableFromInline
    static func otherDecimal(_ cell: UnsafeRawBufferPointer) -> Double? {
        let count = cell.count
        var index = 0
        guard count > 0 else { return nil }
        var negative = false
        if cell[0] == UInt8(ascii: "-") || cell[0] == UInt8(ascii: "+") {
            negative = cell[0] == UInt8(ascii: "-")
            index = 1
        }
        var mantissa: UInt64 = 0
        var digits = 0
        var fraction = 0
        var sawDigit = false
        var sawPoint = false
        while index < count {
            let byte = cell[index]
            let digit = byte &- 48
            if digit < 10 {
                sawDigit = true
                if mantissa != 0 || digit != 0 { digits &+= 1 }
                if digits > 18 { return slowDecimal(cell) }
                mantissa = mantissa &* 10 &+ UInt64(digit)
                if sawPoint { fraction &+= 1 }
            } else if byte == UInt8(ascii: "."), !sawPoint {
                sawPoint = true
            } else {
                return slowDecimal(cell)
            }
            index &+= 1
        }
        guard sawDigit else { return nil }
        // Both sides are exact in a Double, so the division rounds correctly.
        guard mantissa < 1 << 53, fraction <= 22 else { return slowDecimal(cell) }
        let value = Double(mantissa) / powersOfTen[fraction]
        return negative ? -value : value
    }

    @usableFromInline
    static func slowDecimal(_ cell: UnsafeRawBufferPointer) -> Double? {
        // Swift reads more than decimals: "nan", "infinity", "0x1p3".
        let isPlain = cell.allSatisfy { byte in
            (byte &- 48) < 10 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "e")
                || byte == UInt8(ascii: "E")
        }
        guard isPlain, let value = Double(String(decoding: cell, as: UTF8.self)) else { return nil }
        // Infinite when the exponent is too large.
        return value.isFinite ? value : nil
    }

    @usableFromInline
    static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
