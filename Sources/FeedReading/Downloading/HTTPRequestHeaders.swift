import Foundation

/// The headers of an attempt, and to whom they are sent.
struct HTTPRequestHeaders {
    /// The URL that was asked for, without user and password.
    let origin: URL
    /// From which byte on the body is asked for.
    let offset: Int64
    /// Whether the server may answer that nothing has changed.
    let isConditional: Bool
    /// For every host.
    private let common: [(name: String, value: String)]
    /// For the URL's own origin only: they may be secrets.
    private let own: [(name: String, value: String)]

    /// Nil when the URL is none.
    ///
    /// - Parameter isFresh: whether caches and conditions are to be left out.
    init?(_ request: DownloadRequest, target: DownloadTarget, isFresh: Bool) {
        guard var parts = URLComponents(string: request.url.value) else { return nil }
        var own = request.headers.map { (name: $0.name, value: $0.value.value) }
        if let user = parts.user, !own.contains(where: { $0.name.lowercased() == "authorization" })
        {
            let login = Data("\(user):\(parts.password ?? "")".utf8).base64EncodedString()
            own.append(("Authorization", "Basic " + login))
        }
        (parts.user, parts.password, parts.fragment) = (nil, nil, nil)
        guard let url = parts.url, url.host?.isEmpty == false else { return nil }
        origin = url
        self.own = own

        var common = [("User-Agent", request.userAgent), ("Accept-Encoding", "identity")]
        let rangeValidator = isFresh ? nil : target.rangeValidator
        offset = rangeValidator == nil ? 0 : target.size
        isConditional = rangeValidator == nil && !isFresh && request.validators != nil
        if let rangeValidator {
            common += [("Range", "bytes=\(offset)-"), ("If-Range", rangeValidator)]
        } else if isConditional {
            if let etag = request.validators?.etag { common.append(("If-None-Match", etag)) }
            if let date = request.validators?.lastModified {
                common.append(("If-Modified-Since", date))
            }
        }
        if isFresh { common.append(("Cache-Control", "no-cache")) }
        self.common = common.map { (name: $0.0, value: $0.1) }
    }

    /// What is sent to a URL.
    func all(for url: URL) -> [(name: String, value: String)] {
        DownloadOrigin(origin).includes(url) ? common + own : common
    }

    /// Whether a redirect leaves the protection that secrets were sent under.
    func isUnsafeRedirect(to url: URL) -> Bool {
        !own.isEmpty && DownloadOrigin(origin).isProtectedBetter(than: url)
    }
}
