/// The features of `locations.geojson`.
public struct LoadedLocations: Sendable {
    public internal(set) var state = FileState.missing
    public internal(set) var features: [LoadedFeature] = []
}

/// One feature of `locations.geojson`.
public struct LoadedFeature: Sendable {
    /// Its place in the file, from 0 on.
    public let index: Int
    public let id: String
    public let stopName: String?
    public let stopDesc: String?
    /// The polygons, each a list of rings, each a list of (longitude, latitude).
    public let polygons: [[[(longitude: Double, latitude: Double)]]]
}
