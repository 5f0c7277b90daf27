package import FeedCompiling

/// The points of an outline; the last is the first.
public typealias Ring = [(longitude: Double, latitude: Double)]
/// An outer ring, and rings of holes.
public typealias Polygon = [Ring]

/// The features of `locations.geojson`.
public struct LoadedLocations: Sendable {
    public internal(set) var state = FileState.missing
    public internal(set) var features: [LoadedFeature] = []

    /// The ids of all features.
    package var ids: IDTable {
        let ids = IDTable()
        for feature in features { _ = ids.intern(feature.id) }
        return ids
    }
}

/// One feature of `locations.geojson`.
public struct LoadedFeature: Sendable {
    /// Its place in the file, from 0 on.
    public let index: Int
    public let id: String
    public let stopName: String?
    public let stopDesc: String?
    /// The polygons, each a list of rings, each a list of (longitude, latitude).
    public let polygons: [Polygon]
}
