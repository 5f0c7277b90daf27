/// A decimal number as the canonical validator keeps amounts: digits and a scale.
struct JavaDecimal {
    let isNegative: Bool
    /// Whether it is written in ASCII digits without an exponent.
    let isPlain: Bool
    /// Digits without leading zeros, except for the number zero itself.
    private let digits: [UInt8]
    /// How many of the digits are after the point; below zero, zeros follow the digits.
    let scale: Int

    /// The longest plain text that is worth printing.
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
        let hasExponent = index < cell.count
        isPlain = !hasExponent && cell.count == text.count
        if hasExponent {
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

    /// The number without an exponent.
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
