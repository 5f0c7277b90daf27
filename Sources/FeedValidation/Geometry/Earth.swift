import SystemLayer

/// The Earth as the canonical validator takes it: a sphere.
package enum Earth {
    static let radiusMeters = 6_371_010.0
    static let radiansPerDegree = Double.pi / 180
    static let degreesPerRadian = 180 / Double.pi

    /// Metres between two places given in degrees, by the haversine formula.
    package static func meters(
        _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
    ) -> Double {
        let phi1 = latitude1 * radiansPerDegree
        let phi2 = latitude2 * radiansPerDegree
        let theta1 = longitude1 * radiansPerDegree
        let theta2 = longitude2 * radiansPerDegree
        let north = Double.sin(0.5 * (phi2 - phi1))
        let east = Double.sin(0.5 * (theta2 - theta1))
        let square = north * north + east * east * Double.cos(phi1) * Double.cos(phi2)
        return 2 * Double.asin(min(1, square).squareRoot()) * radiusMeters
    }

    /// Metres between two places, by the angle between them.
    package static func meters(_ one: SpherePoint, _ other: SpherePoint) -> Double {
        one.angle(other) * radiusMeters
    }

    /// The square of the straight distance of two points that are so many meters apart.
    static func chord2(meters: Double) -> Double {
        let half = Double.sin(0.5 * min(meters / radiusMeters, Double.pi))
        return 4 * half * half
    }
}
