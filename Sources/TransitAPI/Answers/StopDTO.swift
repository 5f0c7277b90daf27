public import TransitModel

/// A stop: the columns of `stops.txt`, its key, and its accessibility for wheelchairs. Blank cells
/// are left out.
public struct StopDTO: DTO {
    /// The key; 0 where an answer lacks it.
    public var sid: Int64
    /// `stop_id`; empty where an answer lacks it.
    public var stopID: String
    /// `stop_code`; nil where the feed is blank.
    public var stopCode: String?
    /// `stop_name`; empty where an answer lacks it.
    public var stopName: String
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

    public init(_ wire: WireReader) {
        sid = wire.key("sid")
        stopID = wire.text("stop_id")
        stopCode = wire.optionalText("stop_code")
        stopName = wire.text("stop_name")
        stopDesc = wire.optionalText("stop_desc")
        stopLat = wire.optionalNumber("stop_lat")
        stopLon = wire.optionalNumber("stop_lon")
        zoneID = wire.optionalText("zone_id")
        stopURL = wire.optionalText("stop_url")
        locationType = wire.optionalInteger("location_type")
        parentStation = wire.optionalText("parent_station")
        stopTimezone = wire.optionalText("stop_timezone")
        wheelchairBoarding = wire.optionalInteger("wheelchair_boarding")
        levelID = wire.optionalText("level_id")
        platformCode = wire.optionalText("platform_code")
        effectiveWheelchairBoarding = wire.optionalInteger("effective_wheelchair_boarding")
        meters = wire.optionalNumber("meters")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(sid, "sid")
        wire.put(stopID, "stop_id")
        wire.put(stopCode, "stop_code")
        wire.put(stopName, "stop_name")
        wire.put(stopDesc, "stop_desc")
        wire.put(stopLat, "stop_lat")
        wire.put(stopLon, "stop_lon")
        wire.put(zoneID, "zone_id")
        wire.put(stopURL, "stop_url")
        wire.put(locationType, "location_type")
        wire.put(parentStation, "parent_station")
        wire.put(stopTimezone, "stop_timezone")
        wire.put(wheelchairBoarding, "wheelchair_boarding")
        wire.put(levelID, "level_id")
        wire.put(platformCode, "platform_code")
        wire.put(effectiveWheelchairBoarding, "effective_wheelchair_boarding")
        wire.put(meters, "meters")
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
public struct StopListDTO: DTO {
    /// The stops.
    public var stops: [StopDTO]

    /// Stops as they are sent.
    public init(_ stops: [StopDTO]) {
        self.stops = stops
    }

    public init(_ wire: WireReader) {
        stops = wire.list("stops")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(stops, "stops")
    }
}
