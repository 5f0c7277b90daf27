import FeedReading
import GTFSSchedule

/// The name of a version: the UTC date of its making and 8 digits of its content hash, and a number
/// where that is taken: `20261121-1f0c9a3b`, `20261121-1f0c9a3b-2`.
struct VersionName: Hashable, CustomStringConvertible {
    let description: String

    /// Nil when the text is no such name.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, parts[0].count == 8, parts[0].allSatisfy(Self.isDigit),
            parts[1].count == 8,
            parts[1].allSatisfy({ Self.isDigit($0) || "abcdef".contains($0) }),
            parts.count == 2 || !parts[2].isEmpty && parts[2].allSatisfy(Self.isDigit)
        else { return nil }
        description = String(text)
    }

    /// The first free name.
    init(date: ServiceDate, contentHash: String, taken: Set<String>) {
        let name = "\(date.yyyymmdd)-\(contentHash.prefix(8))"
        var number = 1
        var free = name
        while taken.contains(free) {
            number += 1
            free = "\(name)-\(number)"
        }
        description = free
    }

    private static func isDigit(_ character: Character) -> Bool { "0"..."9" ~= character }
}
