import TransitAPI
import TransitBundle
import TransitModel
import WebPages

/// The map of the whole feed, `map.json`, which `map.js` draws:
///
///     {"box": [south, west, north, east],
///      "stops": {"sid": [differences], "places": "polyline of all, five decimals", "kinds": "0121"},
///      "lines": [{"rid": 1, "color": "F99D1C", "polyline": "..."}],
///      "names": {"1": "T1"}}
///
/// Each number of `sid` is the difference to the one before. Without stops and lines there is no `box`.
struct ExplorerMap: Encodable {
    private let box: [Double]?
    private let stops: Stops
    private let lines: [Line]
    private let names: [String: String]

    private struct Stops: Encodable {
        let sid: [Int64]
        let places: String
        let kinds: String
    }

    private struct Line: Encodable {
        let rid: Int64?
        let color: String
        let polyline: String
    }

    init(_ context: ExplorerContext) async throws {
        let map = try await context.shown.bundle.networkMap()
        box = map.box.map { [$0.south, $0.west, $0.north, $0.east] }
        stops = Stops(
            sid: zip(map.sids, [0] + map.sids).map { $0 - $1 }, places: map.places,
            kinds: map.kinds)
        lines = map.lines.map { Line(rid: $0.rid, color: $0.color, polyline: $0.polyline) }
        let drawn = Set(lines.compactMap(\.rid))
        names = Dictionary(
            try await context.routes().filter { drawn.contains($0.rid) }
                .map { ("\($0.rid)", $0.name) }
        ) { first, _ in first }
    }

    func file() -> ExplorerFile {
        .json(Array(HTML.json(self).text.utf8))
    }
}

struct MapPage: PagePart {
    let context: ExplorerContext

    func page() async throws -> ExplorerPage {
        // Without scripts the map is empty; a list has the same stops.
        return ExplorerPage(
            title: texts("map.title"),
            body: """
                <p class="noprint"><a href="\(links.page("stops"))">\(texts("map.list"))</a></p>
                <details class="noprint"><summary>\(texts("map.lines"))</summary>
                \(context.badges(try await context.routes(), id: "lines"))</details>
                """, map: MapContent(), isWide: true)
    }
}

extension ExplorerContext {
    func mark(_ stop: Stop, isHere: Bool = false) -> MapContent.Mark? {
        guard let place = stop.coordinate else { return nil }
        return MapContent.Mark(
            latitude: place.latitude, longitude: place.longitude, name: name(of: stop),
            link: links.stop(stop.stopID),
            kind: isHere ? "here" : stop.locationType == 1 ? "station" : "stop")
    }

    /// - Parameter field: the field of the API's address that chooses them; nil for those in view.
    func vehicles(_ field: (String, String)?, of routes: [Route]) -> MapContent.Vehicles? {
        guard realtime?.state.freshness.isApplied ?? false else { return nil }
        return MapContent.Vehicles(
            query: field.map { $0 + "=" + PercentCoding.encoded($1) } ?? "",
            routes: Dictionary(routes.map { ($0.routeID, $0.name) }) { first, _ in first })
    }

    func lines(shapes: [String], color: String?) async throws -> [MapContent.Line] {
        var lines: [MapContent.Line] = []
        for id in shapes {
            let shape = try await shape(id)
            lines.append(
                MapContent.Line(
                    through: shape.coordinates.map { ($0.latitude, $0.longitude) }, color: color))
        }
        return lines
    }
}
