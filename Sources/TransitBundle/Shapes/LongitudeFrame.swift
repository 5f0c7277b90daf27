import BundleCodec
import TransitModel

/// In millionths of a degree. The antimeridian does not tear anything apart.
struct LongitudeFrame {
    private static let turn = 360_000_000

    /// Everything west of Greenwich counts as east of the rest.
    private let isAcross: Bool

    /// Across the antimeridian if the longitudes are closer together that way.
    init(_ longitudes: [Int]) {
        func span(_ longitudes: some Sequence<Int>) -> Int {
            var (least, most) = (Int.max, Int.min)
            for longitude in longitudes {
                least = min(least, longitude)
                most = max(most, longitude)
            }
            return least > most ? 0 : most - least
        }
        let plain = span(longitudes)
        isAcross =
            plain > Self.turn / 2
            && span(longitudes.lazy.map { $0 < 0 ? $0 + Self.turn : $0 }) < plain
    }

    func moved(_ place: Polyline.Place) -> Polyline.Place {
        isAcross && place.longitude < 0
            ? (place.latitude, place.longitude + Self.turn) : place
    }

    /// Takes the short way from each point to the next.
    func continuous(_ points: [Polyline.Place]) -> [Polyline.Place] {
        guard let first = points.first else { return [] }
        var longitude = moved(first).longitude
        return points.map { point in
            var step = (point.longitude - longitude) % Self.turn
            if step > Self.turn / 2 { step -= Self.turn }
            if step < -Self.turn / 2 { step += Self.turn }
            longitude += step
            return (point.latitude, longitude)
        }
    }

    static func box(of places: some Sequence<Polyline.Place>) -> BoundingBox? {
        var (south, west, north, east) = (Int.max, Int.max, Int.min, Int.min)
        for place in places {
            south = min(south, place.latitude)
            north = max(north, place.latitude)
            west = min(west, place.longitude)
            east = max(east, place.longitude)
        }
        guard south <= north else { return nil }
        return BoundingBox(
            south: Double(south) / 1e6, west: Double(west) / 1e6, north: Double(north) / 1e6,
            east: Double(east) / 1e6)
    }

    /// In degrees; nil when there is none, see ``isOnEarth(_:)``.
    static func place(latitude: Double, longitude: Double) -> Polyline.Place? {
        guard Globe.contains(latitude: latitude, longitude: longitude) else { return nil }
        let place = (
            latitude: Int((latitude * 1e6).rounded()), longitude: Int((longitude * 1e6).rounded())
        )
        return isOnEarth(place) ? place : nil
    }

    /// In range, and not at latitude and longitude 0, which feeds write for unknown places.
    static func isOnEarth(_ place: Polyline.Place) -> Bool {
        guard -90_000_000...90_000_000 ~= place.latitude,
            -180_000_000...180_000_000 ~= place.longitude
        else { return false }
        return abs(place.latitude) > nowhere || abs(place.longitude) > nowhere
    }

    /// A kilometer, in the sea off Africa.
    private static let nowhere = 10_000
}
