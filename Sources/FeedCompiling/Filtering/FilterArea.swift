import FeedReading
import SystemLayer

/// A part of the Earth, in degrees.
public enum FilterArea: Sendable, Equatable {
    /// Between two meridians and two parallels; crosses the antimeridian when `west > east`.
    case box(west: Double, south: Double, east: Double, north: Double)
    /// Inside any of the polygons: rings of (longitude, latitude), the first of each the outline,
    /// the rest holes.
    case polygons([[Ring]])

    /// A closed line, such as the outline of a polygon; the last point is the first.
    public struct Ring: Sendable, Equatable {
        package let points: [Point]
        private let longitudes: ClosedRange<Double>

        /// Creates a ring.
        public init(_ points: [Point]) {
            self.points = points
            let longitudes = points.map(\.longitude)
            self.longitudes = (longitudes.min() ?? 0)...(longitudes.max() ?? 0)
        }

        func spans(_ longitude: Double) -> Bool { longitudes.contains(longitude) }
    }

    /// A place, in WGS 84.
    public struct Point: Sendable, Equatable {
        package let longitude: Double
        package let latitude: Double

        /// Creates a point.
        public init(longitude: Double, latitude: Double) {
            self.longitude = longitude
            self.latitude = latitude
        }
    }

    /// By which longitudes of one place may differ: rings go on beyond 180 and -180.
    static let turns = [-360.0, 0, 360]

    /// A point on the edge may count as inside or outside.
    package func contains(latitude: Double, longitude: Double) -> Bool {
        switch self {
        case .box(let west, let south, let east, let north):
            let isBetween =
                west <= east
                ? (west...east).contains(longitude) : longitude >= west || longitude <= east
            return isBetween && (south...north).contains(latitude)
        case .polygons(let polygons):
            return polygons.contains { rings in
                Self.turns.contains { turn in
                    // Even-odd over all rings: a hole takes back what the outline gave.
                    rings.reduce(false) { $0 != $1.encloses(latitude, longitude + turn) }
                }
            }
        }
    }
}

extension FilterArea.Ring {
    fileprivate func encloses(_ latitude: Double, _ longitude: Double) -> Bool {
        guard spans(longitude), var previous = points.last else { return false }
        var isInside = false
        for point in points {
            if (point.latitude > latitude) != (previous.latitude > latitude) {
                let slope =
                    (previous.longitude - point.longitude) / (previous.latitude - point.latitude)
                if longitude < point.longitude + slope * (latitude - point.latitude) {
                    isInside.toggle()
                }
            }
            previous = point
        }
        return isInside
    }

    /// The ring with longitudes that go on beyond 180 and -180, from the one next to `first`: a side of
    /// more than 180 degrees goes the short way.
    fileprivate func continuous(from first: Double) -> FilterArea.Ring {
        var (before, turns) = (first, 0.0)
        return FilterArea.Ring(
            points.map { point in
                let step = point.longitude - before
                // A whole turn is a side around the Earth.
                if abs(step) < 360 { turns -= (step / 360).rounded(.toNearestOrEven) }
                before = point.longitude
                return FilterArea.Point(
                    longitude: point.longitude + turns * 360, latitude: point.latitude)
            })
    }
}

/// The file's geometry, feature or feature collection (RFC 7946).
package enum AreaFile {
    /// The largest readable file: the finest outlines of a country have some megabytes.
    private static let sizeLimit = 64 << 20

    /// Throws `FeedError` when there is no such file, `FileError` when it cannot be read,
    /// `UnusableValue` when it holds no polygon.
    package static func read(_ path: String) throws -> FilterArea {
        guard let bytes = try WholeFile.read(path, atMost: sizeLimit) else {
            throw FeedError.inputMissing(source: path, reason: "no such file")
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

    static func polygons(_ value: JSONValue) -> [[FilterArea.Ring]] {
        switch value["type"] {
        case .string("FeatureCollection"): (value["features"]?.elements ?? []).flatMap(polygons)
        case .string("GeometryCollection"): (value["geometries"]?.elements ?? []).flatMap(polygons)
        case .string("Feature"): value["geometry"].map(polygons) ?? []
        case .string("Polygon"): [rings(value["coordinates"])].filter { !$0.isEmpty }
        case .string("MultiPolygon"):
            (value["coordinates"]?.elements ?? []).map(rings).filter { !$0.isEmpty }
        default: []
        }
    }

    /// The rings of a polygon; empty when any ring is broken, as half a polygon is another place.
    private static func rings(_ value: JSONValue?) -> [FilterArea.Ring] {
        let rings = (value?.elements ?? []).map { ($0.elements ?? []).map(point) }
        guard rings.allSatisfy({ $0.count >= 3 && !$0.contains(nil) }) else { return [] }
        let first = rings.first?.first??.longitude ?? 0
        return rings.map { FilterArea.Ring($0.compactMap { $0 }).continuous(from: first) }
    }

    private static func point(_ value: JSONValue) -> FilterArea.Point? {
        let numbers = (value.elements ?? []).compactMap(\.degrees)
        guard numbers.count >= 2 else { return nil }
        return FilterArea.Point(longitude: numbers[0], latitude: numbers[1])
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
