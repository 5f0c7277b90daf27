/// An ID of a feed, typed by what it identifies so that a stop's can not pass for a route's.
///
/// Two IDs are equal when their bytes are: Unicode's canonical equivalence, by which Swift compares
/// strings, would merge IDs that the feed keeps apart.
public struct Identifier<Subject>: TextValue {
    /// The text in the feed.
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}
