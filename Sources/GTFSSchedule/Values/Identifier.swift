/// An ID of a feed, typed by what it identifies so that a stop's can not pass for a route's.
public struct Identifier<Subject>: Hashable, Sendable {
    /// The text in the feed.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}

extension Identifier: CellDecodable {
    public init?(cell: UnsafeRawBufferPointer) {
        text = String(decoding: cell, as: UTF8.self)
    }
}

extension Identifier: CustomStringConvertible {
    public var description: String { text }
}

extension Identifier: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        self.text = text
    }
}

extension Identifier: Codable {
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
