/// A user, `@`, and a host that can exist (RFC 822).
package enum EmailSyntax {
    private static let longestUser = 64

    /// If `isCanonical`, the hosts are those that the canonical validator knows.
    package static func isValid(_ text: String, isCanonical: Bool) -> Bool {
        guard !text.hasSuffix("."), let at = text.lastIndex(of: "@") else { return false }
        let user = Array(text[..<at].unicodeScalars)
        guard !user.isEmpty, text[..<at].utf16.count <= longestUser else { return false }
        return isHost(String(text[text.index(after: at)...]), isCanonical) && isUser(user[...])
    }

    private static func isHost(_ host: String, _ isCanonical: Bool) -> Bool {
        guard host.hasPrefix("["), host.hasSuffix("]") else {
            return InternetHost.isDomain(host, isCanonical: isCanonical)
        }
        let address = String(host.dropFirst().dropLast())
        if isCanonical { return InternetHost.isIPv4(address) || InternetHost.isIPv6(address) }
        if address.lowercased().hasPrefix("ipv6:") {
            return InternetHost.isIPv6(String(address.dropFirst(5)))
        }
        return InternetHost.isIPv4(address)
    }

    /// Words separated by dots; there are at most 64 characters to try.
    private static func isUser(_ user: ArraySlice<Unicode.Scalar>) -> Bool {
        wordEnds(user).contains { end in
            if end == user.endIndex { return true }
            return user[end] == "." && isUser(user[(end + 1)...])
        }
    }

    private static func wordEnds(_ user: ArraySlice<Unicode.Scalar>) -> [Int] {
        guard let first = user.first else { return [] }
        if first == "\"" { return quotedEnds(user) }
        var index = user.startIndex
        while index < user.endIndex {
            if user[index] == "\\", index + 1 < user.endIndex, !isControl(user[index + 1]) {
                index += 2
            } else if isOrdinary(user[index]) {
                index += 1
            } else {
                break
            }
        }
        return index > user.startIndex ? [index] : []
    }

    /// A quoted word may end at any quote; it continues after one that a backslash precedes.
    private static func quotedEnds(_ user: ArraySlice<Unicode.Scalar>) -> [Int] {
        var ends: [Int] = []
        for index in user.indices.dropFirst() {
            if user[index] == "\"" {
                ends.append(index + 1)
                guard index - 1 > user.startIndex, user[index - 1] == "\\" else { break }
            } else if isControl(user[index]) {
                break
            }
        }
        return ends
    }

    private static func isOrdinary(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "'"
            || !isControl(scalar) && scalar != " "
                && !"()<>@,;:\\\".[]".unicodeScalars.contains(scalar)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }
}
