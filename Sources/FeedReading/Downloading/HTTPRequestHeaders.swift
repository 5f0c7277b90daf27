package import Foundation
import SystemLayer

struct HTTPRequestHeaders {
    /// The requested URL, without user and password.
    let origin: URL
    let offset: Int64
    /// Whether the server may answer that nothing has changed.
    let isConditional: Bool
    private let common: [HTTPHeader]
    /// Only for the URL's own origin, as they may be secrets.
    private let own: [HTTPHeader]

    init?(_ request: DownloadRequest, target: DownloadTarget, isFresh: Bool) {
        var common = [("User-Agent", request.userAgent), ("Accept-Encoding", "identity")]
        // A range that the user requests is not the rest of what is here.
        let hasOwnRange = request.headers.contains { $0.name.lowercased() == "range" }
        let rangeValidator = isFresh || hasOwnRange ? nil : target.rangeValidator
        let offset = rangeValidator == nil ? 0 : target.size
        let isConditional =
            rangeValidator == nil && !isFresh && request.validators != nil
        if let rangeValidator {
            common += [("Range", "bytes=\(offset)-"), ("If-Range", rangeValidator)]
        } else if isConditional {
            if let etag = request.validators?.etag { common.append(("If-None-Match", etag)) }
            if let date = request.validators?.lastModified {
                common.append(("If-Modified-Since", date))
            }
        }
        if isFresh { common.append(("Cache-Control", "no-cache")) }
        self.init(
            request.url, own: request.headers,
            // A value that cannot be sent, such as a damaged condition, is left out.
            common: common.compactMap { HTTPHeader(name: $0.0, value: $0.1) }, offset: offset,
            isConditional: isConditional)
    }

    init?(
        _ url: SecretText, own: [HTTPHeader], common: [HTTPHeader], offset: Int64 = 0,
        isConditional: Bool = false
    ) {
        guard var parts = URLComponents(string: url.value) else { return nil }
        var own = own
        if let user = parts.user, !own.contains(where: { $0.name.lowercased() == "authorization" })
        {
            let login = Data("\(user):\(parts.password ?? "")".utf8).base64EncodedString()
            own += [HTTPHeader(name: "Authorization", value: "Basic " + login)].compactMap { $0 }
        }
        (parts.user, parts.password, parts.fragment) = (nil, nil, nil)
        guard let url = parts.url, url.host?.isEmpty == false else { return nil }
        origin = url
        self.own = own
        self.common = common
        self.offset = offset
        self.isConditional = isConditional
    }

    /// The headers for a URL. Those of the user replace others of the same name: servers read the
    /// first of two.
    func all(for url: URL, allowsGzip: Bool = false) -> [HTTPHeader] {
        let own = DownloadOrigin(origin).includes(url) ? own : []
        let given = Set(own.map { $0.name.lowercased() })
        let others = common.filter { !given.contains($0.name.lowercased()) }
        let gzip = allowsGzip ? HTTPHeader(name: "Accept-Encoding", value: "gzip") : nil
        return others.map { Self.isIdentity($0) ? gzip ?? $0 : $0 } + own
    }

    func wantsIdentity(from url: URL) -> Bool { all(for: url).contains(where: Self.isIdentity) }

    private static func isIdentity(_ header: HTTPHeader) -> Bool {
        header.name.lowercased() == "accept-encoding" && header.value == "identity"
    }
}

/// The server that a download was requested from, which may see the user's headers.
package struct DownloadOrigin: Sendable {
    private let url: URL

    package init(_ url: URL) {
        self.url = url
    }

    /// Whether headers, which may be secrets, may go to a URL: only with the same scheme, host and
    /// port, or from its http to its https.
    package func includes(_ other: URL) -> Bool {
        guard other.host?.lowercased() == url.host?.lowercased() else { return false }
        let scheme = other.scheme?.lowercased()
        if scheme == url.scheme?.lowercased() { return other.port == url.port }
        return scheme == "https" && other.port == nil && url.port == nil
    }

    package func isProtectedBetter(than other: URL) -> Bool {
        url.scheme?.lowercased() == "https" && other.scheme?.lowercased() != "https"
    }
}
