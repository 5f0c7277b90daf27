import SQLiteLayer
import SystemLayer
import TransitModel

/// "Far away" means that a rectangle of the tree would contain half of all stops, or that it takes
/// many rectangles until one contains any. Searching all points once is then faster: comparing
/// points in space takes a nanosecond, whatever the distance, even at the antimeridian and the
/// poles.
struct StopPlaces: Sendable {
    /// A point on a globe of radius 1.
    private struct Place {
        let sid: Int64
        let locationType: Int
        let coordinate: Coordinate
        let x: Double
        let y: Double
        let z: Double

        init(sid: Int64, locationType: Int, coordinate: Coordinate) {
            self.sid = sid
            self.locationType = locationType
            self.coordinate = coordinate
            let latitude = coordinate.latitude * .pi / 180
            let longitude = coordinate.longitude * .pi / 180
            x = Double.cos(latitude) * Double.cos(longitude)
            y = Double.cos(latitude) * Double.sin(longitude)
            z = Double.sin(latitude)
        }

        /// The straight-line distance is through the globe.
        func squaredChord(to other: Place) -> Double {
            let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
            return dx * dx + dy * dy + dz * dz
        }
    }

    private let places: [Place]

    init(_ db: Database) throws {
        places = try db.readAll(Self.all) { row in
            guard let sid = row.key(0), let latitude = row.real(2), let longitude = row.real(3)
            else { return nil }
            return Place(
                sid: sid, locationType: row.integer(1) ?? 0,
                coordinate: Coordinate(latitude: latitude, longitude: longitude))
        }
    }

    private static let all = """
        SELECT sid, location_type, stop_lat, stop_lon FROM stops
        WHERE stop_lat BETWEEN -90 AND 90 AND stop_lon BETWEEN -180 AND 180
        """

    /// Sorted by distance.
    func nearest(to centre: Coordinate, count: Int, kinds: Set<Int>) -> [NearbySearch.Hit] {
        let here = Place(sid: 0, locationType: 0, coordinate: centre)
        let isWanted = (0...9).map(kinds.contains)
        let squares = places.map { place in
            let type = place.locationType
            let wanted = isWanted.indices.contains(type) ? isWanted[type] : kinds.contains(type)
            return wanted ? place.squaredChord(to: here) : .infinity
        }
        let limit = Self.smallest(count, of: squares)
        return zip(places, squares).lazy
            .filter { $0.1 <= limit && $0.1.isFinite }
            .map { place, _ in
                NearbySearch.Hit(
                    sid: place.sid, meters: centre.meters(to: place.coordinate))
            }
            .sorted(by: NearbySearch.Hit.isInOrder)
    }

    /// Apart from ties, exactly this many of the numbers do not exceed it.
    private static func smallest(_ count: Int, of numbers: [Double]) -> Double {
        var best: [Double] = []
        if count > 300 {
            best = Array(numbers.sorted().prefix(count))
        } else {
            for number in numbers where best.count < count || number < best[best.count - 1] {
                if best.count == count { best.removeLast() }
                best.insert(number, at: best.firstIndex { $0 > number } ?? best.count)
            }
        }
        // The distances of equally distant points may differ in the last digits.
        return (best.last ?? 0) * (1 + 1e-9) + 1e-15
    }
}
