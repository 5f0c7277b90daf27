/// By what a server recognises what it has sent before (RFC 9110, 8.8).
package struct DownloadValidators: Sendable, Hashable, Codable {
    package let etag: String?
    package let lastModified: String?

    /// Nil when there is neither.
    package init?(etag: String?, lastModified: String?) {
        guard etag != nil || lastModified != nil else { return nil }
        self.etag = etag
        self.lastModified = lastModified
    }

    /// What says that the bytes are the same, for the rest of a broken transfer: a weak ETag says
    /// only that they mean the same.
    var forRange: String? {
        if let etag, !etag.hasPrefix("W/") { return etag }
        return lastModified
    }
}
