enum InternetHost {
    private static let longestName = 253
    private static let longestLabel = 63

    /// Two or more labels with a top-level domain that exists.
    static func isDomain(_ text: String, isCanonical: Bool) -> Bool {
        guard let ascii = Punycode.ascii(text), ascii.count <= longestName else { return false }
        var labels = ascii.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        guard labels.count >= 2, let top = labels.last, let first = top.first, isLetter(first),
            labels.allSatisfy(isLabel)
        else { return false }
        return TopLevelDomains.contains(
            String(decoding: top, as: UTF8.self).lowercased(), isCanonical: isCanonical)
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return 1...longestLabel ~= label.count && label.first != hyphen && label.last != hyphen
            && label.allSatisfy { isLetter($0) || $0 &- 48 < 10 || $0 == hyphen }
    }

    static func isIPv4(_ text: some StringProtocol) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard 1...3 ~= part.count, part.allSatisfy({ $0 &- 48 < 10 }) else { return false }
                if part.count > 1, part.first == 48 { return false }
                return part.reduce(0) { $0 * 10 + Int($1 - 48) } <= 255
            }
    }

    /// Eight groups, of which some may be left out; the last two may be written as an address of
    /// four numbers.
    static func isIPv6(_ text: String) -> Bool {
        let halves = text.split(separator: "::", omittingEmptySubsequences: false)
        guard halves.count <= 2, !text.contains(":::") else { return false }
        var count = 0
        for (index, half) in halves.enumerated() where !half.isEmpty {
            let groups = half.split(separator: ":", omittingEmptySubsequences: false)
            for (place, group) in groups.enumerated() {
                let isLast = index == halves.count - 1 && place == groups.count - 1
                if isLast, group.contains(".") {
                    guard isIPv4(group) else { return false }
                    count += 2
                } else {
                    guard 1...4 ~= group.utf8.count,
                        group.utf8.allSatisfy({ $0 &- 48 < 10 || ($0 | 32) &- 97 < 6 })
                    else { return false }
                    count += 1
                }
            }
        }
        return halves.count == 2 ? count < 8 : count == 8
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 32) &- 97 < 26 }
}
