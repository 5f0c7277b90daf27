/// An amount of money, kept exactly as the feed wrote it.
///
/// Amounts compare by value: `2.5` equals `2.50`. Nothing is rounded, whatever the number of
/// digits. The currency is a separate field, see ``CurrencyCode``.
///
/// ```swift
/// let fare = CurrencyAmount("3.2")
/// let isEqual = fare == CurrencyAmount("3.20")  // true
/// let cents = fare?.scaled(fractionDigits: 2)  // 320
/// ```
public struct CurrencyAmount: Sendable {
    /// The decimal as written, such as `2.50`.
    public let text: String

    /// Creates an amount; nil unless the text is a decimal: an optional sign, digits, and
    /// optionally a point with digits before or after it. Exponents are refused.
    public init?(_ text: String) {
        self.init(cellText: text)
    }

    static func isValid(_ cell: UnsafeRawBufferPointer) -> Bool {
        var digits = 0
        var points = 0
        for (index, byte) in cell.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "."): points += 1
            case UInt8(ascii: "-"), UInt8(ascii: "+"):
                if index > 0 { return false }
            default: return false
            }
        }
        return digits > 0 && points <= 1
    }

    static func isNegative(_ cell: UnsafeRawBufferPointer) -> Bool {
        cell.first == UInt8(ascii: "-") && cell.contains { (49...57).contains($0) }
    }
}

extension CurrencyAmount {
    /// The number of digits after the point, as written: 2 for `2.50`.
    public var fractionDigits: Int {
        text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .dropFirst().first?.count ?? 0
    }

    /// Returns the amount times 10 to the power of `fractionDigits`: 250 for `2.50` and 2 digits.
    ///
    /// Nil when that is not an integer or does not fit.
    public func scaled(fractionDigits: Int) -> Int64? {
        let parts = self.parts
        guard fractionDigits >= parts.fraction.count else { return nil }
        var value: Int64 = 0
        let zeros = repeatElement(UInt8(ascii: "0"), count: fractionDigits - parts.fraction.count)
        for digit in [parts.whole, parts.fraction, Array(zeros)].joined() {
            let (shifted, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = shifted.addingReportingOverflow(Int64(digit - 48))
            guard !overflows, !overflowsToo else { return nil }
            value = sum
        }
        return parts.isNegative ? -value : value
    }

    private struct Parts: Hashable {
        var isNegative: Bool
        var whole: [UInt8]
        var fraction: [UInt8]
    }

    private var parts: Parts {
        let zero = UInt8(ascii: "0")
        let unsigned = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        let whole = unsigned.prefix { $0 != UInt8(ascii: ".") }
        var fraction = Array(unsigned.dropFirst(whole.count + 1))
        while fraction.last == zero { fraction.removeLast() }
        let digits = Array(whole.drop { $0 == zero })
        let isZero = digits.isEmpty && fraction.isEmpty
        return Parts(
            isNegative: !isZero && text.utf8.first == UInt8(ascii: "-"),
            whole: digits, fraction: fraction)
    }
}

extension CurrencyAmount: Hashable, Comparable {
    /// Compares the values, not the texts.
    public static func == (left: CurrencyAmount, right: CurrencyAmount) -> Bool {
        left.parts == right.parts
    }

    public static func < (left: CurrencyAmount, right: CurrencyAmount) -> Bool {
        let (left, right) = (left.parts, right.parts)
        guard left.isNegative == right.isNegative else { return left.isNegative }
        let (small, large) = left.isNegative ? (right, left) : (left, right)
        if small.whole.count != large.whole.count { return small.whole.count < large.whole.count }
        return [small.whole, small.fraction].joined()
            .lexicographicallyPrecedes([large.whole, large.fraction].joined())
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(parts)
    }
}

extension CurrencyAmount: CellDecodable {
    public init?(cell: UnsafeRawBufferPointer) {
        guard Self.isValid(cell) else { return nil }
        text = String(decoding: cell, as: UTF8.self)
    }
}

extension CurrencyAmount: CustomStringConvertible {
    /// The decimal as written.
    public var description: String { text }
}

/// Encoded as the text that the feed wrote.
extension CurrencyAmount: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let amount = CurrencyAmount(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" is not a decimal")
        }
        self = amount
    }

    public func encode(to encoder: any Encoder) throws {
        try text.encode(to: encoder)
    }
}

/// An ISO 4217 currency code of three letters, such as \`EUR\`.
public struct CurrencyCode: TextValue {
    /// The text in the feed.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}
