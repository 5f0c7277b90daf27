import TransitModel

/// A message of a few bytes may name the longest trips of a feed again and again, or the runs of a
/// hundred years. Each loop over a part of a message and a part of the feed counts its steps here;
/// a source that needs more than any real one ends the work with ``CostlyMessage``.
package final class MatchEffort {
    /// The messages of a country take ten million.
    package static let most = 100_000_000
    static let question = 200
    /// As if the question reads all services of the feed.
    static let questionOfDay = 100_000
    static let calendarDay = 20
    /// With all its texts and times.
    static let keptCall = 100

    private let limit: Int
    private var source = ""
    private var spent = 0
    private var others: [ExactText: Int] = [:]

    package init(limit: Int = MatchEffort.most) {
        self.limit = limit
    }

    package func begin(_ source: String) {
        guard source.exact != self.source.exact else { return }
        others[self.source.exact] = spent
        self.source = source
        spent = others.removeValue(forKey: source.exact) ?? 0
    }

    package func spend(_ steps: Int = 1) throws(CostlyMessage) {
        spent += steps
        if spent > limit { throw CostlyMessage(source: source) }
    }

    package var steps: Int { spent + others.values.reduce(0, +) }
}

package struct CostlyMessage: Error, Hashable, CustomStringConvertible {
    package let source: String

    package init(source: String) {
        self.source = source
    }

    package static let problem = "the message takes too many steps to match with the feed"

    package var description: String {
        "\(source): \(Self.problem)"
    }
}
