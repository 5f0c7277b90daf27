import FeedReading

/// What feeds are called where they become names of files and folders:
/// `[a-z0-9][a-z0-9._~-]*`, at most 120 characters.
enum FeedIdentifier {
    static let words = "want small letters, digits and . _ ~ -, and a letter or digit first"
    private static let longest = 120

    static func isValid(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetterOrDigit(first) else { return false }
        return text.utf8.count <= longest && text.utf8.allSatisfy(isAllowed)
    }

    /// An identifier for a name from a registry. Where something had to be changed, digits of a
    /// hash follow, so that two names never become one.
    static func make(from name: String) -> String {
        guard !isValid(name) else { return name }
        let letters = name.lowercased().utf8.map { isAllowed($0) ? $0 : UInt8(ascii: "-") }
        let kept = letters.drop { !isLetterOrDigit($0) }.prefix(longest - 9)
        var hash = ContentHash()
        Array(name.utf8).withUnsafeBytes { hash.update($0) }
        hash.finishMember("id")
        let prefix = kept.isEmpty ? "feed" : String(decoding: kept, as: UTF8.self)
        return prefix + "-" + hash.value.prefix(8)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "._~-".utf8.contains(byte)
    }
}
