import HTTPTypes
import SystemLayer

/// Strong: answers with equal tags are equal byte for byte.
@available(iOS 17, macOS 14, *)
struct EntityTag: Hashable, Sendable {
    let text: String

    init(of parts: [String]) {
        // None of the parts contains NUL.
        self.init(digits: ByteDigest.sha256(parts.joined(separator: "\u{0}").utf8))
    }

    init(digits: String) {
        text = "\"\(digits.prefix(32))\""
    }

    func isKept(by request: HTTPRequest) -> Bool {
        request.headerFields[.ifNoneMatch].map { isNamed(in: $0) } ?? false
    }

    /// The header may list several tags, including weak ones, or be `*`, which matches every
    /// existing answer.
    func isNamed(in header: String) -> Bool {
        // Nearly all clients send this; a list is read character by character.
        if header == text { return true }
        let rest = header.drop(while: \.isBlank)
        if rest.first == "*", rest.dropFirst().allSatisfy(\.isBlank) { return true }
        return Self.tags(of: rest).contains { $0.text == text }
    }

    /// Whether a header `If-Range` is this tag and a strong one; only then do parts of a file fit
    /// together.
    func isNamed(inRange header: String) -> Bool {
        let tags = Self.tags(of: header.drop(while: \.isBlank))
        return tags.count == 1 && tags.allSatisfy { !$0.isWeak && $0.text == text }
    }

    /// Anything after something that is not a tag is ignored.
    private static func tags(of list: Substring) -> [(text: Substring, isWeak: Bool)] {
        var rest = list
        var tags: [(text: Substring, isWeak: Bool)] = []
        while true {
            rest = rest.drop { $0.isBlank || $0 == "," }
            let isWeak = rest.hasPrefix("W/")
            if isWeak { rest = rest.dropFirst(2) }
            // A comma may occur within the marks.
            guard rest.first == "\"",
                let end = rest.dropFirst().firstIndex(of: "\"")
            else { return tags }
            tags.append((rest[...end], isWeak))
            rest = rest[end...].dropFirst()
        }
    }
}
