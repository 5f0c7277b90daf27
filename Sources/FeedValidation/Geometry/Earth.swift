import SystemLayer

/// The Earth as the canonical validator models it: a sphere.
package enum Earth {
    static let radiusMeters = 6_371_010.0
    static let radiansPerDegree = Double.pi / 180
    static let degreesPerRadian = 180 / Double.pi

    /// Metres between two places given in degrees, by the haversine formula.
    package static func meters(
        fromLatitude latitude1: Double, longitude longitude1: Double, toLatitude latitude2: Double,
        longitude longitude2: Double
    ) -> Double {
        meters(
            Place(latitude: latitude1, longitude: longitude1),
            Place(latitude: latitude2, longitude: longitude2))
    }

    /// A place in radians, with values that are used more than once.
    struct Place {
        let phi: Double
        let theta: Double
        let sinPhi: Double
        let cosPhi: Double

        init(latitude: Double, longitude: Double) {
            phi = latitude * radiansPerDegree
            theta = longitude * radiansPerDegree
            (sinPhi, cosPhi) = Double.sinCos(phi)
        }
    }

    /// Metres between two places, by the haversine formula.
    static func meters(_ one: Place, _ other: Place) -> Double {
        let north = Double.sin(0.5 * (other.phi - one.phi))
        let east = Double.sin(0.5 * (other.theta - one.theta))
        let square = north * north + east * east * one.cosPhi * other.cosPhi
        return 2 * Double.asin(min(1, square).squareRoot()) * radiusMeters
    }

    /// Metres between two places, by the angle between them.
    package static func meters(_ one: SpherePoint, _ other: SpherePoint) -> Double {
        one.angle(other) * radiusMeters
    }

    /// The square of the straight distance between two points that are this many meters apart.
    static func chord2(meters: Double) -> Double {
        let half = Double.sin(0.5 * min(meters / radiusMeters, Double.pi))
        return 4 * half * half
    }
}
