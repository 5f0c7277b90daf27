/// The head of an answer.
package struct HTTPHead: Sendable {
    package let status: Int
    /// By name in lower case.
    package let headers: [String: String]

    package init(status: Int, headers: [String: String]) {
        self.status = status
        self.headers = headers
    }

    /// A header, by name in any case; nil when it is empty.
    package func header(_ name: String) -> String? {
        let value = headers[name.lowercased()]
        return value?.isEmpty == false ? value : nil
    }

    package func words(_ name: String) -> [Substring] {
        (header(name) ?? "").lowercased().split { $0 == "," || $0 == " " }
    }

    package var validators: DownloadValidators? {
        DownloadValidators(etag: header("ETag"), lastModified: header("Last-Modified"))
    }

    package var length: Int64? {
        header("Content-Length").flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Whether it names an encoding of the body, either for the transfer or of the file itself:
    /// servers mix these up, and name one for a `.gz` or even a `.zip`.
    package var isEncoded: Bool { !words("Content-Encoding").allSatisfy { $0 == "identity" } }

    package var range: ContentRange? { header("Content-Range").flatMap(ContentRange.init) }
}

/// The header `Content-Range: bytes 100-199/200` of a part (RFC 9110, 14.4).
package struct ContentRange: Equatable {
    package let first: Int64
    package let last: Int64
    package let total: Int64?

    init?(_ text: String) {
        guard text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        let ends = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, ends.count == 2, let first = Int64(ends[0]),
            let last = Int64(ends[1]), first >= 0, first <= last
        else { return nil }
        self.first = first
        self.last = last
        total = Int64(parts[1])
    }
}
