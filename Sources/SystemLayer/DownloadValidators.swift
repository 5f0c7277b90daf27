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

    /// An ETag that guarantees equal bytes, which a weak one does not.
    package var strongTag: String? { etag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

    /// The validator for requesting the rest of a broken transfer.
    package var forRange: String? { strongTag ?? lastModified }
}
