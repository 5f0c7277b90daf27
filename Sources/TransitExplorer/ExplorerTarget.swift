package import TransitAPI

/// It is `/explorer`, then what comes between `/api/v1` and an endpoint, then the page:
/// `/explorer/feeds/town/versions/20261121-1b2c3d4e/stops/QUAY`.
package struct ExplorerTarget: Sendable {
    package let feed: String?
    package let version: String?
    package let page: [String]
    package let lacksSlash: Bool
    private let query: [(name: String, value: String)]

    package init?(_ target: String) throws(APIFailure) {
        // Nearly every request is for something else, which a few bytes show.
        let first = target.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst()
        guard first.starts(with: "explorer".utf8) else { return nil }
        let path = target.prefix { $0 != "?" }
        var segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard segments.first == "explorer" else { return nil }
        segments.removeFirst()
        lacksSlash = segments.isEmpty
        if segments.last?.isEmpty == true { segments.removeLast() }
        var page: [String] = []
        for segment in segments {
            guard let text = PercentCoding.decodedSegment(String(segment)) else {
                throw APIFailure(.badValue, field: "path", "The path is not UTF-8, or holds NUL.")
            }
            page.append(text)
        }
        feed = Self.take("feeds", &page)
        version = Self.take("versions", &page)
        self.page = page
        let asked = try PercentCoding.pairs(query: String(target[path.endIndex...].dropFirst()))
        query = Self.parameters(of: page).flatMap { name in
            asked.filter { $0.name == name && !$0.value.isEmpty }
                .prefix(Self.lists.contains(name) ? .max : 1)
        }
    }

    private static func parameters(of page: [String]) -> [String] {
        let own =
            switch (page.count, page.first) {
            case (1, "stops"): ["q", "near", "radius", "bbox", "limit", "kind", "cursor", "page"]
            case (2, "stops"): ["board", "at", "n", "mode", "route", "cursor"]
            case (3, "stops"): ["cursor"]
            case (1, "routes"): ["q", "mode", "cursor"]
            case (2, "routes"): ["date"]
            case (3, "routes"): ["date", "direction", "page"]
            case (_, "trips"): ["trip", "date", "start_time"]
            case (1, "feed"): ["from", "cursor"]
            case (2, "extensions"): ["cursor"]
            default: [String]()
            }
        return own + ["language"]
    }

    private static let lists: Set = ["kind", "mode", "route"]

    /// The page with the parameters that it reads: equal for targets of equal pages.
    package var canonical: String {
        let whole = (feed.map { ["feeds", $0] } ?? []) + (version.map { ["versions", $0] } ?? [])
        let path = (whole + page).map(PercentCoding.encodedSegment).joined(separator: "/")
        let values = query.map { "\($0.name)=\(PercentCoding.encodedSegment($0.value))" }
        return path + "?" + values.joined(separator: "&")
    }

    private static func take(_ word: String, _ page: inout [String]) -> String? {
        guard page.count > 1, page[0] == word else { return nil }
        defer { page.removeFirst(2) }
        return page[1]
    }

    /// The first value of a field of the query; nil if there is none or it is empty, as forms send
    /// fields without input.
    package func value(_ name: String) -> String? { values(name).first }

    func values(_ name: String) -> [String] {
        assert(Self.parameters(of: page).contains(name), "no parameter of this page: \(name)")
        return query.filter { $0.name == name }.map(\.value)
    }
}
