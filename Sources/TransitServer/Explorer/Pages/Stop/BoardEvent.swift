import GTFSSchedule
import TransitAPI
import TransitModel

/// A departure or an arrival, as a board shows either.
@available(iOS 17, macOS 14, *)
struct BoardEvent {
    let tripID: String
    let routeID: String?
    let stopID: String
    let stopName: String
    let platformCode: String?
    let serviceDate: ServiceDate
    let instant: ZonedInstant
    let headsign: String?
    let isInterpolated: Bool
    /// How riders board or, at an arrival, alight.
    let access: PickupDropOff
    let tripShortName: String?
    let wheelchair: Int?
    let bikes: Int?
    let startTime: ServiceTime?
    let headwaySecs: Int?
    let exactTimes: Int?
    /// The zone of the clock, where it differs from the board's.
    let timezone: String?
    /// Whether the instant may be hours off, because the feed gives no valid zone.
    let isZoneAssumed: Bool

    init(_ departure: DepartureDTO) {
        tripID = departure.tripID
        routeID = departure.routeID
        stopID = departure.stopID
        stopName = departure.stopName
        platformCode = departure.platformCode
        serviceDate = departure.serviceDate
        instant = departure.departure
        headsign = departure.headsign
        isInterpolated = departure.interpolated
        access = PickupDropOff(code: departure.pickupType)
        tripShortName = departure.tripShortName
        wheelchair = departure.wheelchairAccessible
        bikes = departure.bikesAllowed
        startTime = departure.startTime
        headwaySecs = departure.headwaySecs
        exactTimes = departure.exactTimes
        timezone = departure.timezone
        isZoneAssumed = departure.timezoneAssumed || departure.stopTimezoneAssumed
    }

    init(_ arrival: ArrivalDTO) {
        tripID = arrival.tripID
        routeID = arrival.routeID
        stopID = arrival.stopID
        stopName = arrival.stopName
        platformCode = arrival.platformCode
        serviceDate = arrival.serviceDate
        instant = arrival.arrival
        headsign = arrival.headsign
        isInterpolated = arrival.interpolated
        access = PickupDropOff(code: arrival.dropOffType)
        tripShortName = arrival.tripShortName
        wheelchair = arrival.wheelchairAccessible
        bikes = arrival.bikesAllowed
        startTime = arrival.startTime
        headwaySecs = arrival.headwaySecs
        exactTimes = arrival.exactTimes
        timezone = arrival.timezone
        isZoneAssumed = arrival.timezoneAssumed || arrival.stopTimezoneAssumed
    }
}
