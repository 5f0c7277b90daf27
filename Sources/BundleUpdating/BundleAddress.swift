import SystemLayer

/// | what is given | manifest | files |
/// | --- | --- | --- |
/// | `http://host:8080`, a `gtfs serve` | `/api/v1/bundle/manifest` | `/api/v1/bundle/NAME` |
/// | the same, and a feed | `/api/v1/feeds/FEED/bundle/manifest` | beside it |
/// | `https://host/sydney/manifest.json` | there | beside it |
/// | a folder, or a `manifest.json`, of this machine | there | beside it |
package struct BundleAddress: Hashable, Sendable {
    package let manifest: String
    /// Without user, password and query, which may be secrets.
    package let shown: String
    package let isLocal: Bool
    let isServer: Bool
    private let folder: String
    private let query: String

    package init(_ text: String, feed: String? = nil) throws(BundleUpdateError) {
        let scheme = text.prefix { $0 != ":" && $0 != "/" }.lowercased()
        let isURL = text.dropFirst(scheme.utf8.count).hasPrefix("://")
        if isURL, scheme == "http" || scheme == "https" {
            try self.init(url: text, scheme: scheme, feed: feed)
        } else if isURL, scheme != "file" {
            throw .address(text, reason: "expected an http, https or file URL, or a path")
        } else {
            try self.init(path: isURL ? try Self.path(of: text) : text)
        }
    }

    private init(path: String) throws(BundleUpdateError) {
        guard !path.isEmpty else { throw .address(path, reason: "the address is empty") }
        if path.hasSuffix(".json") {
            manifest = path
            folder = Folder.split(path).folder + "/"
        } else {
            folder = path.hasSuffix("/") ? path : path + "/"
            manifest = folder + "manifest.json"
        }
        // It may be a URL that lacks a slash, with a password.
        (shown, isLocal, isServer, query) = (ShownURL(manifest).text, true, false, "")
    }

    private init(url: String, scheme: String, feed: String?) throws(BundleUpdateError) {
        let text = url.prefix { $0 != "#" }
        let address = text.prefix { $0 != "?" }
        query = String(text[address.endIndex...])
        let rest = address.dropFirst(scheme.count + 3)
        let authority = rest.prefix { $0 != "/" }
        // A password may contain an @ itself: the last one ends it.
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard !host.isEmpty, !url.contains(where: { $0.isWhitespace || $0.isNewline }) else {
            throw .address(url, reason: "is not a valid address")
        }
        var path = String(rest[authority.endIndex...])
        if path.hasSuffix(".json") || path.hasSuffix("/bundle/manifest") {
            isServer = !path.hasSuffix(".json")
        } else {
            isServer = true
            while path.hasSuffix("/") { path.removeLast() }
            if !path.hasSuffix("/api/v1") { path += "/api/v1" }
            if let feed { path += "/feeds/" + feed.percentEncoded }
            path += "/bundle/manifest"
        }
        let start = "\(scheme)://\(authority)"
        manifest = start + path + query
        folder = start + path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        let readable = ShownURL(url)
        shown = readable.isWhole ? "\(scheme)://\(host)\(path)" : readable.text
        isLocal = false
    }

    package func file(_ name: String) -> String {
        isLocal ? folder + name : folder + name.percentEncoded + query
    }

    private static func path(of url: String) throws(BundleUpdateError) -> String {
        let rest = url.dropFirst("file://".count)
        guard rest.hasPrefix("/"), let path = rest.removingEscapes else {
            throw .address(url, reason: "expected file:/// and a path")
        }
        return path
    }
}

extension Substring {
    /// Nil when an escape such as `%20` is malformed.
    fileprivate var removingEscapes: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        // Decoding repairs what is not UTF-8, so the text differs.
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }
}
