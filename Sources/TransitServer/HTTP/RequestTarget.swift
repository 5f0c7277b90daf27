import GTFSSchedule
import SystemLayer
import TransitAPI
import TransitAnswers

/// The target in the first line of a request, whatever is published: an endpoint of the table, its
/// feed, and the question.
///
/// Hummingbird's router (2.28.1) finds endpoints only in a task, and takes `/stops//x` for
/// `/stops/x`. It can replace this once event loops can ask it, and empty parts of a path count.
@available(iOS 17, macOS 14, *)
final class RequestTarget: Sendable {
    let match: Endpoint.Match
    /// The question, or the parameter that is wrong, which only counts if the feed exists.
    let question: Result<Question, APIFailure>
    let address: String
    /// Whether the answer has live data if a feed has any: there is none below `/versions/`.
    let hasRealtime: Bool
    private let lastShown = Locked<(version: String, number: Int, shown: ShownLive)?>(nil)

    /// Reads the target undecoded: decoding it as a whole would lose which slashes belong to an id.
    init(_ target: String) throws(APIFailure) {
        let rest = Self.path(of: target)
        // By bytes: characters take several times as long, and only two marks are needed.
        let path = rest.utf8.prefix { $0 != UInt8(ascii: "?") }
        let query = String(decoding: rest.utf8[path.endIndex...].dropFirst(), as: UTF8.self)
        var segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        if segments.first?.isEmpty == true { segments.removeFirst() }
        match = try Endpoint.matching(path: segments == [""] ? [] : segments)
        do throws(APIFailure) {
            let checked = try Question(match, encodedQuery: query)
            question = .success(checked)
            address = checked.address()
            hasRealtime = match.version == nil && checked.hasRealtime
        } catch {
            question = .failure(error)
            address = ""
            hasRealtime = false
        }
    }

    func shown(in view: LiveView, of version: String) -> ShownLive? {
        lastShown.withLock { last in
            last.flatMap { $0.number == view.number && $0.version == version ? $0.shown : nil }
        }
    }

    func keep(_ shown: ShownLive, in view: LiveView, of version: String) {
        lastShown.withLock { $0 = (version, view.number, shown) }
    }

    /// A proxy may request "http://host/path".
    static func path(of target: String) -> Substring {
        guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else {
            return target[...]
        }
        return target[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }
    }
}

/// Clients repeat requests, and reading an address takes longer than finding its answer.
@available(iOS 17, macOS 14, *)
typealias KnownTargets = WeighedCache<ExactText, RequestTarget>

@available(iOS 17, macOS 14, *)
extension KnownTargets {
    func insert(_ target: RequestTarget, for path: String) {
        // A target by itself; the path, what is parsed out of it, and the canonical form.
        insert(target, weight: 1024 + 4 * path.utf8.count, for: path.exact)
    }
}
