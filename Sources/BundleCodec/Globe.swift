import Foundation

/// The globe, in degrees of WGS 84. Feeds may have other numbers.
package enum Globe {
    /// The mean radius of the Earth.
    package static let radiusMeters = 6_371_008.8

    package static func contains(latitude: Double, longitude: Double) -> Bool {
        -90...90 ~= latitude && -180...180 ~= longitude
    }

    /// The great-circle distance of two places on a sphere.
    package static func meters(
        from: (latitude: Double, longitude: Double), to: (latitude: Double, longitude: Double)
    ) -> Double {
        let radians = Double.pi / 180
        let north = sin((to.latitude - from.latitude) * radians / 2)
        let east = sin((to.longitude - from.longitude) * radians / 2)
        let chord =
            north * north + cos(from.latitude * radians) * cos(to.latitude * radians) * east * east
        return 2 * radiusMeters * asin(min(1, chord.squareRoot()))
    }
}
