/// A URL for messages, logs and status files: without user, password, query and fragment.
///
/// People write passwords into URLs as they are, with characters that should be escaped there. Where
/// the host begins is then a guess, and a wrong one would show a part of the password; so of such a
/// URL only the scheme is shown. Where the scheme is missing too, nothing is shown from the user on.
/// Readers of URLs disagree as well: for some, a backslash ends the host; for curl, it is of the user.
package struct ShownURL {
    /// A text that is not a URL stays as it is.
    package let text: String
    package let isWhole: Bool

    /// Schemes that are known without the slashes that belong after them.
    private static let schemes: Set = ["https", "http", "ftps", "ftp", "sftp"]

    /// In bytes: no browser or server takes a longer one.
    private static let longest = 8192

    package init(_ text: String) {
        guard text.utf8.count <= Self.longest else {
            self.text = "…"
            isWhole = false
            return
        }
        guard let url = Self.url(in: text) else {
            let user = Self.user(in: text)
            self.text = user.map { text[..<$0] + "…" } ?? text
            isWhole = user == nil
            return
        }
        let slashes = url.rest.prefix { $0 == "/" }.count
        let rest = url.rest.dropFirst(min(slashes, 2))
        let authority = rest.prefix { !"/?#".contains($0) }
        let tail = rest[authority.endIndex...]
        // A password may contain an @ itself: the last one ends it.
        let host = authority[
            (authority.lastIndex(of: "@").map(authority.index(after:))
                ?? authority.startIndex)...]
        let mayBeUser = host.count < authority.count || host.contains(":") || host.isEmpty
        // A slash may be of the user or of the password.
        let tailMayBeUser =
            mayBeUser ? tail.contains(Self.at) : Self.user(in: String(tail)) != nil
        let isClear =
            slashes >= 2 && Self.isHost(host) && !authority.contains("\\")
            && (url.scheme == "file" || !tailMayBeUser)
        let start = url.scheme.isEmpty ? "//" : "\(url.scheme)://"
        isWhole = isClear
        // As scalars: see `at`.
        let path = tail.unicodeScalars.prefix { $0 != "?" && $0 != "#" }
        self.text = isClear ? start + host + Substring(path) : start + "…"
    }

    /// Hides the secrets of URLs among the arguments.
    package static func hiding(_ arguments: some Sequence<String>, in message: String) -> String {
        arguments.reduce(message) { message, argument in
            guard argument.utf8.count <= longest else {
                return message.replacing(argument, with: "…")
            }
            let url = url(in: argument)
            guard let start = [url?.start, user(in: argument)].compactMap(\.self).min() else {
                return message
            }
            let given = argument[start...]
            let shown = ShownURL(String(given)).text
            guard shown != given else { return message }
            var hidden = [(String(given), shown)]
            // A message may have only a part, such as a folder, or one slash where two were.
            let rest = (url?.rest ?? given).drop { "/\\".contains($0) }
            if let end = rest.ranges(of: at).last?.upperBound {
                let user = rest[..<end]
                let password = user[(user.firstRange(of: colon)?.lowerBound ?? user.startIndex)...]
                hidden.append((String(password), "…"))
            }
            return hidden.reduce(message) { message, part in
                // Some messages spell control characters out.
                message.replacing(part.0, with: part.1)
                    .replacing(TerminalText.line(part.0), with: part.1)
            }
        }
    }

    /// Where user and password without a scheme may begin: a colon with an @ after it separates
    /// them, each perhaps escaped.
    private static func user(in text: String) -> String.Index? {
        guard let sign = text.firstRange(of: colon), text[sign.upperBound...].contains(at) else {
            return nil
        }
        let before = text[..<sign.lowerBound]
        return before.lastIndex { "/\\=\"'<".contains($0) || $0.isWhitespace }
            .map(text.index(after:)) ?? text.startIndex
    }

    // As scalars: marks that combine with them make them other characters.
    private static var colon: Regex<Substring> { /:|%3[Aa]/.matchingSemantics(.unicodeScalar) }
    private static var at: Regex<Substring> { /@|%40/.matchingSemantics(.unicodeScalar) }

    private static func url(
        in text: String
    ) -> (start: String.Index, scheme: String, rest: Substring)? {
        for colon in text.indices where text[colon] == ":" {
            let length = text[..<colon].reversed().prefix {
                $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
            }.count
            let start = text.index(colon, offsetBy: -length)
            let scheme = text[start..<colon].lowercased()
            let rest = text[text.index(after: colon)...]
            // Without two slashes it is mistyped, but perhaps has a password.
            if rest.hasPrefix("//") || schemes.contains(scheme) && rest.contains("@") {
                return (start, scheme, rest)
            }
        }
        guard text.hasPrefix("//"), text.contains("@") else { return nil }
        return (text.startIndex, "", text[...])
    }

    private static func isHost(_ text: Substring) -> Bool {
        let name: Substring
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            name = text[...end]
        } else {
            name = text.prefix { $0 != ":" }
        }
        let port = text[name.endIndex...]
        return !name.contains(at)
            && name.allSatisfy { $0.isLetter || $0.isNumber || "-._~%${}[]:".contains($0) }
            && (port.isEmpty || port.first == ":")
            && port.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }
}
