package import GTFSSchedule

/// Languages for which the same tags fit in the same order have equal ranks, so anything that
/// depends only on these is the same for them.
package struct LanguageRanks: Hashable, Sendable {
    package static let none = LanguageRanks([:])

    /// The best first; those of one level fit equally well, and are in order.
    package let levels: [[ExactText]]
    private let ranks: [ExactText: Int]

    /// 0 for the best.
    init(_ fits: [ExactText: Int]) {
        levels = Dictionary(grouping: fits, by: \.value).sorted { $0.key < $1.key }
            .map { $0.value.map(\.key).sorted() }
        ranks = Dictionary(
            levels.enumerated().flatMap { rank, tags in tags.map { ($0, rank) } },
            uniquingKeysWith: { first, _ in first })
    }

    package static func == (left: Self, right: Self) -> Bool { left.levels == right.levels }

    package func hash(into hasher: inout Hasher) { hasher.combine(levels) }

    package var isEmpty: Bool { levels.isEmpty }

    /// 0 for the best; nil if the tag does not fit.
    package subscript(tag: String) -> Int? { ranks[tag.exact] }
}
