/// The outline of a feature of `locations.geojson`: edges that know on which side the zone lies.
struct Zone {
    struct Point: Equatable {
        let x: Double
        let y: Double
    }

    struct Edge {
        let from: Point
        let to: Point
        /// Whether the zone lies to the left of the way from `from` to `to`.
        let hasZoneOnLeft: Bool

        var lowest: Double { min(from.y, to.y) }
        var highest: Double { max(from.y, to.y) }
        var leftmost: Double { min(from.x, to.x) }
        var rightmost: Double { max(from.x, to.x) }
    }

    /// By ring, in the order of the ring.
    let rings: [[Edge]]

    init(_ feature: LoadedFeature) {
        rings = feature.polygons.flatMap { polygon in
            polygon.enumerated().map { index, ring in
                Self.edges(
                    ring.map { Point(x: $0.longitude, y: $0.latitude) }, isHole: index > 0)
            }
        }
    }

    /// The edges of a ring, whether or not its last point repeats the first.
    private static func edges(_ ring: [Point], isHole: Bool) -> [Edge] {
        guard let origin = ring.first else { return [] }
        let pairs = zip(ring, ring.dropFirst() + [origin]).filter { $0 != $1 }
        // Twice the area, positive when the ring runs counterclockwise; relative to a point of the
        // ring, lest small rings far from the origin lose their digits.
        let area = pairs.reduce(0) { sum, pair in
            let (from, to) = pair
            return sum + (from.x - origin.x) * (to.y - origin.y)
                - (to.x - origin.x) * (from.y - origin.y)
        }
        let hasZoneOnLeft = (area > 0) != isHole
        return pairs.map { Edge(from: $0, to: $1, hasZoneOnLeft: hasZoneOnLeft) }
    }
}
