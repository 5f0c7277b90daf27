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
    /// For each of ``routes``, in the same order, the calls between boarding and alighting: those
    /// of expresses and of trips that stop everywhere.
    public var routeCallsBetween: [CallsBetweenDTO] = []
    /// The number of trips that go there, on whatever days; a trip of `frequencies.txt` counts
    /// once.
    public var trips = 0
    /// The least number of calls between boarding and alighting, over all routes.
    public var callsBetween = 0

    init() {}

    /// Creates the wire form of a destination.
    ///
    /// - Parameter routes: the routes, each with the number of its trips that go there, and the
    ///   calls between.
    public init(
        stop: Stop, routes: [(Route, Int, CallsBetweenDTO)], trips: Int, callsBetween: Int
    ) {
        self.stop = stop
        self.routes = routes.map(\.0)
        routeTrips = routes.map(\.1)
        routeCallsBetween = routes.map(\.2)
        self.trips = trips
        self.callsBetween = callsBetween
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("stop", &stop)
        wire.key("routes", &routes)
        wire.key("route_trips", &routeTrips)
        wire.optional("route_calls_between", &routeCallsBetween)
        wire.key("trips", &trips)
        wire.key("calls_between", &callsBetween)
    }
}

/// How many calls are between boarding and alighting, from trip to trip of a route.
public struct CallsBetweenDTO: WireObject, DTO {
    /// Of the trips with the fewest.
    public var least = 0
    /// Of the trips with the most.
    public var most = 0

    init() {}

    /// Creates the wire form of a range.
    public init(_ calls: ClosedRange<Int>) {
        (least, most) = (calls.lowerBound, calls.upperBound)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("least", &least)
        wire.key("most", &most)
    }
}
