import SystemLayer

/// A place on earth, in degrees.
struct Place {
    let latitude: Double
    let longitude: Double

    /// The distance in metres, on a sphere: places that are compared are close to each other.
    func meters(to other: Place) -> Double {
        let radians = Double.pi / 180
        let north = Double.sin((other.latitude - latitude) * radians / 2)
        let east = Double.sin((other.longitude - longitude) * radians / 2)
        let chord =
            north * north + Double.cos(latitude * radians) * Double.cos(other.latitude * radians)
            * east * east
        return 2 * 6_371_008.8 * Double.asin(min(1, chord.squareRoot()))
    }
}
