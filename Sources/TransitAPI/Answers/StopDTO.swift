public import TransitModel

/// A stop: the columns of `stops.txt`, its key, and its accessibility for wheelchairs. Blank cells
/// are left out.
public struct StopDTO: WireObject, ModelObject, ListedForm {
    public static var listKey: StaticString { "stops" }
    /// The columns; the key is 0, and id and name are empty where an answer lacks them.
    public var model = Stop()
    /// The distance from `near`, as the crow flies; only in answers to that question.
    public var meters: Double?

    init() {}

    /// Creates the wire form of a stop.
    public init(_ stop: Stop, meters: Double? = nil) {
        model = stop
        self.meters = meters
    }

    /// Creates a stop and its distance.
    public init(_ nearby: NearbyStop) {
        self.init(nearby.stop, meters: nearby.distanceMeters)
    }

    mutating func visit(_ wire: inout some Wire) {
        model.visit(&wire)
        wire.optional("meters", &meters)
    }

    /// The stop and its distance; nil where no distance was requested.
    public var nearby: NearbyStop? {
        meters.map { NearbyStop(stop: model, distanceMeters: $0) }
    }
}

extension Stop: WireObject {
    init() {
        self.init(sid: 0, stopName: "", stopLat: nil, stopLon: nil)
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
    }
}
