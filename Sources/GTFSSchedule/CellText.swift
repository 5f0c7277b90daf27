/// Reads numbers, times, dates and colours straight from the bytes of a cell.
///
/// These functions are the innermost loop of the project: they allocate nothing and build no
/// `String`. Each returns nil when the whole cell is not a value of its kind.
public enum CellText {
    /// An optional sign and up to 18 digits.
    @inlinable
    public static func integer(_ cell: UnsafeRawBufferPointer) -> Int? {
        var index = 0
        let count = cell.count
        guard count > 0 else { return nil }
        var negative = false
        if cell[0] == UInt8(ascii: "-") || cell[0] == UInt8(ascii: "+") {
            negative = cell[0] == UInt8(ascii: "-")
            index = 1
        }
        guard index < count, count - index <= 18 else { return nil }
        var value = 0
        while index < count {
            let digit = cell[index] &- 48
            guard digit < 10 else { return nil }
            value = value &* 10 &+ Int(digit)
            index &+= 1
        }
        return negative ? -value : value
    }

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
        let isPlain = cell.allSatisfy { byte in
            (byte &- 48) < 10 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "e")
                || byte == UInt8(ascii: "E")
        }
        // Without a digit Swift would refuse too, but "1e999" is infinite there.
        guard isPlain else { return nil }
        var text = String(decoding: cell, as: UTF8.self)
        if text.hasSuffix(".") { text.removeLast() }
        if let value = Double(text) { return value.isFinite ? value : nil }
        // ".5e3" is a number in the wild and not in Swift.
        guard let point = text.firstIndex(of: "."), point == text.startIndex else { return nil }
        return Double("0" + text).flatMap { $0.isFinite ? $0 : nil }
    }

    @usableFromInline
    static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// Seconds of `H:MM:SS`, `HH:MM:SS` or `HHH:MM:SS`; `H:MM` and `HH:MM` count as whole minutes.
    @inlinable
    public static func seconds(_ cell: UnsafeRawBufferPointer) -> Int? {
        let count = cell.count
        // The common shape, decided with one length test and no loop.
        if count == 8, cell[2] == UInt8(ascii: ":"), cell[5] == UInt8(ascii: ":") {
            let h1 = cell[0] &- 48
            let h0 = cell[1] &- 48
            let m1 = cell[3] &- 48
            let m0 = cell[4] &- 48
            let s1 = cell[6] &- 48
            let s0 = cell[7] &- 48
            guard h1 < 10, h0 < 10, m1 < 6, m0 < 10, s1 < 6, s0 < 10 else { return nil }
            return (Int(h1) &* 10 &+ Int(h0)) &* 3600 &+ (Int(m1) &* 10 &+ Int(m0)) &* 60
                &+ Int(s1) &* 10 &+ Int(s0)
        }
        return otherSeconds(cell)
    }

    @usableFromInline
    static func otherSeconds(_ cell: UnsafeRawBufferPointer) -> Int? {
        var parts = (0, 0, 0)
        var part = 0
        var digits = 0
        for byte in cell {
            let digit = byte &- 48
            if digit < 10 {
                digits += 1
                guard digits <= (part == 0 ? 3 : 2) else { return nil }
                switch part {
                case 0: parts.0 = parts.0 * 10 + Int(digit)
                case 1: parts.1 = parts.1 * 10 + Int(digit)
                default: parts.2 = parts.2 * 10 + Int(digit)
                }
            } else if byte == UInt8(ascii: ":"), part < 2, digits >= (part == 0 ? 1 : 2) {
                part += 1
                digits = 0
            } else {
                return nil
            }
        }
        guard part >= 1, digits == 2, parts.1 < 60, parts.2 < 60 else { return nil }
        return parts.0 * 3600 + parts.1 * 60 + parts.2
    }
}
