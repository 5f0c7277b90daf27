public import TransitModel

/// Where one can go from a stop without changing: the nearest by calls first, then by name.
public struct DestinationListDTO: DTO {
    /// The stop that was asked for.
    public var stop: StopDTO
    /// `destinations`; empty where there are none.
    public var destinations: [DestinationDTO]

    /// Destinations as they are sent.
    public init(stop: Stop, destinations: [DestinationDTO] = []) {
        self.stop = StopDTO(stop)
        self.destinations = destinations
    }

    public init(_ wire: WireReader) {
        stop = wire.object("stop")
        destinations = wire.list("destinations")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(stop, "stop")
        wire.put(destinations, "destinations")
    }
}

/// A stop that some trip reaches.
public struct DestinationDTO: DTO {
    /// Where one can alight; with `as=stations` its station, if it has one.
    public var stop: StopDTO
    /// The routes of the trips that go there, as far as the feed defines them.
    public var routes: [RouteDTO]
    /// The number of trips that go there, on whatever days; one of `frequencies.txt` counts once.
    public var trips: Int
    /// The least number of calls between boarding and alighting.
    public var callsBetween: Int

    /// A destination as it is sent.
    public init(stop: Stop, routes: [Route], trips: Int, callsBetween: Int) {
        self.stop = StopDTO(stop)
        self.routes = routes.map { RouteDTO($0) }
        self.trips = trips
        self.callsBetween = callsBetween
    }

    public init(_ wire: WireReader) {
        stop = wire.object("stop")
        routes = wire.list("routes")
        trips = wire.integer("trips")
        callsBetween = wire.integer("calls_between")
    }

    public func write(to wire: inout WireWriter) {
        wire.put(stop, "stop")
        wire.put(routes, "routes")
        wire.put(trips, "trips")
        wire.put(callsBetween, "calls_between")
    }
}
