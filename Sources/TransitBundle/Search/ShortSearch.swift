/// A search for one or two letters: the first that happen to whoever types, and those with the most
/// matches.
struct ShortSearch: Hashable, Sendable {
    /// Bytes of the text.
    static let longest = 2

    let text: String
    let limit: Int
}
