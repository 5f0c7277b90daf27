import Foundation
import TransitModel

/// The keys for the time and for boarding or alighting tell a departure from an arrival.
extension StopEvent: WireObject {
    init() {
        self.init(
            tripID: "", stop: Stop(), stopSequence: 0, serviceDate: .earliest,
            time: LocalInstant(seconds: 0, offsetSeconds: 0), timeZone: .gmt, timeZoneName: "")
    }

    mutating func visit(_ wire: inout some Wire) {
        var zone = timeZoneName.isEmpty ? nil : timeZoneName
        visit(&wire, zone: &zone, colors: route.map(PaintColors.init))
        if let zone, zone != timeZoneName { take(zone: zone) }
    }

    /// - Parameters:
    ///   - zone: the name of the zone; nil where it is the board's.
    ///   - colors: those of the route.
    mutating func visit(
        _ wire: inout some Wire, zone: inout String?, colors: PaintColors? = nil
    ) {
        let ofArrival = Kind.arrival.keys
        // An object with a key that only arrivals have is an arrival.
        if wire.has(ofArrival.time) || wire.has(ofArrival.seconds) || wire.has(ofArrival.type) {
            kind = .arrival
        }
        let keys = kind.keys
        wire.key("trip_id", &tripID)
        wire.nullable("route_id", &routeID)
        wire.key("stop_id", &stop.stopID)
        wire.key("stop_sequence", &stopSequence)
        wire.key("service_date", &serviceDate)
        wire.key(keys.time, &time)
        // It is not read: an event from a server equals that of its bundle.
        var seconds = serviceSeconds
        wire.optional(keys.seconds, &seconds)
        wire.nullable("headsign", &headsign)
        wire.key("interpolated", &isInterpolated)
        wire.key(keys.type, &pickupDropOff)
        wire.optional("trip_short_name", &tripShortName)
        wire.optional("direction_id", &directionID)
        wire.optional("block_id", &blockID)
        visitRoute(&wire, colors)
        wire.key("stop_name", &stop.stopName)
        wire.optional("platform_code", &stop.platformCode)
        wire.optional("wheelchair_accessible", &wheelchairAccessible)
        wire.optional("bikes_allowed", &bikesAllowed)
        wire.optional("start_time", &startTime)
        wire.optional("headway_secs", &headwaySecs)
        wire.optional("exact_times", &exactTimes)
        wire.optional("timezone", &zone)
        wire.optional("stop_timezone_assumed", &isStopTimeZoneAssumed)
        wire.optional("timezone_assumed", &isTimeZoneAssumed)
        wire.optional("realtime", &realtime)
    }

    /// Names and colors of the route, for readers of JSON; models take the whole route from the
    /// board.
    private func visitRoute(_ wire: inout some Wire, _ colors: PaintColors?) {
        var (shortName, longName) = (route?.routeShortName, route?.routeLongName)
        var type = route?.routeType
        var (background, text) = (colors?.background, colors?.text)
        wire.optional("route_short_name", &shortName)
        wire.optional("route_long_name", &longName)
        wire.optional("route_type", &type)
        wire.optional("route_color", &background)
        wire.optional("route_text_color", &text)
    }

    /// A zone that this system does not know becomes one with the offset of the instant.
    mutating func take(zone name: String) {
        timeZoneName = name
        timeZone =
            NamedTimeZone(name)?.timeZone ?? TimeZone(secondsFromGMT: time.offsetSeconds) ?? .gmt
    }
}

/// The colors to paint a route with, even where the feed gives none.
struct PaintColors: Hashable, Sendable {
    let background: String
    /// Readable on the background.
    let text: String

    init(_ route: Route) {
        background = route.color.description
        text = route.textColor.description
    }
}

extension StopEvent.Kind {
    fileprivate var keys: (time: StaticString, seconds: StaticString, type: StaticString) {
        switch self {
        case .departure: ("departure", "departure_seconds", "pickup_type")
        case .arrival: ("arrival", "arrival_seconds", "drop_off_type")
        }
    }

    package var listKey: StaticString {
        switch self {
        case .departure: "departures"
        case .arrival: "arrivals"
        }
    }
}
