import FeedReading
import Foundation

/// The polygons of a GeoJSON file: its geometry, feature or feature collection (RFC 7946).
package enum AreaFile {
    /// Throws `FeedError` when there is no such file, `UnusableValue` when it holds no polygon.
    package static func read(_ path: String) throws -> FilterArea {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw FileManager.default.fileExists(atPath: path)
                ? FeedError.inputUnreadable(source: path, reason: "cannot be read")
                : FeedError.inputMissing(source: path, reason: "no such file")
        }
        guard let root = JSONValue(text: String(decoding: bytes, as: UTF8.self)) else {
            throw UnusableValue("this is not JSON")
        }
        let polygons = polygons(root)
        guard !polygons.isEmpty else {
            throw UnusableValue("holds no polygon of at least three points")
        }
        return .polygons(polygons)
    }

    /// All polygons of a GeoJSON object, at any depth.
    private static func polygons(_ value: JSONValue) -> [[FilterArea.Ring]] {
        switch value["type"] {
        case .string("FeatureCollection"): elements(value["features"]).flatMap(polygons)
        case .string("GeometryCollection"): elements(value["geometries"]).flatMap(polygons)
        case .string("Feature"): value["geometry"].map(polygons) ?? []
        case .string("Polygon"): [rings(value["coordinates"])].filter { !$0.isEmpty }
        case .string("MultiPolygon"):
            elements(value["coordinates"]).map(rings).filter { !$0.isEmpty }
        default: []
        }
    }

    /// The rings of a polygon; empty when any ring is broken, as half a polygon is another place.
    private static func rings(_ value: JSONValue?) -> [FilterArea.Ring] {
        let rings = elements(value).map { elements($0).map(point) }
        guard rings.allSatisfy({ $0.count >= 3 && !$0.contains(nil) }) else { return [] }
        return rings.map { FilterArea.Ring($0.compactMap { $0 }) }
    }

    private static func point(_ value: JSONValue) -> FilterArea.Point? {
        let numbers = elements(value).compactMap(\.degrees)
        guard numbers.count >= 2 else { return nil }
        return FilterArea.Point(longitude: numbers[0], latitude: numbers[1])
    }

    private static func elements(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let elements)? = value { elements } else { [] }
    }
}

extension JSONValue {
    fileprivate var degrees: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}
