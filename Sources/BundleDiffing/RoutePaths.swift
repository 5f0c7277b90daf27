import BundleCodec
import GTFSSchedule
import SQLiteLayer
import WebPages

struct RoutePaths {
    private struct Use: Hashable {
        let route: RecordID
        let digest: Int
    }

    private struct Side {
        var uses: [Use: Int] = [:]
        var colors: [RecordID: String] = [:]
    }

    /// The most points of a path to keep: the map shows a change, not a survey.
    private static let mostPoints = 500

    /// Paths that only one of the bundles has, those of the old bundle first.
    static func changes(_ old: BundleReading, _ new: BundleReading) throws -> [MapChanges.Path] {
        let before = try side(old)
        let after = try side(new)
        return try paths(of: before, without: after, in: old, .before)
            + paths(of: after, without: before, in: new, .after)
    }

    private static func side(_ bundle: BundleReading) throws -> Side {
        try bundle.read { connection in
            let digests = try RowDigest(["c.polyline"])
                .numbers(connection, by: "s.shape", from: chunks) { $0[0] }
            var side = Side()
            try connection.readRows(
                """
                SELECT DISTINCT r.route_id, p.shape, r.route_color
                FROM pattern p JOIN routes r ON r.rid = p.rid WHERE p.shape IS NOT NULL
                """
            ) { row in
                guard let shape = row.integer(1), let digest = digests[shape] else { return }
                let id = RecordID(row.text(0) ?? "")
                let route = bundle.successors.routes[id] ?? id
                side.uses[Use(route: route, digest: digest)] = shape
                if let color = row.text(2), color.utf8.count == 6 {
                    side.colors[route] = color
                }
            }
            return side
        }
    }

    private static func paths(
        of side: Side, without other: Side, in bundle: BundleReading, _ state: MapContent.State
    ) throws -> [MapChanges.Path] {
        // Added and removed routes show in their trips; these are routes whose path has changed.
        let routes = Set(other.uses.keys.map(\.route))
        let uses = side.uses.filter { other.uses[$0.key] == nil && routes.contains($0.key.route) }
            .sorted { ($0.key.route.text, $0.value) < ($1.key.route.text, $1.value) }
            .prefix(MapChanges.mostPaths)
        let lines = try polylines(of: Set(uses.map(\.value)), in: bundle)
        return uses.compactMap { use, shape in
            lines[shape].map {
                MapChanges.Path(
                    route: use.route, color: side.colors[use.route], state: state, polyline: $0)
            }
        }
    }

    private static func polylines(
        of shapes: Set<Int>, in bundle: BundleReading
    ) throws -> [Int: String] {
        guard !shapes.isEmpty else { return [:] }
        return try bundle.read { connection in
            var points: [Int: [(latitude: Double, longitude: Double)]] = [:]
            try connection.readRows(
                "SELECT s.shape, c.polyline, c.points FROM \(chunks)"
            ) { row in
                guard let shape = row.integer(0), shapes.contains(shape),
                    let count = row.integer(2)
                else { return }
                points[shape, default: []] += try Polyline.decode(
                    row.bytes(1), count: count
                )
                .map { (Double($0.latitude) / 1e6, Double($0.longitude) / 1e6) }
                .filter { Globe.contains(latitude: $0.0, longitude: $0.1) }
            }
            return points.mapValues { points in
                let step = max(1, points.count / mostPoints)
                let kept = points.enumerated().filter {
                    $0.offset % step == 0 || $0.offset == points.count - 1
                }
                return MapContent.polyline(kept.map(\.element))
            }
        }
    }

    private static let chunks = "\(BundleTables.chunks) ORDER BY s.shape, c.chunk"
}
