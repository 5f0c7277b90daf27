/// Reads numbers, times, dates and colors directly from the bytes of a cell.
///
/// These functions are the innermost loop of the project: they allocate nothing and build no
/// `String`. Each returns nil when the whole cell is not a value of its kind.
public enum CellText {
    /// Reads an optional sign and up to 18 digits.
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

    /// Reads the seconds of `H:MM:SS`, `HH:MM:SS` or `HHH:MM:SS`; `H:MM` and `HH:MM` count as whole
    /// minutes.
    @inlinable
    public static func seconds(_ cell: UnsafeRawBufferPointer) -> Int? {
        let count = cell.count
        // The common shapes, HH:MM:SS and H:MM:SS, decided without a loop.
        let start = count &- 8
        if start == 0 || start == -1, cell[start &+ 2] == UInt8(ascii: ":"),
            cell[start &+ 5] == UInt8(ascii: ":")
        {
            let h1 = start == 0 ? cell[0] &- 48 : 0
            let h0 = cell[start &+ 1] &- 48
            let m1 = cell[start &+ 3] &- 48
            let m0 = cell[start &+ 4] &- 48
            let s1 = cell[start &+ 6] &- 48
            let s0 = cell[start &+ 7] &- 48
            guard h1 < 10, h0 < 10, m1 < 6, m0 < 10, s1 < 6, s0 < 10 else { return nil }
            return (Int(h1) &* 10 &+ Int(h0)) &* 3600 &+ (Int(m1) &* 10 &+ Int(m0)) &* 60
                &+ Int(s1) &* 10 &+ Int(s0)
        }
        return otherSeconds(cell)
    }

    /// Such a cell counts as a whole minute.
    @inlinable
    package static func lacksSeconds(_ cell: UnsafeRawBufferPointer) -> Bool {
        cell.count < "H:MM:SS".utf8.count
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

    /// Reads `YYYYMMDD` of exactly eight digits, as the integer of those digits; nil when the
    /// Gregorian calendar has no such day.
    @inlinable
    public static func date(_ cell: UnsafeRawBufferPointer) -> Int32? {
        guard cell.count == 8 else { return nil }
        var value: Int32 = 0
        for byte in cell {
            let digit = byte &- 48
            guard digit < 10 else { return nil }
            value = value &* 10 &+ Int32(digit)
        }
        return isDay(yyyymmdd: value) ? value : nil
    }

    @usableFromInline
    static func isDay(yyyymmdd: Int32) -> Bool {
        ServiceDate(yyyymmdd: yyyymmdd) != nil
    }

    /// Reads six hexadecimal digits, as the 24-bit number that they represent.
    @inlinable
    public static func color(_ cell: UnsafeRawBufferPointer) -> UInt32? {
        guard cell.count == 6 else { return nil }
        var value: UInt32 = 0
        for byte in cell {
            let decimal = byte &- UInt8(ascii: "0")
            // Setting bit 5 turns "A" to "F" into lower case.
            let letter = (byte | 0x20) &- UInt8(ascii: "a")
            guard decimal < 10 || letter < 6 else { return nil }
            value = value << 4 | UInt32(decimal < 10 ? decimal : letter &+ 10)
        }
        return value
    }
}

/// A value that can be read from the bytes of a cell.
///
/// The bytes are UTF-8, without quotes and without blanks at the ends, and never empty.
public protocol CellDecodable: Sendable {
    /// Reads a value; nil when the bytes are not a value of this type.
    init?(cell: UnsafeRawBufferPointer)
    /// The value in the form that feeds use.
    var cellText: String { get }
}

extension CellDecodable where Self: CustomStringConvertible {
    public var cellText: String { description }
}

extension CellDecodable {
    /// Reads a value from text, by the rules that apply to cells.
    ///
    /// Nil when the text is empty or not a value of this type.
    ///
    /// ```swift
    /// let time = ServiceTime(cellText: "7:05:00")  // 07:05:00
    /// let color = RGBColor(cellText: "f99d1c")  // F99D1C
    /// let date = ServiceDate(cellText: "20260230")  // nil
    /// ```
    public init?(cellText text: String) {
        guard !text.isEmpty else { return nil }
        var text = text
        guard let value = text.withUTF8({ Self(cell: UnsafeRawBufferPointer($0)) }) else {
            return nil
        }
        self = value
    }
}

extension String: CellDecodable {
    public init?(cell: UnsafeRawBufferPointer) {
        self.init(decoding: cell, as: UTF8.self)
    }
}

extension Int: CellDecodable {
    public init?(cell: UnsafeRawBufferPointer) {
        guard let value = CellText.integer(cell) else { return nil }
        self = value
    }
}

extension Double: CellDecodable {
    public init?(cell: UnsafeRawBufferPointer) {
        guard let value = CellText.decimal(cell) else { return nil }
        self = value
    }
}
