/// Answers GETs: over whatever a program has for that.
///
/// It does nothing by itself: it tries nothing twice and keeps nothing.
package protocol BundleSource {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - head: told the head of the answer, once, before any part.
    ///   - part: told the bytes of the body as they arrive. What these throw ends the transfer, and is
    ///     thrown on.
    /// - Throws: `BundleSourceFailure` where the answer did not come to its end.
    func get(
        _ request: BundleRequest, head: (BundleReply) throws -> Void,
        part: (UnsafeRawBufferPointer) throws -> Void
    ) throws
}

/// A GET of a manifest or of a file that it names.
package struct BundleRequest: Hashable, Sendable {
    package var url: String
    /// What is known already, by its ETag.
    package var ifNoneMatch: String?
    /// The first byte that is wanted.
    package var offset = 0
    /// The ETag of what the bytes before that are of.
    package var ifRange: String?

    package init(url: String) {
        self.url = url
    }

    /// The fields of the head that say so.
    package var headers: [(name: String, value: String)] {
        // What is compressed in itself is counted and continued as it is.
        var headers = [(name: "accept-encoding", value: "identity")]
        if let ifNoneMatch { headers.append(("if-none-match", ifNoneMatch)) }
        if offset > 0 {
            headers.append(("range", "bytes=\(offset)-"))
            if let ifRange { headers.append(("if-range", ifRange)) }
        }
        return headers
    }
}

/// The head of an answer.
package struct BundleReply: Sendable {
    package let status: Int
    /// By their names in lower case.
    private let headers: [String: String]

    package init(status: Int, headers: [String: String]) {
        self.status = status
        self.headers = headers
    }

    private func header(_ name: String) -> String? {
        let value = headers[name]
        return value?.isEmpty == false ? value : nil
    }

    package var etag: String? { header("etag") }

    /// The ETag when it says that bytes are the same, not only that they mean the same.
    package var strongTag: String? { etag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

    package var length: Int? { header("content-length").flatMap { Int($0) } }

    /// Whether the bytes come in another form than that in which they lie there.
    package var isEncoded: Bool {
        (header("content-encoding") ?? "identity").lowercased() != "identity"
    }

    /// How long to wait before asking again.
    package var retryAfterSeconds: Int? {
        header("retry-after").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// From which byte on the body is, and how many the whole has where that is said.
    package var range: (first: Int, total: Int?)? {
        guard let text = header("content-range")?.lowercased(), text.hasPrefix("bytes ") else {
            return nil
        }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        let first = parts[0].split(separator: "-").first.flatMap { Int($0) }
        guard parts.count == 2, let first else { return nil }
        return (first, Int(parts[1]))
    }
}

/// Why an answer did not come, or not to its end.
package struct BundleSourceFailure: Error, Hashable, Sendable {
    /// In words, without the address, which may hold secrets.
    package let reason: String
    /// Whether it may be over soon.
    package let isPassing: Bool
    /// How long to wait for that, where the server says so.
    package let retryAfterSeconds: Int?

    package init(_ reason: String, isPassing: Bool, retryAfterSeconds: Int? = nil) {
        self.reason = reason
        self.isPassing = isPassing
        self.retryAfterSeconds = retryAfterSeconds
    }
}
