/// An email address, as published. It may be malformed.
public struct EmailAddress: TextValue {
    /// The text in the feed.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}
