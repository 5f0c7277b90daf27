/// An ISO 4217 currency code of three letters, such as \`EUR\`.
public struct CurrencyCode: TextValue {
    /// The text in the feed.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}
