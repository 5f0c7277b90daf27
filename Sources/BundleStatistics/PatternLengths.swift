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
    /// By pattern and position: meters from the beginning of the shape, or without a shape from the
    /// first stop. Nil for a stop that has no place there. Empty unless asked for.
    private(set) var calls: [Int: [Double?]] = [:]

    /// The most points of shapes to compare with stops. Real feeds have some millions; beyond that
    /// a pattern counts with its whole shape, and its calls have no distance.
    private static let mostCompared = 500_000_000

    init(_ connection: Connection, of patterns: Set<Int>, withCalls: Bool = false) throws {
        let points = try Statement(
            connection,
            """
            SELECT c.points, c.polyline FROM \(BundleTables.chunks)
            WHERE s.shape = ? ORDER BY c.chunk
            """)
        let calls = try Statement(
            connection,
            """
            SELECT s.stop_lat, s.stop_lon FROM pattern_stops c LEFT JOIN stops s ON s.sid = c.sid
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
            let places =
                hasShape && !withCalls ? [] : try Self.places(calls, first...last)
            if withCalls {
                if hasShape {
                    // Each stop is compared with the path, and the ways to it grow with the stops.
                    compared += places.count * (path.count + 16 * places.count)
                    if compared <= Self.mostCompared {
                        self.calls[pattern] = path.distances(of: places)
                    }
                } else {
                    self.calls[pattern] = Self.straightDistances(places)
                }
            }
            if hasShape {
                compared += path.count
                if compared > Self.mostCompared {
                    meters[pattern] = path.meters
                } else {
                    meters[pattern] = path.meters(
                        from: try Self.places(calls, first...first).first.flatMap { $0 },
                        to: try Self.places(calls, last...last).first.flatMap { $0 })
                }
            } else {
                withoutShape.insert(pattern)
                let known = places.compactMap { $0 }
                if known.count > 1 { meters[pattern] = GroundPath(known).meters }
            }
        }
    }

    private static func straightDistances(_ places: [GroundPlace?]) -> [Double?] {
        var last: GroundPlace?
        var sum = 0.0
        return places.map { place in
            guard let place else { return nil }
            sum += last?.meters(to: place) ?? 0
            last = place
            return sum
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

    /// Nil for a call without a place.
    private static func places(
        _ query: Statement, _ calls: ClosedRange<Int64>
    ) throws -> [GroundPlace?] {
        try query.start(calls.lowerBound, calls.upperBound)
        var places: [GroundPlace?] = []
        while try query.next() {
            let place = (query.row.real(0), query.row.real(1))
            if let latitude = place.0, let longitude = place.1 {
                places.append(GroundPlace(latitude: latitude, longitude: longitude))
            } else {
                places.append(nil)
            }
        }
        return places
    }
}
