/// The words of a table of facts, separated by lines and spaces.
///
/// Works on bytes: the tables have thousands of words, and reading their characters takes longer
/// than checking a small feed.
enum FactWords {
    /// The words in the order of the text.
    static func all(_ text: String) -> [String] {
        text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
            .map { String(Substring($0)) }
    }
}
