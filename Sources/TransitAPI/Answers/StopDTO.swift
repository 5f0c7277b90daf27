public import TransitModel

/// A stop: the columns of `stops.txt`, its key, and its accessibility for wheelchairs. Blank cells
/// are left out.
public struct StopDTO: WireObject, RowObject {
    /// The columns; the key is 0, id and name are empty where an answer lacks them.
    public var row: Stop
    /// The distance from `near`, as the crow flies; only in answers to that question.
    public var meters: Double?

    init() {
        row = Stop(sid: 0, stopName: "", stopLat: nil, stopLon: nil)
    }

    /// A stop as it is sent.
    public init(_ stop: Stop, meters: Double? = nil) {
        row = stop
        self.meters = meters
    }

    /// A stop and its distance.
    public init(_ nearby: NearbyStop) {
        self.init(nearby.stop, meters: nearby.distanceMeters)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("sid", &row.sid)
        wire.key("stop_id", &row.stopID)
        wire.optional("stop_code", &row.stopCode)
        wire.key("stop_name", &row.stopName)
        wire.optional("stop_desc", &row.stopDesc)
        wire.optional("stop_lat", &row.stopLat)
        wire.optional("stop_lon", &row.stopLon)
        wire.optional("zone_id", &row.zoneID)
        wire.optional("stop_url", &row.stopURL)
        wire.optional("location_type", &row.locationType)
        wire.optional("parent_station", &row.parentStation)
        wire.optional("stop_timezone", &row.stopTimezone)
        wire.optional("wheelchair_boarding", &row.wheelchairBoarding)
        wire.optional("level_id", &row.levelID)
        wire.optional("platform_code", &row.platformCode)
        wire.optional("effective_wheelchair_boarding", &row.effectiveWheelchairBoarding)
        wire.optional("meters", &meters)
    }

    /// The stop.
    public var model: Stop {
        var stop = row
        stop.effectiveWheelchairBoarding =
            row.effectiveWheelchairBoarding ?? row.wheelchairBoarding
        return stop
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
