/// The values by which a server recognizes what it has sent before (RFC 9110, 8.8). Many file
/// servers send only a date.
package struct DownloadValidators: Sendable, Hashable, Codable {
    package let etag: String?
    package let lastModified: String?

    package init?(etag: String?, lastModified: String?) {
        guard etag != nil || lastModified != nil else { return nil }
        self.etag = etag
        self.lastModified = lastModified
    }

    /// The validator for requesting the rest of a broken transfer; it must guarantee equal bytes,
    /// which a weak ETag does not.
    package var forRange: String? {
        if let etag, !etag.hasPrefix("W/") { return etag }
        return lastModified
    }
}
