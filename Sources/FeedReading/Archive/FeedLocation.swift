/// The location of a feed, as named on the command line.
package struct FeedLocation: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A zip, a tar or a folder on disk.
        case path(String)
        /// `-`.
        case standardInput
        /// An http or https URL.
        case url(String)
    }

    package let kind: Kind

    /// Reads a command-line argument: `-`, an `http:` or `https:` URL in any case, or a path.
    ///
    /// A file that is really called `-` is `./-`.
    package init(_ argument: String) {
        let start = argument.prefix(8).lowercased()
        if argument == "-" {
            kind = .standardInput
        } else if start.hasPrefix("http://") || start.hasPrefix("https://") {
            kind = .url(argument)
        } else {
            kind = .path(argument)
        }
    }

    /// The location for messages and metadata, without anything that may be secret: a URL loses its
    /// user, password, query and fragment.
    package var description: String {
        switch kind {
        case .path(let path): path
        case .standardInput: "standard input"
        case .url(let url): Self.withoutSecrets(url)
        }
    }

    private static func withoutSecrets(_ url: String) -> String {
        let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
        guard let colon = url.firstIndex(of: ":") else { return String(url[..<end]) }
        let scheme = url[..<colon].lowercased()
        let rest = url[colon..<end].dropFirst(3)
        let hostEnd = rest.firstIndex(of: "/") ?? rest.endIndex
        // A password may contain an @ itself: the last one ends it.
        let host = rest[..<hostEnd].split(separator: "@", omittingEmptySubsequences: false).last
        return scheme + "://" + (host ?? "") + rest[hostEnd...]
    }
}
