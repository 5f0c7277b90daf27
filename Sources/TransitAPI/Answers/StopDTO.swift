public import TransitModel

/// A stop: the columns of `stops.txt`, its key, and its accessibility for wheelchairs. Blank cells
/// are left out.
public struct StopDTO: WireObject {
    /// The key; 0 where an answer lacks it.
    public var sid: Int64 = 0
    /// `stop_id`; empty where an answer lacks it.
    public var stopID = ""
    /// `stop_code`; nil where the feed is blank.
    public var stopCode: String?
    /// `stop_name`; empty where an answer lacks it.
    public var stopName = ""
    /// `stop_desc`; nil where the feed is blank.
    public var stopDesc: String?
    /// `stop_lat`; nil where the feed is blank.
    public var stopLat: Double?
    /// `stop_lon`; nil where the feed is blank.
    public var stopLon: Double?
    /// `zone_id`; nil where the feed is blank.
    public var zoneID: String?
    /// `stop_url`; nil where the feed is blank.
    public var stopURL: String?
    /// `location_type`; nil where the feed is blank.
    public var locationType: Int?
    /// `parent_station`; nil where the feed is blank.
    public var parentStation: String?
    /// `stop_timezone`; nil where the feed is blank.
    public var stopTimezone: String?
    /// `wheelchair_boarding`; nil where the feed is blank.
    public var wheelchairBoarding: Int?
    /// `level_id`; nil where the feed is blank.
    public var levelID: String?
    /// `platform_code`; nil where the feed is blank.
    public var platformCode: String?
    /// `wheelchair_boarding` after inheritance from the station.
    public var effectiveWheelchairBoarding: Int?
    /// The distance from `near`, as the crow flies; only in answers to that question.
    public var meters: Double?

    init() {}

    /// A stop as it is sent.
    public init(_ stop: Stop, meters: Double? = nil) {
        sid = stop.sid
        stopID = stop.stopID
        stopCode = stop.stopCode
        stopName = stop.stopName
        stopDesc = stop.stopDesc
        stopLat = stop.stopLat
        stopLon = stop.stopLon
        zoneID = stop.zoneID
        stopURL = stop.stopURL
        locationType = stop.locationType
        parentStation = stop.parentStation
        stopTimezone = stop.stopTimezone
        wheelchairBoarding = stop.wheelchairBoarding
        levelID = stop.levelID
        platformCode = stop.platformCode
        effectiveWheelchairBoarding = stop.effectiveWheelchairBoarding
        self.meters = meters
    }

    /// A stop and its distance.
    public init(_ nearby: NearbyStop) {
        self.init(nearby.stop, meters: nearby.distanceMeters)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("sid", &sid)
        wire.key("stop_id", &stopID)
        wire.optional("stop_code", &stopCode)
        wire.key("stop_name", &stopName)
        wire.optional("stop_desc", &stopDesc)
        wire.optional("stop_lat", &stopLat)
        wire.optional("stop_lon", &stopLon)
        wire.optional("zone_id", &zoneID)
        wire.optional("stop_url", &stopURL)
        wire.optional("location_type", &locationType)
        wire.optional("parent_station", &parentStation)
        wire.optional("stop_timezone", &stopTimezone)
        wire.optional("wheelchair_boarding", &wheelchairBoarding)
        wire.optional("level_id", &levelID)
        wire.optional("platform_code", &platformCode)
        wire.optional("effective_wheelchair_boarding", &effectiveWheelchairBoarding)
        wire.optional("meters", &meters)
    }

    /// The stop.
    public var model: Stop {
        Stop(
            sid: sid, stopID: stopID, stopCode: stopCode, stopName: stopName, stopDesc: stopDesc,
            stopLat: stopLat, stopLon: stopLon, zoneID: zoneID, stopURL: stopURL,
            locationType: locationType, parentStation: parentStation, stopTimezone: stopTimezone,
            wheelchairBoarding: wheelchairBoarding, levelID: levelID, platformCode: platformCode,
            effectiveWheelchairBoarding: effectiveWheelchairBoarding)
    }

    /// The stop and its distance; nil where no distance was asked for.
    public var nearby: NearbyStop? {
        meters.map { NearbyStop(stop: model, distanceMeters: $0) }
    }
}

/// Stops, in the order that the question implies.
public struct StopListDTO: WireObject {
    /// The stops.
    public var stops: [StopDTO] = []

    init() {}

    /// Stops as they are sent.
    public init(_ stops: [StopDTO]) {
        self.stops = stops
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("stops", &stops)
    }
}
