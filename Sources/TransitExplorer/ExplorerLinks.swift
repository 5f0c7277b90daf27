import TransitAPI
package import TransitBundle
import TransitModel

/// Addresses of the pages of one feed, in one version and language.
@available(iOS 17, macOS 14, *)
struct ExplorerLinks: Sendable {
    /// The feed in addresses; nil for the only one.
    let feed: String?
    /// The version in addresses; nil for the current one.
    let version: String?
    /// The chosen language of names; nil for the browser's.
    var language: String?
    /// The stand-in for ids of stops and routes that no address can have.
    var dots = DotKeys()

    /// The address of a page.
    ///
    /// - Parameters:
    ///   - parts: those of its path, unencoded: ids are encoded here.
    ///   - query: fields of its query; those without a value are left out.
    func page(_ parts: String..., query: [(String, String?)] = []) -> String {
        address(parts, query)
    }

    /// The page of a stop.
    func stop(_ id: String, query: [(String, String?)] = []) -> String {
        address(["stops", id], query)
    }

    /// The page of a route.
    func route(_ id: String, query: [(String, String?)] = []) -> String {
        address(["routes", id], query)
    }

    /// The page of a trip. Trips have no keys: an id of dots is in the query.
    func trip(_ id: String, date: ServiceDate?, start: ServiceTime? = nil) -> String {
        let isDots = PercentCoding.isDots(id)
        return address(
            isDots ? ["trips"] : ["trips", id],
            [
                ("trip", isDots ? id : nil), ("date", date?.description),
                ("start_time", date == nil ? nil : start?.description),
            ])
    }

    /// The same page in another version; in the current one when nil.
    func inVersion(_ version: String?) -> ExplorerLinks {
        ExplorerLinks(feed: feed, version: version, language: language)
    }

    /// The same pages with names in another language; in the browser's when nil.
    func speaking(_ language: String?) -> ExplorerLinks {
        var links = self
        links.language = language
        return links
    }

    private func address(_ parts: [String], _ query: [(String, String?)]) -> String {
        var path = "/explorer"
        if let feed { path += "/feeds/" + PercentCoding.encodedSegment(feed) }
        if let version { path += "/versions/" + PercentCoding.encodedSegment(version) }
        for (index, part) in parts.enumerated() {
            let key = index == 1 ? dots.key(of: part, parts[0]) : nil
            path += "/" + (key ?? PercentCoding.encodedSegment(part))
        }
        let fields = (query + [("language", language)]).compactMap { name, value in
            value.map { name + "=" + PercentCoding.encoded($0) }
        }
        return fields.isEmpty ? path : path + "?" + fields.joined(separator: "&")
    }
}

/// The keys of stops and routes whose ids are `.` or `..`. In an address, browsers take such an id
/// for a step up the path, even when its dots are percent-encoded.
@available(iOS 17, macOS 14, *)
package struct DotKeys: Sendable {
    private var keys: [String: String] = [:]

    /// Those of no feed.
    init() {}

    /// Those of a bundle.
    package init(_ bundle: TransitBundle) async throws {
        for id in [".", ".."] {
            if let stop = try await Self.found({ try await bundle.stop(id: id) }) {
                keys["stops/" + id] = "sid:\(stop.sid)"
            }
            if let route = try await Self.found({ try await bundle.route(id: id) }) {
                keys["routes/" + id] = "rid:\(route.rid)"
            }
        }
    }

    private static func found<Value>(
        _ question: () async throws -> Value
    ) async throws -> Value? {
        do {
            return try await question()
        } catch TransitSourceError.notFound {
            return nil
        }
    }

    /// The key of such an id on pages of a kind, such as `stops`; nil for any other id.
    func key(of id: String, _ kind: String) -> String? { keys[kind + "/" + id] }
}
