import BundleCodec
import Foundation

/// A place on Earth, in degrees of WGS 84.
public struct Coordinate: Codable, Hashable, Sendable {
    /// Degrees from -90 at the South Pole to 90 at the North Pole.
    public var latitude: Double
    /// Degrees from -180 to 180, positive east of Greenwich.
    public var longitude: Double

    /// Creates a place, in degrees.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Feeds may have other numbers.
    package var isOnGlobe: Bool {
        Globe.contains(latitude: latitude, longitude: longitude)
    }

    /// The mean radius of the Earth.
    package static let earthRadiusMeters = 6_371_008.8

    /// Returns the distance to another place in meters, computed on a sphere: up to half a percent
    /// off.
    ///
    /// ```swift
    /// let quay = Coordinate(latitude: -33.8615, longitude: 151.2107)
    /// let beach = Coordinate(latitude: -33.8915, longitude: 151.2765)
    /// let meters = quay.meters(to: beach).rounded()  // 6930
    /// ```
    public func meters(to other: Coordinate) -> Double {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let latitudes = radians(other.latitude - latitude) / 2
        let longitudes = radians(other.longitude - longitude) / 2
        let chord =
            sin(latitudes) * sin(latitudes)
            + cos(radians(latitude)) * cos(radians(other.latitude))
            * sin(longitudes) * sin(longitudes)
        return 2 * Self.earthRadiusMeters * asin(min(1, chord.squareRoot()))
    }
}

/// A stop and its distance.
public struct NearbyStop: Codable, Hashable, Sendable, Identifiable {
    /// The stop, or the station that represents its platforms.
    public var stop: Stop
    /// The distance in meters, as the crow flies.
    public var distanceMeters: Double

    public var id: Int64 { stop.sid }

    /// Creates a nearby stop.
    public init(stop: Stop, distanceMeters: Double) {
        self.stop = stop
        self.distanceMeters = distanceMeters
    }

    public enum CodingKeys: String, CodingKey {
        case stop
        case distanceMeters = "distance_meters"
    }
}
