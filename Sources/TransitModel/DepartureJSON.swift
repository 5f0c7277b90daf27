import Foundation
import GTFSSchedule

/// A departure as `gtfs query departures --json` prints it; `schema/departures.schema.json` fixes
/// the form.
public struct DepartureJSON: Codable, Hashable, Sendable {
    /// The `trip_id`.
    public var tripID: String
    /// The `route_id`; nil, and null in JSON, when the trip names none.
    public var routeID: String?
    /// The stop or platform from which it leaves, even if a station was asked for.
    public var stopID: String
    /// The `stop_sequence` of the call.
    public var stopSequence: Int
    /// `YYYYMMDD`, as text.
    public var serviceDate: String
    /// RFC 3339, with the offset of the clock at the stop.
    public var departure: String
    /// The headsign at this stop; nil, and null in JSON, when the feed does not say.
    public var headsign: String?
    /// Whether the feed gives no time here and this one was interpolated.
    public var interpolated: Bool
    /// 0 as scheduled, 2 after a call to the agency, 3 after a word with the driver.
    public var pickupType: Int
    /// `trip_short_name`; nil where the feed is blank.
    public var tripShortName: String?
    /// `direction_id`, 0 or 1; nil where the feed is blank.
    public var directionID: Int?
    /// `block_id`; nil where the feed is blank.
    public var blockID: String?
    /// `route_short_name`, empty where the feed is blank; nil when the feed does not define the
    /// route.
    public var routeShortName: String?
    /// `route_long_name`, empty where the feed is blank; nil when the feed does not define the
    /// route.
    public var routeLongName: String?
    /// The code of `route_type`, basic or extended; nil when the feed does not say.
    public var routeType: Int?
    /// RRGGBB; the color to paint with, even where the feed gives none.
    public var routeColor: String?
    /// RRGGBB, a color that is readable on ``routeColor``; nil when the feed does not define the
    /// route.
    public var routeTextColor: String?
    /// `stop_name` of the stop or platform.
    public var stopName: String
    /// `platform_code` of the stop or platform; nil where the feed is blank.
    public var platformCode: String?
    /// `wheelchair_accessible` of the trip: 1 it takes wheelchairs, 2 it does not, 0 or nil
    /// unknown.
    public var wheelchairAccessible: Int?
    /// `bikes_allowed` of the trip: 1 at least one bicycle, 2 none, 0 or nil unknown.
    public var bikesAllowed: Int?
    /// `HH:MM:SS` of the service day; with `headwaySecs` and `exactTimes` only for trips of
    /// `frequencies.txt`.
    public var startTime: String?
    /// The seconds between runs.
    public var headwaySecs: Int?
    /// 1 when runs leave exactly then, 0 when they leave about every `headwaySecs`.
    public var exactTimes: Int?

    public enum CodingKeys: String, CodingKey {
        case tripID = "trip_id"
        case routeID = "route_id"
        case stopID = "stop_id"
        case stopSequence = "stop_sequence"
        case serviceDate = "service_date"
        case departure
        case headsign
        case interpolated
        case pickupType = "pickup_type"
        case tripShortName = "trip_short_name"
        case directionID = "direction_id"
        case blockID = "block_id"
        case routeShortName = "route_short_name"
        case routeLongName = "route_long_name"
        case routeType = "route_type"
        case routeColor = "route_color"
        case routeTextColor = "route_text_color"
        case stopName = "stop_name"
        case platformCode = "platform_code"
        case wheelchairAccessible = "wheelchair_accessible"
        case bikesAllowed = "bikes_allowed"
        case startTime = "start_time"
        case headwaySecs = "headway_secs"
        case exactTimes = "exact_times"
    }
}

extension DepartureJSON {
    /// `route_id` and `headsign` are always present, and null when there is none.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(tripID, forKey: .tripID)
        try values.encode(routeID, forKey: .routeID)
        try values.encode(stopID, forKey: .stopID)
        try values.encode(stopSequence, forKey: .stopSequence)
        try values.encode(serviceDate, forKey: .serviceDate)
        try values.encode(departure, forKey: .departure)
        try values.encode(headsign, forKey: .headsign)
        try values.encode(interpolated, forKey: .interpolated)
        try values.encode(pickupType, forKey: .pickupType)
        try values.encodeIfPresent(tripShortName, forKey: .tripShortName)
        try values.encodeIfPresent(directionID, forKey: .directionID)
        try values.encodeIfPresent(blockID, forKey: .blockID)
        try values.encodeIfPresent(routeShortName, forKey: .routeShortName)
        try values.encodeIfPresent(routeLongName, forKey: .routeLongName)
        try values.encodeIfPresent(routeType, forKey: .routeType)
        try values.encodeIfPresent(routeColor, forKey: .routeColor)
        try values.encodeIfPresent(routeTextColor, forKey: .routeTextColor)
        try values.encode(stopName, forKey: .stopName)
        try values.encodeIfPresent(platformCode, forKey: .platformCode)
        try values.encodeIfPresent(wheelchairAccessible, forKey: .wheelchairAccessible)
        try values.encodeIfPresent(bikesAllowed, forKey: .bikesAllowed)
        try values.encodeIfPresent(startTime, forKey: .startTime)
        try values.encodeIfPresent(headwaySecs, forKey: .headwaySecs)
        try values.encodeIfPresent(exactTimes, forKey: .exactTimes)
    }

    /// The printed form of a departure.
    public init(_ departure: Departure) {
        let route = departure.route
        self.init(
            tripID: departure.tripID, routeID: departure.routeID, stopID: departure.stopID,
            stopSequence: departure.stopSequence,
            serviceDate: departure.serviceDate.description,
            departure: Self.timestamp(departure.departure, in: departure.timeZone),
            headsign: departure.headsign, interpolated: departure.isInterpolated,
            pickupType: departure.pickup.code, tripShortName: departure.tripShortName,
            directionID: departure.directionID, blockID: departure.blockID,
            routeShortName: route?.routeShortName, routeLongName: route?.routeLongName,
            routeType: route?.routeType, routeColor: route?.color.description,
            routeTextColor: route?.textColor.description, stopName: departure.stop.stopName,
            platformCode: departure.stop.platformCode,
            wheelchairAccessible: departure.wheelchairAccessible,
            bikesAllowed: departure.bikesAllowed, startTime: departure.startTime?.description,
            headwaySecs: departure.headwaySecs, exactTimes: departure.exactTimes)
    }

    /// With the offset of the zone at that instant.
    private static func timestamp(_ instant: Date, in zone: TimeZone) -> String {
        Timestamp.text(
            Int(instant.timeIntervalSince1970.rounded(.down)),
            offset: zone.secondsFromGMT(for: instant))
    }
}
