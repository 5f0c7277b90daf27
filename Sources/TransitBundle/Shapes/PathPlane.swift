import Foundation

/// A plane on which places near each other can be measured, in degrees of latitude. Longitudes are
/// taken the short way round, across the antimeridian if that is shorter.
struct PathPlane {
    private let origin: Coordinate
    private let narrowing: Double

    init(at origin: Coordinate) {
        self.origin = origin
        narrowing = cos(origin.latitude * .pi / 180)
    }

    func point(_ place: Coordinate) -> (x: Double, y: Double) {
        (
            Self.shortWay(place.longitude - origin.longitude) * narrowing,
            place.latitude - origin.latitude
        )
    }

    /// A difference of longitudes as one from -180 to 180.
    static func shortWay(_ degrees: Double) -> Double {
        if -180...180 ~= degrees { return degrees }
        let turned = degrees.remainder(dividingBy: 360)
        return turned.isFinite ? turned : 0
    }

    /// The place on the way from one place to another.
    static func between(_ from: Coordinate, _ to: Coordinate, part: Double) -> Coordinate {
        guard part > 0 else { return from }
        guard part < 1 else { return to }
        let east = shortWay(to.longitude - from.longitude)
        let longitude = from.longitude + east * part
        return Coordinate(
            latitude: from.latitude + (to.latitude - from.latitude) * part,
            longitude: longitude > 180 || longitude < -180 ? shortWay(longitude) : longitude)
    }
}
