import Foundation
public import TransitModel

/// The departures from a stop, or the arrivals at it, and, once each, the stops and routes that
/// they name.
public struct BoardDTO: WireObject, DTO, ListedForm {
    public static var listKey: StaticString { "boards" }
    /// The number of events on each page of a window (`for`), except the last.
    public static let pageOfWindow = 1000

    /// The kind of the events; an object with a list of arrivals has arrivals.
    public var kind = StopEvent.Kind.departure
    /// The stop or station that was asked for.
    public var stop = Stop()
    /// The zone of the stop's clock, such as `Australia/Sydney`.
    public var timezone = "UTC"
    /// The events, by time.
    public var events: [StopEventDTO] = []
    /// The stops and platforms of the events, except ``stop`` itself.
    public var stops: [Stop] = []
    /// The routes of the events.
    public var routes: [Route] = []
    /// The alerts for the events, the stop and the feed, each once.
    public var alerts: [ServiceAlertDTO] = []

    init() {}

    /// Creates the wire form of a board.
    ///
    /// - Parameters:
    ///   - kind: the kind of the events.
    ///   - stop: the stop or station that the board belongs to.
    ///   - zone: the feed's name for the zone of the clock at the stop.
    ///   - events: the events, in the order of the board.
    ///   - alerts: the alerts for the events, the stop and the feed.
    ///   - seconds: returns the time of an event in its service day, if the answer should include
    ///     it.
    public init(
        _ kind: StopEvent.Kind = .departure, stop: Stop, zone: String, events: [StopEvent],
        alerts: [ServiceAlertDTO] = [], seconds: (StopEvent) -> Int? = { _ in nil }
    ) {
        var parts = BoardParts(stop: stop)
        var clock = OffsetMemory()
        self.kind = kind
        self.stop = stop
        timezone = zone
        self.events = events.map { event in
            parts.add(event.stop, event.route)
            return StopEventDTO(
                event, instant: clock.instant(event.time, in: event.timeZone),
                seconds: seconds(event), boardZone: zone, colors: parts.colors(event.route))
        }
        stops = parts.stops
        routes = parts.routes
        self.alerts = alerts
    }

    mutating func visit(_ wire: inout some Wire) {
        if wire.has(StopEvent.Kind.arrival.listKey) { kind = .arrival }
        wire.key("stop", &stop)
        wire.key("timezone", &timezone)
        wire.key(kind.listKey, &events)
        wire.optional("stops", &stops)
        wire.optional("routes", &routes)
        wire.optional("alerts", &alerts)
    }

    /// The board.
    public var model: Board {
        let context = BoardContext(stop: stop, timezone: timezone, stops: stops, routes: routes)
        return Board(
            stop: context.stop, events: events.map { $0.model(on: context) },
            alerts: alerts.map(\.model))
    }
}

/// The stop of a board, and its further stops and routes, for reading its events.
public struct BoardContext: Sendable {
    /// The stop of the board.
    public let stop: Stop
    private let timeZone: TimeZone
    let timeZoneName: String
    private let stops: [StopID: Stop]
    private let routes: [RouteID: Route]

    init(stop: Stop, timezone: String, stops: [Stop], routes: [Route]) {
        self.stop = stop
        timeZone = NamedTimeZone(timezone)?.timeZone ?? .gmt
        timeZoneName = timezone
        // By bytes: a dictionary of strings would merge the two forms of "é".
        self.stops = Dictionary(([stop] + stops).map { (StopID($0.stopID), $0) }) { first, _ in
            first
        }
        self.routes = Dictionary(routes.map { (RouteID($0.routeID), $0) }) { first, _ in first }
    }

    func stop(_ id: String) -> Stop? { stops[StopID(id)] }

    func route(_ id: String) -> Route? { routes[RouteID(id)] }

    /// The zone that an event names, else the board's. If this system does not know the zone, one
    /// with the instant's offset.
    func zone(_ name: String?, offsetSeconds: Int) -> TimeZone {
        guard let name else { return timeZone }
        return NamedTimeZone(name)?.timeZone ?? TimeZone(secondsFromGMT: offsetSeconds) ?? .gmt
    }
}

private struct BoardParts {
    var stops: [Stop] = []
    var routes: [Route] = []
    private var seenStops: Set<Int64>
    private var paint: [Int64: PaintColors] = [:]

    init(stop: Stop) {
        seenStops = [stop.sid]
    }

    mutating func add(_ stop: Stop, _ route: Route?) {
        if seenStops.insert(stop.sid).inserted { stops.append(stop) }
        if let route, paint[route.rid] == nil {
            paint[route.rid] = PaintColors(route)
            routes.append(route)
        }
    }

    func colors(_ route: Route?) -> PaintColors? {
        route.flatMap { paint[$0.rid] }
    }
}

/// Finding one that is readable on the other takes longer than writing a departure.
struct PaintColors {
    let background: String
    let text: String

    init(_ route: Route) {
        background = route.color.description
        text = route.textColor.description
    }
}

/// The offset of a zone, looked up once per quarter of an hour, within which no zone changes it:
/// the lookup costs more than writing a departure.
private struct OffsetMemory {
    private var zone: TimeZone?
    private var quarter = 0
    private var offset = 0

    mutating func instant(_ instant: Date, in zone: TimeZone) -> ZonedInstant {
        let seconds = Int(instant.timeIntervalSince1970.rounded(.down))
        let quarter = (seconds - (seconds % 900 + 900) % 900) / 900
        if quarter != self.quarter || zone != self.zone {
            self.zone = zone
            self.quarter = quarter
            offset = zone.secondsFromGMT(for: instant)
        }
        return ZonedInstant(seconds: seconds, offsetSeconds: offset)
    }
}
