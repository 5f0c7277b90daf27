import TransitAPI
package import TransitBundle
import TransitModel

struct ExplorerLinks: Sendable {
    let feed: String?
    let version: String?
    var language: String?
    var dots = DotKeys()

    /// Ids in `parts` are encoded here; fields of the query without a value are left out.
    func page(_ parts: String..., query: [(String, String?)] = []) -> String {
        address(parts, query)
    }

    func stop(_ id: String, query: [(String, String?)] = []) -> String {
        address(["stops", id], query)
    }

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

    func inVersion(_ version: String?) -> ExplorerLinks {
        ExplorerLinks(feed: feed, version: version, language: language)
    }

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
package struct DotKeys: Sendable {
    private var keys: [String: String] = [:]

    init() {}

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

    func key(of id: String, _ kind: String) -> String? { keys[kind + "/" + id] }
}
