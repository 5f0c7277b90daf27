import FeedReading

/// Something that the feed and the bundle say differently.
package struct Difference: Sendable, Hashable, Encodable, CustomStringConvertible {
    package let file: String
    /// The row in the feed's file; nil for what is no row of it.
    package let row: Int?
    package let field: String?
    package let feed: String
    package let bundle: String

    /// One line: where, what the feed says, what the bundle says.
    package var description: String {
        var place = file
        if let row { place += ":\(row)" }
        if let field { place += " \(field)" }
        return "\(place): feed \(Self.shown(feed)), bundle \(Self.shown(bundle))"
    }

    /// Harmless on a terminal, and short.
    private static func shown(_ text: String) -> String {
        "\"\(TerminalText.safe(text, limit: 200))\""
    }
}

/// Counts differences and keeps the first.
final class Differences {
    /// How many are kept.
    static let limit = 20

    private(set) var first: [Difference] = []
    private(set) var count = 0

    func add(
        _ file: String, row: Int? = nil, field: String? = nil, feed: @autoclosure () -> String,
        bundle: @autoclosure () -> String
    ) {
        count += 1
        guard first.count < Self.limit else { return }
        first.append(
            Difference(file: file, row: row, field: field, feed: feed(), bundle: bundle()))
    }
}
