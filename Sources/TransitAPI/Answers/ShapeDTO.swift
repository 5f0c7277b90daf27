import BundleCodec
public import TransitModel

/// A path, in one of two forms.
public struct ShapeDTO: WireObject, DTO {
    /// `shape_id`; empty where an answer lacks it.
    public var shapeID = ""
    /// The form of the path.
    public var format: WireWord<ShapeFormat> = WireWord(.polyline6)
    /// The points as a polyline with six decimals.
    public var polyline: String?
    /// The points as a `LineString` of GeoJSON, with the decimals of the bundle; nil for fewer than
    /// two, which are not a line (RFC 7946, 3.1.4), and for a path in ``lines``.
    public var geometry: LineStringDTO?
    /// A path across the antimeridian, in place of `geometry`: its lines end there (RFC 7946,
    /// 3.1.9).
    public var lines: MultiLineStringDTO?
    /// The positions of `lines` at which the path is cut and which are not points of the path:
    /// their indices among the positions of all lines, from 0.
    public var cuts: [Int] = []
    /// The only point of a path, in place of `geometry`.
    public var point: PointDTO?
    /// `shape_dist_traveled` of each position, in the feed's own unit; nil where the feed has none.
    public var distances: [Double?]?

    init() {}

    /// Creates the wire form of a path.
    public init(_ shape: TripShape, format: ShapeFormat) {
        shapeID = shape.shapeID
        self.format = WireWord(format)
        var positions = shape.points.map { Position(point: $0) }
        switch format {
        case .polyline6:
            polyline = String(
                decoding: Polyline.encode(
                    degrees: shape.points.map { ($0.coordinate.latitude, $0.coordinate.longitude) }),
                as: UTF8.self)
        case .geojson:
            positions = positions.filter(\.point.coordinate.isOnGlobe)
            let complete = Self.lines(positions)
            if complete.isEmpty {
                point = positions.first.map { PointDTO($0.point.coordinate) }
            } else {
                positions = Array(complete.joined())
                let coordinates = complete.map { $0.map(\.point.coordinate) }
                if coordinates.count == 1 {
                    geometry = LineStringDTO(coordinates[0])
                } else {
                    lines = MultiLineStringDTO(coordinates)
                }
            }
            cuts = positions.indices.filter { positions[$0].isCut }
        }
        distances =
            positions.contains { $0.point.distance != nil } ? positions.map(\.point.distance) : nil
    }

    private struct Position {
        var point: TripShape.Point
        var isCut = false
    }

    private static func lines(_ positions: [Position]) -> [[Position]] {
        var lines = GeoJSONLines<Position> { latitude, longitude, point in
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            return Position(
                point: TripShape.Point(coordinate: coordinate, distance: point?.point.distance),
                isCut: point == nil)
        }
        for position in positions {
            let place = position.point.coordinate
            lines.append(position, latitude: place.latitude, longitude: place.longitude)
        }
        return lines.complete
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("shape_id", &shapeID)
        wire.key("format", &format)
        wire.optional("polyline", &polyline)
        wire.optional("geometry", &geometry)
        wire.optional("lines", &lines)
        wire.optional("cuts", &cuts)
        wire.optional("point", &point)
        wire.optional("distances", &distances)
    }

    /// The path; a damaged polyline ends where the damage begins.
    public var model: TripShape {
        let coordinates =
            geometry?.coordinates ?? lines.map { Array($0.coordinates.joined()) }
            ?? point.map { [$0.coordinates] } ?? polyline.map(Self.coordinates) ?? []
        let cuts = Set(cuts)
        return TripShape(
            shapeID: shapeID,
            points: coordinates.enumerated().filter { !cuts.contains($0.offset) }
                .map { index, coordinate in
                    let distance = distances.flatMap {
                        $0.indices.contains(index) ? $0[index] : nil
                    }
                    return TripShape.Point(coordinate: coordinate, distance: distance)
                })
    }

    private static func coordinates(_ polyline: String) -> [Coordinate] {
        var coordinates: [Coordinate] = []
        var polyline = polyline
        polyline.withUTF8 { text in
            var decoder = PolylineDecoder(UnsafeRawBufferPointer(text), count: text.count)
            do {
                while let place = try decoder.next() {
                    coordinates.append(
                        Coordinate(
                            latitude: Double(place.latitude) / 1e6,
                            longitude: Double(place.longitude) / 1e6))
                }
            } catch {
                // A polyline does not say how many points it has: damage always looks like an early
                // end.
                return
            }
        }
        return coordinates
    }
}

/// A `LineString` of GeoJSON.
public struct LineStringDTO: WireObject, DTO {
    /// `LineString`.
    public var type = "LineString"
    /// The points; longitudes come first in JSON.
    public var coordinates: [Coordinate] = []

    init() {}

    /// Creates the wire form of a line.
    public init(_ coordinates: [Coordinate]) {
        self.coordinates = coordinates
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("type", &type)
        wire.key("coordinates", &coordinates)
    }
}

/// A `MultiLineString` of GeoJSON.
public struct MultiLineStringDTO: WireObject, DTO {
    /// `MultiLineString`.
    public var type = "MultiLineString"
    /// The points of each line; longitudes come first in JSON.
    public var coordinates: [[Coordinate]] = []

    init() {}

    /// Creates the wire form of lines.
    public init(_ coordinates: [[Coordinate]]) {
        self.coordinates = coordinates
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("type", &type)
        var lines = coordinates.map(WireLine.init)
        wire.key("coordinates", &lines)
        coordinates = lines.map(\.places)
    }
}

/// A `Point` of GeoJSON.
public struct PointDTO: WireObject, DTO {
    /// `Point`.
    public var type = "Point"
    /// The place; the longitude comes first in JSON.
    public var coordinates = Coordinate(latitude: 0, longitude: 0)

    init() {}

    /// Creates the wire form of a place.
    public init(_ coordinate: Coordinate) {
        coordinates = coordinate
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("type", &type)
        wire.key("coordinates", &coordinates)
    }
}
