/// Http, https or ftp, a host that can exist, and a path, query and fragment of allowed characters
/// (RFC 2396).
///
/// The canonical validator (Apache Commons Validator 1.6) accepts any query without blanks, any
/// fragment, a lone `%` and blanks after the host.
package enum WebAddress {
    private static let schemes: Set<String> = ["http", "https", "ftp"]
    private static let largestPort = 65_535

    package static func isValid(_ text: String, isCanonical: Bool) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            schemes.contains(text[..<colon].lowercased())
        else { return false }
        let rest = text[text.index(after: colon)...]
        guard rest.hasPrefix("//"), isCanonical || isQuotedRight(text.utf8) else { return false }
        let body = rest.dropFirst(2)
        let authority = body.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        var tail = body[authority.endIndex...]
        var fragment: Substring = ""
        if let mark = tail.firstIndex(of: "#") {
            fragment = tail[tail.index(after: mark)...]
            tail = tail[..<mark]
        }
        var query: Substring = ""
        if let mark = tail.firstIndex(of: "?") {
            query = tail[tail.index(after: mark)...]
            tail = tail[..<mark]
        }
        guard isAuthority(authority, isCanonical), isPath(tail) else { return false }
        guard !isCanonical else {
            return !query.utf8.contains { $0 == 32 || 9...13 ~= $0 }
                && !fragment.contains(where: \.isNewline)
        }
        return hasNoHiddenSlashes(tail.lowercased()) && isLoose(query) && isLoose(fragment)
    }

    private static func isQuotedRight(_ bytes: String.UTF8View) -> Bool {
        let bytes = Array(bytes)
        return bytes.indices.allSatisfy { index in
            bytes[index] != UInt8(ascii: "%")
                || index + 2 < bytes.count && isHexadecimal(bytes[index + 1])
                    && isHexadecimal(bytes[index + 2])
        }
    }

    private static func isAuthority(_ authority: Substring, _ isCanonical: Bool) -> Bool {
        let end = isCanonical ? authority.unicodeScalars.lastIndex { $0.value > 32 } : nil
        let text = end.map { authority[...$0] } ?? authority
        guard let ascii = Punycode.ascii(String(text)) else { return false }
        var host = String(decoding: ascii, as: UTF8.self)[...]
        if let at = host.firstIndex(of: "@") {
            guard isUser(host[..<at]) else { return false }
            host = host[host.index(after: at)...]
        }
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]"),
                InternetHost.isIPv6(String(host[host.index(after: host.startIndex)..<end]))
            else { return false }
            return isPort(host[host.index(after: end)...])
        }
        let colon = host.firstIndex(of: ":") ?? host.endIndex
        let name = String(host[..<colon])
        // Anything else around a host is refused with it: a name has only letters, digits, - and .
        return isPort(host[colon...])
            && (InternetHost.isDomain(name, isCanonical: isCanonical) || InternetHost.isIPv4(name))
    }

    private static func isUser(_ user: Substring) -> Bool {
        let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return parts[0].isEmpty == false
            && parts.allSatisfy {
                $0.utf8.allSatisfy { isAlphanumeric($0) || userMarks.contains($0) }
            }
    }

    private static func isPort(_ text: Substring) -> Bool {
        guard !text.isEmpty else { return true }
        guard text.first == ":" else { return false }
        let digits = text.dropFirst().utf8
        return digits.isEmpty
            || digits.allSatisfy { $0 &- 48 < 10 }
                && (Int(String(text.dropFirst())) ?? .max) <= largestPort
    }

    /// Without empty steps, and not above the root.
    private static func isPath(_ path: Substring) -> Bool {
        guard !path.isEmpty else { return true }
        guard path.utf8.allSatisfy({ isAlphanumeric($0) || pathMarks.contains($0) }) else {
            return false
        }
        var depth = 0
        for step in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            switch step {
            case "..": depth -= 1
            case ".": continue
            default: depth += 1
            }
            if depth < 0 { return false }
        }
        return !path.contains("//")
    }

    /// A slash written as `%2f` is not next to another.
    private static func hasNoHiddenSlashes(_ path: String) -> Bool {
        !path.contains("%2f%2f") && !path.contains("/%2f") && !path.contains("%2f/")
    }

    /// Characters that an address may have, and letters of any script.
    private static func isLoose(_ text: Substring) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            guard scalar.isASCII else {
                return scalar.properties.generalCategory != .control
                    && !scalar.properties.isWhitespace
            }
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            return isAlphanumeric(byte) || looseMarks.contains(byte)
        }
    }

    private static let userMarks = Set("%-._~!$&'()*+,;=".utf8)
    private static let pathMarks = Set("-:@&=+,.!/~*'%$_;()".utf8)
    private static let looseMarks = Set("-_.!~*'();/?:@&=+$,[]%".utf8)

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        byte &- 48 < 10 || (byte | 32) &- 97 < 6
    }
    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        byte &- 48 < 10 || (byte | 32) &- 97 < 26
    }
}
