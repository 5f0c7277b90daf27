import TransitAPI

/// The target in the first line of a request: an endpoint of the table, its feed, and the query.
@available(iOS 17, macOS 14, *)
struct RequestTarget: Sendable {
    let match: Endpoint.Match
    /// The part after the question mark, still percent-encoded.
    let query: String

    /// Reads the target of a request undecoded: decoding it as a whole would lose which slashes
    /// belong to an id.
    ///
    /// - Throws: `APIFailure` when nothing has the path.
    init(_ target: String) throws(APIFailure) {
        let rest = Self.path(of: target)
        // By bytes: characters take several times as long, and only two marks are needed.
        let path = rest.utf8.prefix { $0 != UInt8(ascii: "?") }
        query = String(decoding: rest.utf8[path.endIndex...].dropFirst(), as: UTF8.self)
        var segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        if segments.first?.isEmpty == true { segments.removeFirst() }
        match = try Endpoint.matching(path: segments == [""] ? [] : segments)
    }

    /// The path with its query, even where a proxy asks for "http://host/path".
    static func path(of target: String) -> Substring {
        guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else {
            return target[...]
        }
        return target[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
    }

    /// The question, checked.
    ///
    /// - Throws: `APIFailure` that names the wrong parameter.
    func question() throws(APIFailure) -> Question {
        try Question(match, encodedQuery: query)
    }
}

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
