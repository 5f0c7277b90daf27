import Foundation

/// The head of an answer.
struct HTTPResponse {
    let status: Int
    /// By their names in lower case.
    private var headers: [String: String] = [:]

    /// Nil for an answer that is no HTTP.
    ///
    /// - Parameter lines: without their ends.
    init?(_ lines: [String]) {
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count > 1, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else {
            return nil
        }
        self.status = status
        var last: String?
        for line in lines.dropFirst() {
            if let first = line.first, first.isWhitespace, let name = last {
                // The obsolete way to continue a value on another line.
                headers[name, default: ""] += " " + line.trimmingCharacters(in: .whitespaces)
                continue
            }
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers[name] = headers[name].map { $0 + ", " + value } ?? value
            last = name
        }
    }

    /// A header, by its name in any case; nil when it is empty.
    func header(_ name: String) -> String? {
        let value = headers[name.lowercased()]
        return value?.isEmpty == false ? value : nil
    }

    /// Whether it only announces the answer proper.
    var isInterim: Bool { 100..<200 ~= status }

    /// Where to ask instead.
    var redirect: String? {
        [301, 302, 303, 307, 308].contains(status) ? header("Location") : nil
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
