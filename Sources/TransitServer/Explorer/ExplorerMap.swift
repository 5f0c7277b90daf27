import TransitBundle

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
        map = try await context.bundle.bundle.networkMap()
    }

    func file() -> AnswerBody {
        AnswerBody(bytes: Array(json.utf8))
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
