/// An IETF BCP 47 language tag, such as \`de-CH\`; \`mul\` stands for several languages.
public struct LanguageTag: TextValue {
    /// The text in the feed.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}
