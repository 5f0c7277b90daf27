extension CellText {
    /// A decimal number with an optional sign, fraction and exponent.
    ///
    /// Infinities, NaN, hexadecimal and type suffixes are refused.
    @inlinable
    public static func decimal(_ cell: UnsafeRawBufferPointer) -> Double? {
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
        // Both sides are exact in a Double, so that the one division rounds correctly.
        guard mantissa < 1 << 53, fraction <= 22 else { return slowDecimal(cell) }
        let value = Double(mantissa) / powersOfTen[fraction]
        return negative ? -value : value
    }

    /// Exponents and long mantissas, left to the standard library.
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
