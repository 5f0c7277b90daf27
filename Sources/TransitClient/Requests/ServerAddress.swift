import Foundation
import TransitAPI

struct ServerAddress: Sendable {
    /// The address without a slash or `/api/v1` at its end.
    let url: URL
    private let text: String

    init(_ server: URL) {
        var text = server.absoluteString.prefix { $0 != "?" && $0 != "#" }
        while text.hasSuffix("/") { text.removeLast() }
        if text.hasSuffix("/api/v1") { text.removeLast("/api/v1".count) }
        while text.hasSuffix("/") { text.removeLast() }
        self.text = String(text)
        url = URL(string: self.text) ?? server
    }

    func url(of question: Question, feed: String?) throws(APIError) -> URL {
        let whole = text + question.address(feed: feed)
        guard ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false,
            let address = URL(string: whole)
        else {
            throw .network(.init(.unreachable, "\(text) is not the address of a server"))
        }
        return address
    }

    var identity: String { text }

    var isPrivate: Bool {
        url.scheme?.lowercased() == "https" || Self.isLoopback(url.host ?? "")
    }

    private static func isLoopback(_ host: String) -> Bool {
        let name = host.lowercased().trimmingCharacters(in: ["[", "]"])
        if name == "localhost" || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Whether a redirect may lead there: to the same host and port, or from `http` to `https`.
    func owns(_ target: URL) -> Bool {
        guard let scheme = target.scheme?.lowercased(), let ours = url.scheme?.lowercased(),
            target.host?.lowercased() == url.host?.lowercased(), target.user == url.user
        else { return false }
        if scheme == ours { return Self.port(of: target) == Self.port(of: url) }
        return ours == "http" && scheme == "https"
            && Self.port(of: url) == 80 && Self.port(of: target) == 443
    }

    private static func port(of url: URL) -> Int {
        url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
    }

    static func target(of url: URL) -> String {
        let text = url.absoluteString
        guard let host = text.range(of: "://"),
            let path = text[host.upperBound...].firstIndex(where: { $0 == "/" || $0 == "?" })
        else { return "/" }
        let target = text[path...].prefix { $0 != "#" }
        return target.hasPrefix("/") ? String(target) : "/" + target
    }
}
