/// A part of a map between two parallels and two meridians, in degrees (WGS 84).
public struct BoundingBox: Codable, Hashable, Sendable {
    /// The southern edge.
    public var south: Double
    /// The western edge; greater than ``east`` when the box crosses the antimeridian.
    public var west: Double
    /// The northern edge.
    public var north: Double
    /// The eastern edge.
    public var east: Double

    /// Creates a box from its four edges, in degrees.
    public init(south: Double, west: Double, north: Double, east: Double) {
        self.south = south
        self.west = west
        self.north = north
        self.east = east
    }

    /// Returns whether a place is in the box or on its edge.
    public func contains(_ place: Coordinate) -> Bool {
        guard south...max(south, north) ~= place.latitude else { return false }
        return west <= east
            ? west...east ~= place.longitude
            : place.longitude >= west || place.longitude <= east
    }
}
