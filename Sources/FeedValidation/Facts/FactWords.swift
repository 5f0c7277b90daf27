/// The words of a table of facts, which lines and spaces separate.
///
/// By bytes: the tables have thousands of words, and to look at their characters takes longer than to
/// check a small feed.
enum FactWords {
    /// The words in the order of the text.
    static func all(_ text: String) -> [String] {
        text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
            .map { String(Substring($0)) }
    }
}
