import TransitAPI
import TransitBundle
import TransitModel
import WebPages

/// The map of the whole feed, `map.json`, which `map.js` draws:
///
///     {"box": [south, west, north, east],
///      "stops": {"sid": [differences], "places": "polyline of all, five decimals", "kinds": "0121"},
///      "lines": [{"rid": 1, "color": "F99D1C", "polyline": "..."}]}
///
/// Each number of `sid` is the difference to the one before. Without stops and lines `box` is null.
@available(iOS 17, macOS 14, *)
struct ExplorerMap {
    private let map: NetworkMap

    init(_ context: ExplorerContext) async throws {
        map = try await context.shown.bundle.networkMap()
    }

    func file() -> ExplorerFile {
        .json(Array(json.utf8))
    }

    private var json: String {
        var text = "{\"box\":"
        if let box = map.box {
            text += "[\(box.south),\(box.west),\(box.north),\(box.east)]"
        } else {
            text += "null"
        }
        text += ",\"stops\":{\"sid\":["
        var last: Int64 = 0
        for (number, sid) in map.sids.enumerated() {
            if number > 0 { text += "," }
            text += "\(sid - last)"
            last = sid
        }
        text += "],\"places\":\(Self.quoted(map.places)),\"kinds\":\"\(map.kinds)\"},\"lines\":["
        for (number, line) in map.lines.enumerated() {
            if number > 0 { text += "," }
            text += "{"
            if let rid = line.rid { text += "\"rid\":\(rid)," }
            text += "\"color\":\"\(line.color)\",\"polyline\":\(Self.quoted(line.polyline))}"
        }
        return text + "]}"
    }

    /// Polylines have one character that JSON escapes.
    private static func quoted(_ polyline: String) -> String {
        var text = "\""
        text.reserveCapacity(polyline.utf8.count + 16)
        for part in polyline.split(separator: "\\", omittingEmptySubsequences: false).enumerated() {
            if part.offset > 0 { text += "\\\\" }
            text += part.element
        }
        return text + "\""
    }
}

/// The map of the whole feed.
@available(iOS 17, macOS 14, *)
struct MapPage {
    private let context: ExplorerContext

    init(_ context: ExplorerContext) {
        self.context = context
    }

    func page() -> ExplorerPage {
        // Without scripts the map is empty; a list has the same stops.
        ExplorerPage(
            title: context.texts("map.title"),
            body: """
                <p class="noprint"><a href="\(context.links.page("stops"))">\(context.texts("map.list"))</a></p>
                """)
    }
}

/// The content of the map on pages.
@available(iOS 17, macOS 14, *)
extension ExplorerContext {
    /// A stop as a mark that links to its page; nil when it has no place.
    ///
    /// - Parameter isHere: whether the page is about it.
    func mark(_ stop: StopDTO, isHere: Bool = false) -> MapContent.Mark? {
        guard let place = stop.model.coordinate else { return nil }
        return MapContent.Mark(
            latitude: place.latitude, longitude: place.longitude, name: name(of: stop),
            link: links.stop(stop.stopID),
            kind: isHere ? "here" : stop.locationType == 1 ? "station" : "stop")
    }

    /// Paths in the color of their route.
    func lines(shapes: [String], color: String?) async throws -> [MapContent.Line] {
        var lines: [MapContent.Line] = []
        for id in shapes {
            let shape = try await ask(.shape, id: id) { $0.shape }.data.model
            lines.append(
                MapContent.Line(
                    through: shape.coordinates.map { ($0.latitude, $0.longitude) }, color: color))
        }
        return lines
    }
}
