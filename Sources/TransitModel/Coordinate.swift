import Foundation

/// A place on Earth, in degrees of WGS 84.
public struct Coordinate: Codable, Hashable, Sendable {
    public var latitude: Double
    public var longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The mean radius of the Earth.
    package static let earthRadiusMeters = 6_371_008.8

    /// Meters to another place, on a sphere: up to half a percent off the true distance.
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

/// A stop and how far away it is.
public struct NearbyStop: Codable, Hashable, Sendable, Identifiable {
    public var stop: Stop
    /// As the crow flies.
    public var distanceMeters: Double

    public var id: Int64 { stop.sid }

    public init(stop: Stop, distanceMeters: Double) {
        self.stop = stop
        self.distanceMeters = distanceMeters
    }

    public enum CodingKeys: String, CodingKey {
        case stop
        case distanceMeters = "distance_meters"
    }
}
