import BundleCodec
import Foundation

/// Searches, which find the same stops and routes as those of a bundle, in the same order.
extension CannedSource {
    public func stops(matching text: String, limit: Int) async throws -> [Stop] {
        try await give {
            let typed = TypedText(text)
            let byRank = stopsByRank()
            var found: [Stop] = []
            func add(asTheyAre: Bool = false, _ isFound: (Stop) -> Bool) {
                let shown = allStops.filter(isFound)
                    .compactMap { asTheyAre ? $0 : representative(of: $0) }
                let sids = Set(shown.map(\.sid)).subtracting(found.map(\.sid))
                found += byRank.filter { sids.contains($0.sid) }
            }
            add(asTheyAre: true) { typed.isID($0.stopID) || typed.isWhole($0.stopCode) }
            add(asTheyAre: true) { typed.isID($0.stopID, whateverCase: true) }
            add { typed.isWhole($0.stopName) }
            let matches = allStops.filter { typed.isFound(in: [$0.stopName, $0.stopCode]) }
            let sids = Set(matches.map(\.sid))
            add { typed.hasRuns && sids.contains($0.sid) && $0.stopName.hasPrefix(typed.text) }
            add { sids.contains($0.sid) }
            return Array(found.prefix(max(limit, 0)))
        }
    }

    /// The stop that represents one in lists: the station for a platform with its name, an entrance,
    /// a node or a boarding area; nil for a node without a station.
    private func representative(of stop: Stop) -> Stop? {
        switch stop.kind {
        case .entrance, .genericNode, .boardingArea:
            return chain(from: stop).dropFirst().reduce(nil) { $1 }
        case .stop:
            let parent = parent(of: stop)
            return parent?.stopName == stop.stopName ? parent : stop
        default: return stop
        }
    }

    /// The most served stop first, a station before its platforms.
    private func stopsByRank() -> [Stop] {
        var served: [Int64: Int] = [:]
        for stop in patterns().flatMap(\.calls).compactMap(\.stop) {
            for place in chain(from: stop) { served[place.sid, default: 0] += 1 }
        }
        func key(_ stop: Stop) -> (Int, Int, Int64) {
            (-(served[stop.sid] ?? 0), stop.kind == .station ? 0 : 1, stop.sid)
        }
        return allStops.sorted { key($0) < key($1) }
    }

    public func routes(matching text: String, limit: Int) async throws -> [Route] {
        try await give {
            let typed = TypedText(text)
            let served = Dictionary(grouping: patterns()) { $0.trips[0].routeID }
            func tier(_ route: Route) -> Int {
                let name = SearchFolding.folded(route.routeShortName)
                if name == typed.folded || typed.isID(route.routeID, whateverCase: true) {
                    return 0
                }
                return name.hasPrefix(typed.folded) ? 1 : 2
            }
            let hits = allRoutes.filter { route in
                typed.isID(route.routeID, whateverCase: true)
                    || typed.isFound(in: [route.routeShortName, route.routeLongName])
            }
            .map { route in
                let tier = tier(route)
                let patterns = tier < 2 ? 0 : served[route.routeID]?.count ?? 0
                let order = tier < 2 ? 0 : route.routeSortOrder ?? .max
                return (key: (tier, -patterns, order), route: route)
            }
            .sorted { left, right in
                if left.key != right.key { return left.key < right.key }
                let names = (left.route.routeShortName, right.route.routeShortName)
                if names.0 != names.1 { return NaturalOrder.isLess(names.0, names.1) }
                return left.route.rid < right.route.rid
            }
            return hits.prefix(max(limit, 0)).map(\.route)
        }
    }
}

/// A typed text, and the names that it finds.
private struct TypedText {
    /// Without spaces around it.
    let text: String
    let folded: String
    /// Whether names may have it anywhere, because its writing has no spaces between words.
    let hasRuns: Bool
    private let key: String
    /// By part of the text and spelling of the part: the beginnings of words that a name has to have.
    private let parts: [[[[Unicode.Scalar]]]]

    init(_ typed: String) {
        text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        folded = SearchFolding.folded(text)
        hasRuns = SearchFolding.hasRuns(text)
        key = SearchFolding.key(text)
        parts = text.split(whereSeparator: \.isWhitespace)
            .map { part in
                SearchFolding.spellings(String(part), isWhole: false).map(SearchFolding.tokens)
                    .filter { !$0.isEmpty }
            }
            .filter { !$0.isEmpty }
    }

    /// Whether each part of it is the beginning of a word of the names.
    func isFound(in names: [String?]) -> Bool {
        let words = names.compactMap { $0 }.flatMap { name in
            SearchFolding.tokens(name)
                + SearchFolding.tokens(SearchFolding.searchWords([name]) ?? "")
        }
        func begins(_ typed: [Unicode.Scalar]) -> Bool {
            words.contains { $0.starts(with: typed) }
        }
        return !parts.isEmpty && parts.allSatisfy { $0.contains { $0.allSatisfy(begins) } }
    }

    /// Whether it is all of a name or a code.
    func isWhole(_ name: String?) -> Bool {
        !parts.isEmpty && name.map(SearchFolding.key) == key
    }

    /// Whether it is an id, which is compared by its bytes.
    func isID(_ id: String, whateverCase: Bool = false) -> Bool {
        guard !text.isEmpty else { return false }
        return whateverCase
            ? id.lowercased().utf8.elementsEqual(text.lowercased().utf8)
            : id.utf8.elementsEqual(text.utf8)
    }
}
