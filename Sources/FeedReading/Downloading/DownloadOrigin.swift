package import Foundation

/// The server that a download was asked of, and so the one that may see the user's headers.
package struct DownloadOrigin: Sendable {
    private let url: URL

    package init(_ url: URL) {
        self.url = url
    }

    /// Whether headers, which may be secrets, may go to a URL: only to the same scheme, host and
    /// port, or from its http to its https.
    package func includes(_ other: URL) -> Bool {
        guard other.host?.lowercased() == url.host?.lowercased() else { return false }
        let scheme = other.scheme?.lowercased()
        if scheme == url.scheme?.lowercased() { return other.port == url.port }
        return scheme == "https" && other.port == nil && url.port == nil
    }

    /// Whether going on to a URL would give up the encryption.
    package func isProtectedBetter(than other: URL) -> Bool {
        url.scheme?.lowercased() == "https" && other.scheme?.lowercased() != "https"
    }
}
