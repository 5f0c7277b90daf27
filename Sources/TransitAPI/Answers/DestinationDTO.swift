public import TransitModel

/// The stops that can be reached from a stop without changing: sorted by number of calls, then by
/// name.
public struct DestinationListDTO: WireObject, DTO {
    /// The stop that was asked for.
    public var stop = Stop()
    /// `destinations`; empty where there are none.
    public var destinations: [DestinationDTO] = []

    init() {}

    /// Creates the wire form of destinations.
    public init(stop: Stop, destinations: [DestinationDTO] = []) {
        self.stop = stop
        self.destinations = destinations
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("stop", &stop)
        wire.key("destinations", &destinations)
    }
}

/// A stop that some trip reaches.
public struct DestinationDTO: WireObject, DTO {
    /// The stop where riders can alight; with `as=stations` its station, if it has one.
    public var stop = Stop()
    /// The routes of the trips that go there, if the feed defines them.
    public var routes: [Route] = []
    /// For each of ``routes``, in the same order, the number of those trips.
    public var routeTrips: [Int] = []
    /// The number of trips that go there, on whatever days; a trip of `frequencies.txt` counts
    /// once.
    public var trips = 0
    /// The least number of calls between boarding and alighting.
    public var callsBetween = 0

    init() {}

    /// Creates the wire form of a destination.
    ///
    /// - Parameter routes: the routes, each with the number of its trips that go there.
    public init(stop: Stop, routes: [(Route, Int)], trips: Int, callsBetween: Int) {
        self.stop = stop
        self.routes = routes.map(\.0)
        routeTrips = routes.map(\.1)
        self.trips = trips
        self.callsBetween = callsBetween
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("stop", &stop)
        wire.key("routes", &routes)
        wire.key("route_trips", &routeTrips)
        wire.key("trips", &trips)
        wire.key("calls_between", &callsBetween)
    }
}
