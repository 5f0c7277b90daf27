/// A file that a test's server serves as it should be: conditions and ranges are understood.
package struct ServedFile: Sendable {
    package let bytes: [UInt8]
    package let etag: String?
    package let lastModified: String?
    package let hasRanges: Bool

    package init(
        _ bytes: [UInt8], etag: String? = nil, lastModified: String? = nil, hasRanges: Bool = true
    ) {
        self.bytes = bytes
        self.etag = etag
        self.lastModified = lastModified
        self.hasRanges = hasRanges
    }

    private var headers: [String] {
        (etag.map { ["ETag: " + $0] } ?? [])
            + (lastModified.map { ["Last-Modified: " + $0] } ?? [])
            + (hasRanges ? ["Accept-Ranges: bytes"] : [])
    }

    package func reply(to request: ServedRequest) -> ServedReply {
        let isKnown =
            request["If-None-Match"].map { $0 == etag }
            ?? request["If-Modified-Since"].map { $0 == lastModified } ?? false
        if isKnown { return ServedReply("304 Not Modified", headers) }
        guard hasRanges, let range = request["Range"], range.hasPrefix("bytes="),
            let first = Int(range.dropFirst(6).dropLast()),
            [nil, etag, lastModified].contains(request["If-Range"])
        else { return ServedReply("200 OK", headers, body: bytes) }
        guard first < bytes.count else {
            return ServedReply(
                "416 Range Not Satisfiable", ["Content-Range: bytes */\(bytes.count)"])
        }
        let place = "Content-Range: bytes \(first)-\(bytes.count - 1)/\(bytes.count)"
        return ServedReply("206 Partial Content", headers + [place], body: Array(bytes[first...]))
    }
}
