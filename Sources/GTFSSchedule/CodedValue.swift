/// An enumeration that the feed writes as an integer, and that keeps codes it does not know.
public protocol CodedValue: CellDecodable, Hashable, Codable {
    /// The codes of the reference, in its order.
    static var known: [Self] { get }
    /// Never fails: an unknown code becomes `.unknown(code)`.
    init(code: Int)
    /// The integer in the feed.
    var code: Int { get }
}

extension CodedValue {
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
