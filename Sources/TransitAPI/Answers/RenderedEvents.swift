package import TransitModel

/// The events of a board as JSON, each written once and sent in many answers.
///
/// ``RenderedBoard`` assembles them to the same bytes as a board has.
package final class RenderedEvents: Sendable {
    /// Seconds since 1970 at which each event is expected, in order.
    package let instants: [Int]
    package let alerts: [Int: [String]]
    private let keys: [(sid: Int64, rid: Int64?)]
    private let events: Objects
    private let stops: [Int64: ArraySlice<UInt8>]
    private let routes: [Int64: ArraySlice<UInt8>]
    package let cost: Int

    private static let mostBytes = 1 << 24

    package init?(_ board: Board) {
        let sent = SentBoard(board)
        instants = board.events.map(\.expectedTime.seconds)
        alerts = Dictionary(
            uniqueKeysWithValues: board.events.enumerated().compactMap { index, event in
                guard let ids = event.realtime?.alerts, !ids.isEmpty else { return nil }
                return (index, ids)
            })
        keys = board.events.map { ($0.stop.sid, $0.route?.rid) }
        guard let events = Objects(sent.rows, atMost: Self.mostBytes),
            let stopObjects = Objects(sent.stops, atMost: Self.mostBytes),
            let routeObjects = Objects(sent.routes, atMost: Self.mostBytes)
        else { return nil }
        self.events = events
        self.stops = stopObjects.byKey(sent.stops.map(\.sid))
        self.routes = routeObjects.byKey(sent.routes.map(\.rid))
        // Besides the bytes: a number, two keys and an end for each event, and entries of tables.
        cost =
            events.bytes.capacity + stopObjects.bytes.capacity + routeObjects.bytes.capacity
            + board.events.count * 48 + (sent.stops.count + sent.routes.count) * 64 + 512
    }

    package func index(from instant: Int) -> Int {
        instants.firstIndex { $0 >= instant } ?? instants.count
    }

    private struct Objects: Sendable {
        let bytes: [UInt8]
        private let ends: [Int]

        init?(_ objects: [some WireForm], atMost mostBytes: Int) {
            var wire = WireWriter(atMost: mostBytes)
            var ends: [Int] = []
            for object in objects {
                wire.put(object)
                ends.append(wire.bytes.count)
            }
            guard !wire.isTooLarge else { return nil }
            bytes = wire.bytes
            self.ends = ends
        }

        subscript(index: Int) -> ArraySlice<UInt8> {
            bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
        }

        func byKey(_ keys: [Int64]) -> [Int64: ArraySlice<UInt8>] {
            Dictionary(keys.indices.map { (keys[$0], self[$0]) }) { first, _ in first }
        }
    }

    fileprivate func add(_ index: Int, to board: inout RenderedBoard) {
        board.events.append(events[index])
        let keys = keys[index]
        // The board's own stop has no entry here.
        if let stop = stops[keys.sid], board.seenStops.insert(keys.sid).inserted {
            board.stops.append(stop)
        }
        if let rid = keys.rid, let route = routes[rid], board.seenRoutes.insert(rid).inserted {
            board.routes.append(route)
        }
    }
}

package struct RenderedBoard {
    private let stop: [UInt8]
    private let timezone: String
    private let kind: StopEvent.Kind
    fileprivate var events: [ArraySlice<UInt8>] = []
    fileprivate var stops: [ArraySlice<UInt8>] = []
    fileprivate var routes: [ArraySlice<UInt8>] = []
    fileprivate var seenStops: Set<Int64> = []
    fileprivate var seenRoutes: Set<Int64> = []
    package var alerts: [ServiceAlert] = []

    package init(stop: [UInt8], timezone: String, kind: StopEvent.Kind) {
        self.stop = stop
        self.timezone = timezone
        self.kind = kind
    }

    package mutating func add(_ index: Int, of events: RenderedEvents) {
        events.add(index, to: &self)
    }

    package func envelope(_ meta: Meta) -> [UInt8] {
        var wire = WireWriter()
        // A comma after each, and the rest of the answer.
        wire.reserve((events + stops + routes).reduce(stop.count + 1024) { $0 + $1.count + 1 })
        wire.putObject { wire in
            wire.putObject("data") { wire in
                wire.put(json: stop, "stop")
                wire.put(timezone, "timezone")
                wire.put(json: events, kind.listKey)
                if !stops.isEmpty { wire.put(json: stops, "stops") }
                if !routes.isEmpty { wire.put(json: routes, "routes") }
                if !alerts.isEmpty { wire.put(json: alerts.map { $0.jsonBytes[...] }, "alerts") }
            }
            wire.put(meta, "meta")
        }
        return wire.bytes
    }
}
