import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The head of an answer.
struct HTTPResponse {
    let status: Int
    private let response: HTTPURLResponse

    /// Nil for an answer that is no HTTP.
    init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return nil }
        self.response = response
        status = response.statusCode
    }

    /// A header, by its name in any case; nil when it is empty.
    func header(_ name: String) -> String? {
        let value = response.value(forHTTPHeaderField: name)?
            .trimmingCharacters(in: .whitespaces)
        return value?.isEmpty == false ? value : nil
    }

    /// Whether the bytes come compressed, and are uncompressed on the way.
    var isEncoded: Bool {
        (header("Content-Encoding") ?? "identity").lowercased() != "identity"
    }

    /// What the server says about the length of the body.
    var length: Int64? {
        header("Content-Length").flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    var validators: DownloadValidators? {
        DownloadValidators(etag: header("ETag"), lastModified: header("Last-Modified"))
    }

    var retryAfter: RetryAfter? {
        RetryAfter(header("Retry-After"), now: Int(Date().timeIntervalSince1970))
    }
}
