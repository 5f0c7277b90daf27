/// A time zone of the IANA database, such as \`Europe/Zurich\`.
public struct TimezoneName: TextValue {
    /// The text in the feed.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}
