import HTTPTypes
import Hummingbird

/// Hummingbird's `CORSMiddleware` (2.28.1) allows one origin, or all of them. It can replace this
/// once it takes a list, and event loops can ask it.
@available(iOS 17, macOS 14, *)
package struct OriginPolicy: Hashable, Sendable {
    /// Origins such as `https://example.org`; `*` stands for all.
    private let origins: Set<String>

    /// Allows pages of this machine on any port, and the given ones.
    package init(allowing origins: [String] = []) {
        self.origins = Set(origins.map { $0.lowercased() })
    }

    func answer(to origin: String) -> String? {
        if origins.contains("*") { return "*" }
        return origins.contains(origin.lowercased()) || Self.isLocal(origin) ? origin : nil
    }

    package static func isOrigin(_ text: String) -> Bool {
        guard text != "*" else { return true }
        guard let (scheme, host) = parts(text) else { return false }
        return !scheme.isEmpty && !host.isEmpty && !host.contains { "/?#@ ".contains($0) }
    }

    private static func isLocal(_ origin: String) -> Bool {
        guard let (scheme, rest) = parts(origin), scheme == "http" || scheme == "https" else {
            return false
        }
        for host in ["localhost", "127.0.0.1", "[::1]"] where rest.hasPrefix(host) {
            let port = rest.dropFirst(host.count)
            if port.isEmpty { return true }
            if port.first == ":", port.dropFirst().allSatisfy(\.isNumber) { return true }
        }
        return false
    }

    private static func parts(_ origin: String) -> (scheme: String, rest: Substring)? {
        guard let separator = origin.firstRange(of: "://") else { return nil }
        return (origin[..<separator.lowerBound].lowercased(), origin[separator.upperBound...])
    }
}

@available(macOS 14, iOS 17, tvOS 17, *)
extension APIResponder {
    static let methods = "GET, HEAD, OPTIONS"

    func preflight(_ request: Request) -> Response {
        var headers: HTTPFields = [.allow: Self.methods]
        if request.headers[.accessControlRequestMethod] != nil {
            headers[.accessControlAllowMethods] = Self.methods
            headers[.accessControlAllowHeaders] =
                "Accept, Accept-Language, Authorization, Cache-Control, If-None-Match, If-Range, "
                + "Last-Event-ID, Range, X-Request-Signature, X-Request-Timestamp"
            headers[.accessControlMaxAge] = "600"
        }
        return Response(status: .noContent, headers: headers)
    }

    static let exposedHeaders =
        "Accept-Ranges, Age, Content-Language, Content-Length, Content-Range, Date, ETag, "
        + "RateLimit, RateLimit-Policy, Realtime-At, Retry-After, WWW-Authenticate, X-Request-Id"
}
