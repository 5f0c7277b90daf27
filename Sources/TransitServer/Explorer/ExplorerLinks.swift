import TransitAPI
import TransitModel

/// Addresses of the pages of one feed, in one version and language.
@available(iOS 17, macOS 14, *)
struct ExplorerLinks: Sendable {
    /// The feed in addresses; nil for the only one.
    let feed: String?
    /// The version in addresses; nil for the current one.
    let version: String?
    /// The chosen language of names; nil for the browser's.
    let language: String?

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

    /// The page of a trip.
    func trip(_ id: String, date: ServiceDate?, start: ServiceTime? = nil) -> String {
        address(
            ["trips", id],
            [("date", date?.description), ("start_time", date == nil ? nil : start?.description)])
    }

    /// The same page in another version; in the current one when nil.
    func inVersion(_ version: String?) -> ExplorerLinks {
        ExplorerLinks(feed: feed, version: version, language: language)
    }

    private func address(_ parts: [String], _ query: [(String, String?)]) -> String {
        var path = "/explorer"
        if let feed { path += "/feeds/" + PercentCoding.encodedSegment(feed) }
        if let version { path += "/versions/" + PercentCoding.encodedSegment(version) }
        path += "/" + parts.map(PercentCoding.encodedSegment).joined(separator: "/")
        let fields = (query + [("language", language)]).compactMap { name, value in
            value.map { name + "=" + PercentCoding.encoded($0) }
        }
        return fields.isEmpty ? path : path + "?" + fields.joined(separator: "&")
    }
}
