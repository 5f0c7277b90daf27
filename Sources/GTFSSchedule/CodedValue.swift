/// An enumeration that the feed writes as an integer, and that keeps codes it does not know.
///
/// A conforming type is a struct around its code, with a static constant for each code of the
/// reference. It reads like an enum (`case .station:`), yet a code of next year's reference passes
/// through unchanged instead of being lost:
///
///     public struct PaymentMethod: CodedValue {
///         public static let codes = 0...1
///         public static let onBoard = PaymentMethod(code: 0)
///         public static let beforeBoarding = PaymentMethod(code: 1)
///
///         public let code: Int
///         public init(code: Int) { self.code = code }
///     }
public protocol CodedValue: CellDecodable, Hashable, Codable, CustomStringConvertible {
    /// The codes that the reference knows.
    static var codes: ClosedRange<Int> { get }
    /// Never fails: an unknown code is kept, and `isKnown` is false.
    init(code: Int)
    /// The integer in the feed.
    var code: Int { get }
}

extension CodedValue {
    /// The values of the reference, in the order of their codes.
    public static var known: [Self] { codes.map(Self.init(code:)) }

    /// Whether the reference knows the code.
    public var isKnown: Bool { Self.codes.contains(code) }

    /// The code, as the feed writes it.
    public var description: String { String(code) }

    public init?(cell: UnsafeRawBufferPointer) {
        guard let code = CellText.integer(cell) else { return nil }
        self.init(code: code)
    }

    public init(from decoder: any Decoder) throws {
        self.init(code: try decoder.singleValueContainer().decode(Int.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}
