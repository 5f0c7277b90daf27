import BundleCodec
import SQLiteLayer

/// The length of the path of each pattern: along its shape from the first stop to the last, or
/// without a shape straight from stop to stop.
///
/// `shape_dist_traveled` is not used: its unit is the feed's own, which no file names.
struct PatternLengths {
    /// By pattern, in meters; none where fewer than two stops have a place.
    private(set) var meters: [Int: Double] = [:]
    private(set) var withoutShape: Set<Int> = []

    /// The most points of shapes to compare with stops. Real feeds have some millions; beyond that
    /// a pattern counts with its whole shape.
    private static let mostCompared = 500_000_000

    init(_ connection: Connection, of patterns: Set<Int>) throws {
        let points = try Statement(
            connection,
            """
            SELECT c.points, c.polyline FROM \(BundleTables.chunks)
            WHERE s.shape = ? ORDER BY c.chunk
            """)
        let calls = try Statement(
            connection,
            """
            SELECT s.stop_lat, s.stop_lon FROM pattern_stops c JOIN stops s ON s.sid = c.sid
            WHERE c.call BETWEEN ? AND ? ORDER BY c.call
            """)
        var shape: Int64?
        var path = GroundPath([])
        var compared = 0
        try connection.readRows(
            "SELECT pattern, shape, first_call, stops FROM pattern ORDER BY shape, pattern"
        ) { row in
            guard let pattern = row.integer(0), patterns.contains(pattern),
                let first = row.int64(2), let stops = row.int64(3), stops > 0,
                first < Int64.max - stops
            else { return }
            if let key = row.int64(1), key != shape {
                shape = key
                path = GroundPath(try Self.points(points, of: key))
            }
            let hasShape = !row.isNull(1) && path.meters > 0
            let last = first + stops - 1
            if hasShape {
                compared += path.count
                if compared > Self.mostCompared {
                    meters[pattern] = path.meters
                } else {
                    meters[pattern] = path.meters(
                        from: try Self.places(calls, first...first).first,
                        to: try Self.places(calls, last...last).first)
                }
            } else {
                withoutShape.insert(pattern)
                let places = try Self.places(calls, first...last)
                if places.count > 1 { meters[pattern] = GroundPath(places).meters }
            }
        }
    }

    private static func points(_ query: Statement, of shape: Int64) throws -> [GroundPlace] {
        try query.start(shape)
        var places: [GroundPlace] = []
        while try query.next() {
            var polyline = PolylineDecoder(query.row.bytes(1), count: query.row.integer(0) ?? 0)
            while let place = try polyline.next() {
                let place = GroundPlace(
                    latitude: Double(place.latitude) / 1e6,
                    longitude: Double(place.longitude) / 1e6)
                if let place { places.append(place) }
            }
        }
        return places
    }

    private static func places(
        _ query: Statement, _ calls: ClosedRange<Int64>
    ) throws -> [GroundPlace] {
        try query.start(calls.lowerBound, calls.upperBound)
        var places: [GroundPlace] = []
        while try query.next() {
            guard let latitude = query.row.real(0), let longitude = query.row.real(1),
                let place = GroundPlace(latitude: latitude, longitude: longitude)
            else { continue }
            places.append(place)
        }
        return places
    }
}
