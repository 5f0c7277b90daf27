import GTFSSchedule

/// Names of the IANA database in their exact case.
package enum TimezoneSyntax {
    /// Names of the database that Java's `ZoneId` does not have, and names that only it has: those
    /// of OpenJDK 17.0.15.
    private static let unknownToJava: Set<String> = ["EST", "HST", "MST", "ROC"]
    private static let onlyInJava: Set<String> = [
        "SystemV/AST4", "SystemV/AST4ADT", "SystemV/CST6", "SystemV/CST6CDT", "SystemV/EST5",
        "SystemV/EST5EDT", "SystemV/HST10", "SystemV/MST7", "SystemV/MST7MDT", "SystemV/PST8",
        "SystemV/PST8PDT", "SystemV/YST9", "SystemV/YST9YDT",
    ]

    /// If `isCanonical`, accepts what the canonical validator does, such as `+01:00` and `UTC-5`.
    package static func isValid(_ name: String, isCanonical: Bool) -> Bool {
        guard isCanonical else { return TimezoneName(name).isInDatabase }
        let bytes = Array(name.utf8)
        guard let first = bytes.first else { return false }
        if name == "Z" || first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
            return name == "Z" || isOffset(bytes[...])
        }
        for prefix in ["UTC", "GMT", "UT"] where name.hasPrefix(prefix) {
            let rest = bytes.dropFirst(prefix.utf8.count)
            if rest.isEmpty { return true }
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
                return isOffset(rest)
            }
            break
        }
        return TimezoneName(name).isInDatabase && !unknownToJava.contains(name)
            || onlyInJava.contains(name)
    }

    /// Whether the bytes are `+h`, `+hh`, `+hhmm`, `+hh:mm`, `+hhmmss` or `+hh:mm:ss`, up to 18
    /// hours.
    private static func isOffset(_ bytes: ArraySlice<UInt8>) -> Bool {
        var digits = Array(bytes.dropFirst())
        let colon = UInt8(ascii: ":")
        if digits.count == 5, digits[2] == colon {
            digits.remove(at: 2)
        } else if digits.count == 8, digits[2] == colon, digits[5] == colon {
            digits.remove(at: 5)
            digits.remove(at: 2)
        }
        let isNumber = digits.allSatisfy { (48...57).contains($0) }
        guard isNumber, [1, 2, 4, 6].contains(digits.count) else { return false }
        if digits.count == 1 { digits.insert(48, at: 0) }
        var numbers: [Int] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            let (tens, ones) = (Int(digits[index]) - 48, Int(digits[index + 1]) - 48)
            numbers.append(tens * 10 + ones)
        }
        let smaller = numbers.dropFirst()
        guard smaller.allSatisfy({ $0 < 60 }) else { return false }
        return numbers[0] < 18 || numbers[0] == 18 && smaller.allSatisfy { $0 == 0 }
    }
}
