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
