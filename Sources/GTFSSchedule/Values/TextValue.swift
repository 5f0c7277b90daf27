/// Text of one kind, such as an ID or a URL, kept exactly as the feed wrote it.
///
/// The wrapper distinguishes kinds at compile time; it does not check the text. That is the task of
/// the validation rules, which report bad text and leave it in place.
public protocol TextValue: CellDecodable, Hashable, Comparable, Codable, CustomStringConvertible,
    ExpressibleByStringLiteral
{
    /// The text in the feed.
    var text: String { get }
    /// Creates a value that keeps the text, whatever it is.
    init(_ text: String)
}

extension TextValue {
    public init?(cell: UnsafeRawBufferPointer) {
        self.init(String(decoding: cell, as: UTF8.self))
    }

    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// The text in the feed.
    public var description: String { text }

    /// Returns whether both have the same bytes.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Orders by the bytes, as `==` compares them: texts with different bytes always have an order.
    public static func < (left: Self, right: Self) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// Hashes the bytes, as `==` compares them.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // Ends the text, so that neighbors in a compound key do not run together.
        hasher.combine(0xFF as UInt8)
    }

    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        try text.encode(to: encoder)
    }
}

/// An IETF BCP 47 language tag, such as \`de-CH\`; \`mul\` stands for several languages.
public struct LanguageTag: TextValue {
    /// The text in the feed.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}

/// A time zone of the IANA database, such as \`Europe/Zurich\`; the feed may have written another
/// text, see ``isInDatabase``.
public struct TimezoneName: TextValue {
    /// The text in the feed.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}

/// A web address with its scheme, as published. It may be malformed.
public struct FeedURL: TextValue {
    /// The text in the feed.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}

/// An email address, as published. It may be malformed.
public struct EmailAddress: TextValue {
    /// The text in the feed.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}

/// A phone number in any notation, with or without a country code, as published.
public struct PhoneNumber: TextValue {
    /// The text in the feed.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}
