import BundleCodec
import FeedReading
import GTFSSchedule
import TransitBundle
import TransitModel
import TransitRealtime

struct FeedFacts {
    let lookup: any FeedLookup
    let places: PlaceLookup
    let matcher: RunMatcher
    let version: String?
    let agencies: Set<AgencyID>
    let routes: [RouteID: TransitModel.Route]
    let stops: [StopID: TransitModel.Stop]
    let shapes: Set<ShapeID>
    let paths: [TripID: TripShape]
    let blocks: [TripID: Int64]
    let routesOfStops: [StopID: [RouteID]]
    let stopCounts: [RouteID: Int]
    let placesOfStops: [StopID: Coordinate]
    let selectors: SelectorFit
    private let trips: [TripID: TripTimetable]

    init(_ named: NamedThings, in lookup: any FeedLookup, counting effort: MatchEffort) throws {
        self.lookup = lookup
        places = PlaceLookup(lookup, effort)
        matcher = try RunMatcher(named.updates, over: lookup, places: places)
        version = try lookup.feedVersion()
        agencies = try lookup.agencies()
        routes = try lookup.routes()
        stops = try lookup.stops(named.stops)
        shapes = try lookup.shapes(named.shapes)
        paths = try lookup.paths(ofTrips: named.placedTrips)
        let areBoth = named.hasTripUpdates && named.hasVehicles
        blocks = areBoth ? try lookup.blocks(ofTrips: named.trips) : [:]
        let stopsOfRoutes =
            named.alertStops.isEmpty ? [:] : try lookup.stopsOfRoutes(callingAt: named.alertStops)
        stopCounts = stopsOfRoutes.mapValues(\.count)
        var routesOfStops: [StopID: [RouteID]] = [:]
        for (route, stops) in stopsOfRoutes {
            for stop in stops { routesOfStops[stop, default: []].append(route) }
        }
        self.routesOfStops = routesOfStops
        var trips: [TripID: TripTimetable] = [:]
        for trip in try lookup.timetables(ofTrips: named.trips) {
            trips[TripID(trip.tripID)] = trip
        }
        self.trips = trips
        selectors = SelectorFit(
            agencies: agencies, routes: routes, stops: named.ownStops.union(stops.keys),
            trips: trips, runs: [], added: named.added.union(named.copies))
        placesOfStops = try lookup.stops(named.passedStops(in: trips)).compactMapValues(
            \.coordinate)
    }

    func trip(_ id: String?) -> TripTimetable? {
        UsableValues.id(id).flatMap { trips[TripID($0)] }
    }

    /// Whether a stop is a place where riders do not board; nil for an unknown stop.
    func isOtherPlace(_ id: String) -> Bool? {
        stops[StopID(id)].map { $0.kind != .stop }
    }

    /// Notes a stop that is neither in the feed nor among those of the messages, or a place where
    /// riders do not board.
    func check(
        stop id: String?, beside own: Set<StopID>, unknown: MessageNotice = .e011,
        otherPlace: MessageNotice = .e015, _ log: CheckLog, in part: MessagePart
    ) {
        guard let id = UsableValues.id(id) else { return }
        if let isOther = isOtherPlace(id) {
            if isOther { log.note(otherPlace, in: part, ["stopId": id]) }
        } else if !own.contains(StopID(id)) {
            log.note(unknown, in: part, ["stopId": id])
        }
    }
}

extension TripTimetable {
    /// Whether its runs have a headway and no timetable: a trip with `exact_times` 0.
    var hasHeadwayOnly: Bool { intervals?.contains { $0.exactTimes != 1 } ?? false }

    /// Whether its runs start at exact times of `frequencies.txt`.
    var hasExactHeadway: Bool { intervals != nil && !hasHeadwayOnly }
}
