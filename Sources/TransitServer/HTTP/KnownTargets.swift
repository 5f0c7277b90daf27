import TransitAPI

/// The questions of requests that were answered from a cache: clients ask the same again, and
/// reading an address takes longer than finding its answer.
@available(iOS 17, macOS 14, *)
struct KnownTargets: Sendable {
    /// The target of an address, whatever is published.
    final class Target: Sendable {
        let match: Endpoint.Match
        let question: Question
        /// The canonical form of the question.
        let address: String

        /// - Throws: `APIFailure` when nothing has the path, or a parameter is wrong.
        init(_ path: String) throws(APIFailure) {
            let target = try RequestTarget(path)
            match = target.match
            question = try target.question()
            address = question.address()
        }
    }

    /// The size of a target besides its texts, and the most of all.
    private static let bytes = 1024
    private static let most = 4 << 20

    private let targets = WeighedCache<String, Target>(limit: most)

    /// The target of a path that is kept.
    func target(_ path: String) -> Target? { targets.value(for: path) }

    /// Keeps a target.
    func insert(_ target: Target, for path: String) {
        // The path, what is parsed out of it, and the canonical form.
        targets.insert(target, weight: Self.bytes + 4 * path.utf8.count, for: path)
    }
}
