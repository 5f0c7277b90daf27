import BundleCodec
public import TransitModel

/// A path, in one of two forms.
public struct ShapeDTO: WireObject, DTO {
    /// `shape_id`; empty where an answer lacks it.
    public var shapeID = ""
    /// Which of the two forms it has.
    public var format: WireWord<ShapeFormat> = WireWord(.polyline6)
    /// The points as a polyline with six decimals.
    public var polyline: String?
    /// The points as a `LineString` of GeoJSON, with the decimals of the bundle; nil for fewer than
    /// two, which are not a line (RFC 7946, 3.1.4).
    public var geometry: LineStringDTO?
    /// The only point of a path, in the place of `geometry`.
    public var point: PointDTO?
    /// `shape_dist_traveled` of each point, in the feed's own unit; nil where the feed has none.
    public var distances: [Double?]?

    init() {}

    /// A path as it is sent.
    public init(_ shape: TripShape, format: ShapeFormat) {
        shapeID = shape.shapeID
        self.format = WireWord(format)
        switch format {
        case .polyline6:
            polyline = String(
                decoding: Polyline.encode(
                    degrees: shape.points.map { ($0.coordinate.latitude, $0.coordinate.longitude) }),
                as: UTF8.self)
        case .geojson:
            let coordinates = shape.coordinates
            if coordinates.count > 1 {
                geometry = LineStringDTO(coordinates)
            } else {
                point = coordinates.first.map(PointDTO.init)
            }
        }
        distances =
            shape.points.contains { $0.distance != nil } ? shape.points.map(\.distance) : nil
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("shape_id", &shapeID)
        wire.key("format", &format)
        wire.optional("polyline", &polyline)
        wire.optional("geometry", &geometry)
        wire.optional("point", &point)
        wire.optional("distances", &distances)
    }

    /// The path; a damaged polyline ends where the damage begins.
    public var model: TripShape {
        let coordinates =
            geometry?.coordinates ?? point.map { [$0.coordinates] }
            ?? polyline.map(Self.coordinates) ?? []
        return TripShape(
            shapeID: shapeID,
            points: coordinates.enumerated().map { index, coordinate in
                let distance = distances.flatMap { $0.indices.contains(index) ? $0[index] : nil }
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

    /// A line as it is sent.
    public init(_ coordinates: [Coordinate]) {
        self.coordinates = coordinates
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("type", &type)
        wire.key("coordinates", &coordinates)
    }
}

/// A `Point` of GeoJSON.
public struct PointDTO: WireObject, DTO {
    /// `Point`.
    public var type = "Point"
    /// The place; the longitude comes first in JSON.
    public var coordinates = Coordinate(latitude: 0, longitude: 0)

    init() {}

    /// A place as it is sent.
    public init(_ coordinate: Coordinate) {
        coordinates = coordinate
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("type", &type)
        wire.key("coordinates", &coordinates)
    }
}
