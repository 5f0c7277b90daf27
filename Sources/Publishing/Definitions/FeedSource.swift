import FeedReading

/// Where a feed is fetched from: an http(s) URL, or an absolute path on this machine.
package struct FeedSource: Sendable, Equatable {
    /// The URL or the path, perhaps with variables.
    package let template: Template

    /// For messages, logs and status files: without user, password and query, and with the names
    /// of variables instead of their values.
    package var shown: String { FeedLocation(template.text).description }

    /// Whether nothing is downloaded.
    package var isLocal: Bool {
        if case .path(let path) = FeedLocation(template.text).kind { return path.hasPrefix("/") }
        return false
    }

    /// Says which source it is without saying what is in it: what was remembered of a download
    /// belongs to this source only.
    package var key: String {
        var hash = ContentHash()
        Array(template.text.utf8).withUnsafeBytes { hash.update($0) }
        hash.finishMember("source")
        return String(hash.value.prefix(16))
    }
}
