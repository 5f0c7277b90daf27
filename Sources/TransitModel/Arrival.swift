public import Foundation
public import GTFSSchedule

/// A vehicle arrives at a stop.
public struct Arrival: Codable, Hashable, Sendable {
    /// The `trip_id`.
    public var tripID: String
    /// The `route_id`; nil when the trip names none.
    public var routeID: String?
    /// The route; nil when the feed does not define it.
    public var route: Route?
    /// The stop or platform where it arrives, even if a whole station was asked for.
    public var stop: Stop
    /// The `stop_sequence` of the call.
    public var stopSequence: Int
    /// The service day that the trip belongs to, which may be a day or more before the arrival.
    public var serviceDate: ServiceDate
    /// When it arrives.
    public var arrival: Date
    /// The zone of the clock at the stop.
    public var timeZone: TimeZone
    /// The feed's name for ``timeZone``, which may differ from its `identifier`: that of `UTC` is
    /// `GMT`.
    public var timeZoneName: String
    /// `stop_timezone` of the stop, or of its station, names no existing zone, so ``timeZone`` is
    /// the agency's.
    public var isStopTimeZoneAssumed: Bool
    /// The trip's agency names no existing time zone, so ``arrival`` was computed in the zone of
    /// another agency, or in GMT, and may be hours off.
    public var isTimeZoneAssumed: Bool
    /// The headsign of the vehicle at this stop.
    public var headsign: String?
    /// The feed gives no time here; this one was interpolated.
    public var isInterpolated: Bool
    /// How to alight; never `.none`, which would forbid it.
    public var dropOff: PickupDropOff
    /// `trip_short_name`; nil where the feed is blank.
    public var tripShortName: String?
    /// `direction_id`: 0 or 1; nil where the feed is blank.
    public var directionID: Int?
    /// `block_id`; nil where the feed is blank.
    public var blockID: String?
    /// `wheelchair_accessible` as published; nil where the feed is blank.
    public var wheelchairAccessible: Int?
    /// `bikes_allowed` as published; nil where the feed is blank.
    public var bikesAllowed: Int?
    /// For a trip of `frequencies.txt`: when this run leaves its first stop.
    public var startTime: ServiceTime?
    /// For a trip of `frequencies.txt`: the seconds between runs.
    public var headwaySecs: Int?
    /// For a trip of `frequencies.txt`: whether the run leaves exactly then (1), or about every
    /// `headwaySecs` (0).
    public var exactTimes: Int?

    /// One that an app makes itself, for previews and tests.
    public init(
        tripID: String, routeID: String? = nil, route: Route? = nil, stop: Stop, stopSequence: Int,
        serviceDate: ServiceDate, arrival: Date, timeZone: TimeZone, timeZoneName: String? = nil,
        isStopTimeZoneAssumed: Bool = false, isTimeZoneAssumed: Bool = false,
        headsign: String? = nil, isInterpolated: Bool = false,
        dropOff: PickupDropOff, tripShortName: String? = nil, directionID: Int? = nil,
        blockID: String? = nil, wheelchairAccessible: Int? = nil, bikesAllowed: Int? = nil,
        startTime: ServiceTime? = nil, headwaySecs: Int? = nil, exactTimes: Int? = nil
    ) {
        self.tripID = tripID
        self.routeID = routeID
        self.route = route
        self.stop = stop
        self.stopSequence = stopSequence
        self.serviceDate = serviceDate
        self.arrival = arrival
        self.timeZone = timeZone
        self.timeZoneName = timeZoneName ?? timeZone.identifier
        self.isStopTimeZoneAssumed = isStopTimeZoneAssumed
        self.isTimeZoneAssumed = isTimeZoneAssumed
        self.headsign = headsign
        self.isInterpolated = isInterpolated
        self.dropOff = dropOff
        self.tripShortName = tripShortName
        self.directionID = directionID
        self.blockID = blockID
        self.wheelchairAccessible = wheelchairAccessible
        self.bikesAllowed = bikesAllowed
        self.startTime = startTime
        self.headwaySecs = headwaySecs
        self.exactTimes = exactTimes
    }
}

/// The departures from one stop.
public struct Board: Codable, Hashable, Sendable, Identifiable {
    /// The requested stop or station.
    public var stop: Stop
    /// The departures, by time.
    public var departures: [Departure]

    /// One that an app makes itself, for previews and tests.
    public init(stop: Stop, departures: [Departure] = []) {
        self.stop = stop
        self.departures = departures
    }

    /// The key of the stop.
    public var id: Int64 { stop.sid }
}

/// Which departures and arrivals are wanted. Unset conditions do not matter.
///
/// ```swift
/// let trains = BoardFilter(types: [.rail], directionID: 0)
/// let next = try await source.nextDepartures(
///     from: [stop], at: now, count: 1, matching: trains)
/// let headsigns = next.map(\.headsign)  // ["North Shelf"]
/// ```
public struct BoardFilter: Codable, Hashable, Sendable {
    /// The `route_id`s; nil for all.
    public var routeIDs: Set<String>?
    /// The types of routes; nil for all. A trip whose route the feed does not define has none.
    public var types: Set<RouteType>?
    /// The `direction_id`; nil for all.
    public var directionID: Int?

    /// One that an app makes itself, for previews and tests.
    public init(routeIDs: Set<String>? = nil, types: Set<RouteType>? = nil, directionID: Int? = nil)
    {
        self.routeIDs = routeIDs
        self.types = types
        self.directionID = directionID
    }

    /// Everything.
    public static let all = BoardFilter()

    /// Whether an event on a route in a direction is wanted.
    public func admits(routeID: String?, type: RouteType?, directionID: Int?) -> Bool {
        if let routeIDs {
            // Ids are bytes: the two forms of "é" name two routes.
            guard let routeID, routeIDs.contains(where: { RouteID($0) == RouteID(routeID) }) else {
                return false
            }
        }
        if let types {
            guard let type, types.contains(type) else { return false }
        }
        if let wanted = self.directionID {
            guard directionID == wanted else { return false }
        }
        return true
    }
}
