/// A phone number in any notation, with or without a country code, as published.
public struct PhoneNumber: TextValue {
    /// The text in the feed.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}
