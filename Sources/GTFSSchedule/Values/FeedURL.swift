/// A web address with its scheme, as published. It may be malformed.
public struct FeedURL: TextValue {
    /// The text in the feed.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}
