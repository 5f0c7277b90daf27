import BundleCodec
import BundleWriting
import FeedCompiling
import SQLiteLayer
import SystemLayer

/// Writes the routes and stops of a bundle as GeoJSON (RFC 7946): all that
/// `gtfs export --format geojson` does.
///
/// A route is one feature, whose MultiLineString has each of its shapes once, cut at the antimeridian
/// and without positions that are not on the globe: maps color, label and select it as one thing.
/// Routes come first, because maps paint features in their order, and stops belong on top. Each
/// feature is on a line of its own:
///
///     {"type":"FeatureCollection","features":[
///     {"type":"Feature","properties":{"route_id":"T1",...},"geometry":{"type":"MultiLineString",...}},
///     {"type":"Feature","properties":{"stop_id":"CJ",...},"geometry":{"type":"Point",...}}
///     ]}
///
/// Properties have the names and values of the bundle's columns, without blanks.
package struct GeoJSONExport {
    package struct Counts: Sendable, Hashable {
        package fileprivate(set) var routes = 0
        package fileprivate(set) var stops = 0
        /// None of their trips has a shape with two points on the globe.
        package fileprivate(set) var routesWithoutShape = 0
        /// Stops without coordinates, or with some that are not on the globe.
        package fileprivate(set) var stopsWithoutPlace = 0
    }

    private let bundle: PublishedBundle

    package init(bundle path: String) throws {
        bundle = try PublishedBundle(path: path, cacheKilobytes: FeedExport.cacheKilobytes)
    }

    /// The file appears when it is complete; the target may also be a pipe.
    package func run(to target: String, overwriting: Bool = false) throws -> Counts {
        let output = try NewFile(
            at: target, .bytes, replacing: .export(overwrites: overwriting))
        let counts = try bundle.read { connection in
            try RangeCheck.checkRanges(connection)
            var writer = FeatureWriter(output)
            var counts = Counts()
            try writeRoutes(connection, to: &writer, counting: &counts)
            try writeStops(connection, to: &writer, counting: &counts)
            try writer.finish()
            return counts
        }
        try output.publish()
        return counts
    }

    // MARK: Routes

    private static let routeColumns = [
        "route_id", "agency_id", "route_short_name", "route_long_name", "route_type", "mode",
        "effective_route_color", "effective_route_text_color",
    ]

    private func writeRoutes(
        _ connection: Connection, to writer: inout FeatureWriter, counting counts: inout Counts
    ) throws {
        let columns = Self.routeColumns.map { $0.hasSuffix("_color") ? "'#' || \($0)" : $0 }
        let shapes = try Statement(
            connection,
            """
            SELECT DISTINCT p.shape FROM pattern p JOIN shape s ON s.shape = p.shape
            WHERE p.rid = ? AND s.points > 1 ORDER BY p.shape
            """)
        let points = try ShapeCoordinates(connection)
        try connection.readRows(
            "SELECT \(columns.joined(separator: ", ")), rid FROM routes ORDER BY rid"
        ) { route in
            try shapes.start(route.int64(columns.count))
            var isFirst = true
            while try shapes.next() {
                for line in try points.lines(of: shapes.row.int64(0)) {
                    if isFirst {
                        writer.beginFeature(Self.routeColumns, of: route)
                        writer.beginGeometry("MultiLineString")
                    }
                    writer.append(isFirst ? "[[" : "],[")
                    isFirst = false
                    writer.positions(line)
                    try writer.writeIfFull()
                }
            }
            if isFirst {
                counts.routesWithoutShape += 1
                return
            }
            counts.routes += 1
            writer.append("]]")
            try writer.endFeature()
        }
    }

    // MARK: Stops

    private static let stopColumns = [
        "stop_id", "stop_code", "stop_name", "location_type", "parent_station", "platform_code",
        "level_id", "effective_wheelchair_boarding",
    ]

    private func writeStops(
        _ connection: Connection, to writer: inout FeatureWriter, counting counts: inout Counts
    ) throws {
        try connection.readRows(
            """
            SELECT \(Self.stopColumns.joined(separator: ", ")), stop_lat, stop_lon FROM stops
            ORDER BY sid
            """
        ) { stop in
            guard let latitude = stop.real(Self.stopColumns.count),
                let longitude = stop.real(Self.stopColumns.count + 1),
                Globe.contains(latitude: latitude, longitude: longitude)
            else {
                counts.stopsWithoutPlace += 1
                return
            }
            counts.stops += 1
            writer.beginFeature(Self.stopColumns, of: stop)
            writer.beginGeometry("Point")
            writer.position(latitude: latitude, longitude: longitude)
            try writer.endFeature()
        }
    }
}

private struct ShapeCoordinates {
    private let chunks: Statement

    init(_ connection: Connection) throws {
        let rests = try Columns.restColumns(connection)
        chunks = try Statement(
            connection,
            """
            SELECT c.points, c.polyline, \(rests.joined(separator: ", "))
            FROM \(BundleTables.chunks) WHERE s.shape = ? ORDER BY c.chunk
            """)
    }

    /// The positions of a shape, cut into lines that GeoJSON may have.
    func lines(of shape: Int64?) throws -> [[LinePosition]] {
        let row = chunks.row
        try chunks.start(shape)
        var lines = GeoJSONLines<LinePosition> { latitude, longitude, _ in
            .degrees(latitude: latitude, longitude: longitude)
        }
        while try chunks.next() {
            let count = row.integer(0) ?? 0
            let rests = try row.coordinateRests(2, points: count)
            var points = ShapePoints(row.bytes(1), count: count, rests: rests)
            while let point = try points.next() {
                let (latitude, longitude) = point.degrees
                lines.append(
                    point.exact == nil
                        ? .millionths(point.place)
                        : .degrees(latitude: latitude, longitude: longitude),
                    latitude: latitude, longitude: longitude)
            }
        }
        return lines.complete
    }
}
