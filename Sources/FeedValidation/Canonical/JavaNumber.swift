import GTFSSchedule

/// Numbers in notations that the canonical validator accepts in addition to the common ones: those
/// that Java's number parsers allow.
enum JavaNumber {
    /// Reads an optional sign and digits of any script.
    static func integer(_ cell: UnsafeRawBufferPointer) -> Int? {
        integer(String(decoding: cell, as: UTF8.self).unicodeScalars[...], radix: 10)
    }

    /// Whether six characters form a hexadecimal number, which may include a sign.
    static func isColor(_ cell: UnsafeRawBufferPointer) -> Bool {
        let text = String(decoding: cell, as: UTF8.self)
        return text.utf16.count == 6 && integer(text.unicodeScalars[...], radix: 16) != nil
    }

    /// Whether eight characters, of which four, two and two are numbers, possibly with signs, name
    /// a day.
    static func isDate(_ cell: UnsafeRawBufferPointer) -> Bool {
        let text = Array(String(decoding: cell, as: UTF8.self).unicodeScalars)
        guard text.count == 8,
            let year = integer(text[0..<4], radix: 10),
            let month = integer(text[4..<6], radix: 10), 1...12 ~= month,
            let day = integer(text[6..<8], radix: 10)
        else { return false }
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return 1...days[month - 1] ~= day
    }

    /// Reads a decimal that may end with a type suffix, a hexadecimal number with its exponent, or
    /// the name of not-a-number or infinity.
    static func double(_ cell: UnsafeRawBufferPointer) -> Double? {
        var text = String(decoding: cell, as: UTF8.self)[...]
        var isNegative = false
        if let sign = text.first, sign == "-" || sign == "+" {
            isNegative = sign == "-"
            text = text.dropFirst()
        }
        if text == "NaN" { return .nan }
        if text == "Infinity" { return isNegative ? -.infinity : .infinity }
        if let last = text.last, "dDfF".contains(last) { text = text.dropLast() }
        let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
        let digits = isHexadecimal ? "0123456789abcdefABCDEF.xXpP+-" : "0123456789.eE+-"
        guard let first = text.first, first != "+", first != "-",
            text.allSatisfy({ digits.contains($0) }),
            !isHexadecimal || text.contains(where: { "pP".contains($0) }),
            let value = Double(String(text))
        else { return nil }
        return isNegative ? -value : value
    }

    /// In the common notation or in one that only Java reads; nil for anything else.
    static func decimal(_ cell: UnsafeRawBufferPointer) -> Double? {
        if let value = CellText.decimal(cell) { return value }
        guard !cell.isEmpty, let value = double(cell), !value.isNaN else { return nil }
        return value
    }

    private static func integer(
        _ text: some BidirectionalCollection<Unicode.Scalar>, radix: Int
    ) -> Int? {
        var digits = text[...]
        var isNegative = false
        if let sign = digits.first, sign == "-" || sign == "+" {
            isNegative = sign == "-"
            digits = digits.dropFirst()
        }
        guard !digits.isEmpty else { return nil }
        var value = 0
        for scalar in digits {
            guard let digit = digit(scalar), digit < radix else { return nil }
            value = min(value * radix + digit, Int(Int32.max) + 2)
        }
        return isNegative ? -value : value
    }

    static func withPlainDigits(_ cell: UnsafeRawBufferPointer) -> [UInt8] {
        guard cell.contains(where: { $0 >= 0x80 }) else { return Array(cell) }
        return String(decoding: cell, as: UTF8.self).unicodeScalars.flatMap { scalar in
            guard scalar.properties.numericType == .decimal, let digit = digit(scalar) else {
                return Array(String(scalar).utf8)
            }
            return [UInt8(truncatingIfNeeded: digit + 48)]
        }
    }

    /// The value of a digit of any script, or of a Latin letter of either width.
    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        if scalar.properties.numericType == .decimal {
            return scalar.properties.numericValue.map { Int($0) }
        }
        return switch scalar.value {
        case 0x41...0x5A: Int(scalar.value) - 0x41 + 10
        case 0x61...0x7A: Int(scalar.value) - 0x61 + 10
        case 0xFF21...0xFF3A: Int(scalar.value) - 0xFF21 + 10
        case 0xFF41...0xFF5A: Int(scalar.value) - 0xFF41 + 10
        default: nil
        }
    }
}

struct JavaDecimal {
    let isNegative: Bool
    /// Digits without leading zeros, except for the number zero itself.
    private let digits: [UInt8]
    /// The number of digits after the point; if negative, zeros follow the digits.
    let scale: Int

    private static let longest = 400

    /// Nil unless the cell is a decimal with an optional sign and exponent.
    init?(_ text: UnsafeRawBufferPointer) {
        let cell = JavaNumber.withPlainDigits(text)
        var index = 0
        var sign: UInt8 = 0
        if let first = cell.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            sign = first
            index = 1
        }
        var digits: [UInt8] = []
        var scale = 0
        var hasPoint = false
        while index < cell.count {
            let byte = cell[index]
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else if byte &- 48 < 10 {
                digits.append(byte)
                if hasPoint { scale += 1 }
            } else {
                break
            }
            index += 1
        }
        guard !digits.isEmpty else { return nil }
        if index < cell.count {
            guard cell[index] == UInt8(ascii: "e") || cell[index] == UInt8(ascii: "E"),
                let exponent = cell[(index + 1)...].withUnsafeBytes({ JavaNumber.integer($0) }),
                abs(exponent) <= Int(Int32.max)
            else { return nil }
            scale -= exponent
        }
        self.scale = scale
        let zero = UInt8(ascii: "0")
        self.digits = Array(digits.dropLast().drop { $0 == zero }) + digits.suffix(1)
        isNegative = sign == UInt8(ascii: "-") && digits.contains { $0 != zero }
    }

    var plainText: String {
        let digits = String(decoding: digits, as: UTF8.self)
        let sign = isNegative ? "-" : ""
        guard abs(scale) <= Self.longest else { return "\(sign)\(digits)E\(-scale)" }
        if scale <= 0 {
            let isZero = digits == "0"
            return sign + digits + String(repeating: "0", count: isZero ? 0 : -scale)
        }
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
        return sign + padded.dropLast(scale) + "." + padded.suffix(scale)
    }

    var approximation: Double { Double(plainText) ?? 0 }
}
