import Foundation
public import TransitModel

extension Board: ListedForm {
    public static var listKey: StaticString { "boards" }
    /// The number of events on each page of a window (`for`), except the last.
    public static let pageOfWindow = 1000

    /// Reads a board. A stop that it does not list is created from the event's name for it, without
    /// a place; a route that it does not list is nil.
    public init(_ wire: WireReader) {
        self = SentBoard(wire).whole
    }

    public func write(to wire: inout WireWriter) {
        SentBoard(self).write(to: &wire)
    }
}

/// A board in the form in which it is sent: each stop and route of its events once.
package struct SentBoard: WireObject {
    private var board: Board
    private var timeZoneName: String
    package private(set) var rows: [BoardRow] = []
    /// Except the board's own.
    private(set) var stops: [Stop] = []
    private(set) var routes: [Route] = []

    init() {
        self.init(Board(stop: Stop()))
    }

    package init(_ board: Board) {
        self.board = board
        timeZoneName = board.timeZoneName ?? "UTC"
        var seenStops = SeenIDs(board.stop.sid, board.stop.stopID)
        var seenRoutes = SeenIDs()
        // Finding a color that is readable on the other takes longer than writing a departure.
        var paint: [Int64: PaintColors] = [:]
        rows.reserveCapacity(board.events.count)
        for index in board.events.indices {
            if seenStops.insert(board.events[index].stop.sid, board.events[index].stopID),
                !board.events[index].stop.isOfEvent
            {
                stops.append(board.events[index].stop)
            }
            let rid = board.events[index].route?.rid
            if let rid, let id = board.events[index].route?.routeID, seenRoutes.insert(rid, id),
                let route = board.events[index].route
            {
                paint[rid] = PaintColors(route)
                routes.append(route)
            }
            rows.append(
                BoardRow(
                    index, of: board.events, besides: timeZoneName, rid.flatMap { paint[$0] }))
        }
    }

    mutating func visit(_ wire: inout some Wire) {
        // An object with a list of arrivals has arrivals.
        if wire.has(StopEvent.Kind.arrival.listKey) { board.kind = .arrival }
        wire.key("stop", &board.stop)
        wire.key("timezone", &timeZoneName)
        wire.key(board.kind.listKey, &rows)
        wire.optional("stops", &stops)
        wire.optional("routes", &routes)
        wire.optional("alerts", &board.alerts)
    }

    /// Leaves only some of the rows, and what they name.
    package mutating func keep(_ kept: [BoardRow]) {
        let events = kept.map(\.event)
        stops = stops.filter { stop in events.contains { StopID($0.stopID) == StopID(stop.stopID) }
        }
        routes = routes.filter { route in
            events.contains { $0.routeID?.exact == route.routeID.exact }
        }
        rows = kept
    }

    fileprivate var whole: Board {
        var board = board
        board.timeZoneName = timeZoneName
        let zone = NamedTimeZone(timeZoneName)?.timeZone
        // By bytes: a dictionary of strings would merge the two forms of "é".
        let stops = Dictionary(([board.stop] + stops).map { (StopID($0.stopID), $0) }) { first, _ in
            first
        }
        let routes = Dictionary(routes.map { (RouteID($0.routeID), $0) }) { first, _ in first }
        board.events = rows.map { row in
            var event = row.event
            event.stop = stops[StopID(event.stopID)] ?? event.stop
            event.route = event.routeID.flatMap { routes[RouteID($0)] }
            if row.timeZoneName == nil, let zone {
                event.timeZone = zone
                event.timeZoneName = timeZoneName
            } else {
                event.take(zone: row.timeZoneName ?? timeZoneName)
            }
            return event
        }
        return board
    }
}

/// Keys tell stops and routes apart, except in answers that break the contract.
private struct SeenIDs {
    private var ids: [Int64: [ExactText]] = [:]

    init() {}

    init(_ key: Int64, _ id: String) {
        ids[key] = [id.exact]
    }

    /// Returns false for one that was there before.
    mutating func insert(_ key: Int64, _ id: String) -> Bool {
        if ids[key]?.contains(id.exact) == true { return false }
        ids[key, default: []].append(id.exact)
        return true
    }
}

extension Stop {
    /// Whether it has no more than an event says about its stop, as one that was made from it.
    fileprivate var isOfEvent: Bool {
        sid == 0
            && self
                == Stop(
                    sid: 0, stopID: stopID, stopName: stopName, stopLat: nil, stopLon: nil,
                    platformCode: platformCode)
    }
}

/// An event on a board, without what the board has once.
package struct BoardRow: WireForm {
    // Events are large, so a row shares the list of the board.
    private let events: [StopEvent]
    private let index: Int
    private let colors: PaintColors?
    /// Nil for the board's.
    fileprivate let timeZoneName: String?

    fileprivate init(
        _ index: Int, of events: [StopEvent], besides timeZoneName: String, _ colors: PaintColors?
    ) {
        self.events = events
        self.index = index
        self.colors = colors
        let own = events[index].timeZoneName
        self.timeZoneName = own == timeZoneName ? nil : own
    }

    package var event: StopEvent { events[index] }

    package init(_ wire: WireReader) {
        var wire = wire
        var event = StopEvent()
        var zone: String?
        event.visit(&wire, zone: &zone)
        events = [event]
        index = 0
        colors = nil
        timeZoneName = zone
    }

    package func write(to wire: inout WireWriter) {
        var event = event
        var zone = timeZoneName
        event.visit(&wire, zone: &zone, colors: colors)
    }
}
