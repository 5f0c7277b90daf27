import FeedReading

/// Where a feed is fetched from: an http(s) URL, or an absolute path on this machine.
package struct FeedSource: Sendable, Equatable {
    /// The URL or the path, perhaps with variables.
    package let template: Template

    /// For messages, logs and status files: without user, password and query, and with the names
    /// of variables instead of their values.
    package var shown: String {
        // One that begins with a variable is no URL to look at: its query goes all the same.
        let text = template.text
        return FeedLocation(isLocal ? text : String(text.prefix { $0 != "?" && $0 != "#" }))
            .description
    }

    /// Whether nothing is downloaded.
    package var isLocal: Bool {
        if case .path(let path) = FeedLocation(template.text).kind { return path.hasPrefix("/") }
        return false
    }

    /// Says what is asked for without saying what is in it: what was remembered of a download
    /// belongs to the same request only.
    ///
    /// - Parameter place: the URL with its variables' values.
    func key(at place: SecretText, _ definition: FeedDefinition) -> String {
        let templates = (definition.headers + definition.query).map {
            "\($0.name)\u{0}\($0.value.text)\u{0}"
        }
        var hash = ContentHash()
        for text in [template.text, place.value] + templates {
            Array(text.utf8).withUnsafeBytes { hash.update($0) }
            hash.finishMember("\(text.utf8.count)")
        }
        return String(hash.value.prefix(16))
    }
}
