public import GTFSSchedule

/// Everything that a screen about one stop shows.
///
/// The lists have the places below the requested stop: everything in a station, the boarding areas
/// of a platform, nothing for a stop on the street.
public struct StopDetails: Codable, Hashable, Sendable {
    /// The requested stop.
    public var stop: Stop
    /// The place that `parent_station` names: the station of a platform, the platform of a boarding
    /// area.
    public var parent: Stop?
    /// The station that the stop is part of, which may be the stop itself.
    public var station: Stop?
    /// By platform code, in natural order.
    public var platforms: [Stop]
    /// The ways in and out.
    public var entrances: [Stop]
    /// Points inside the station that join pathways.
    public var nodes: [Stop]
    /// Places on platforms where riders wait.
    public var boardingAreas: [Stop]
    /// The levels of these places, from the top down.
    public var levels: [Level]
    /// The pathways that begin or end at one of these places.
    public var pathways: [Pathway]
    /// The routes that call here, at any platform of a station.
    public var routes: [Route]

    /// One that an app makes itself, for previews and tests.
    public init(
        stop: Stop, parent: Stop? = nil, station: Stop? = nil, platforms: [Stop] = [],
        entrances: [Stop] = [], nodes: [Stop] = [], boardingAreas: [Stop] = [],
        levels: [Level] = [], pathways: [Pathway] = [], routes: [Route] = []
    ) {
        self.stop = stop
        self.parent = parent
        self.station = station
        self.platforms = platforms
        self.entrances = entrances
        self.nodes = nodes
        self.boardingAreas = boardingAreas
        self.levels = levels
        self.pathways = pathways
        self.routes = routes
    }
}

/// A row of `levels.txt`: a level of a station. A GRDB record.
public struct Level: Codable, Hashable, Sendable, Identifiable {
    /// The `level_id`.
    public var levelID: String
    /// Above the others when larger; the street is 0.
    public var levelIndex: Double?
    /// The name of the level on signs, such as "Mezzanine"; nil where the feed is blank.
    public var levelName: String?

    /// One that an app makes itself, for previews and tests.
    public init(levelID: String, levelIndex: Double? = nil, levelName: String? = nil) {
        self.levelID = levelID
        self.levelIndex = levelIndex
        self.levelName = levelName
    }

    public var id: String { levelID }

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case levelID = "level_id"
        case levelIndex = "level_index"
        case levelName = "level_name"
    }
}
