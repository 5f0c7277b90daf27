package import FeedCompiling
public import GTFSSchedule

/// A trip and its calls, as a trip rule sees them.
public struct TripView {
    package let feed: LoadedFeed
    package let trip: Int
    /// In the order of `stop_sequence`.
    package let calls: UnsafeBufferPointer<ListedCall>
    package let times: UnsafeBufferPointer<CallTimes>
    package let distances: UnsafeBufferPointer<Double>
    /// In seconds; `times` are counted from it.
    package let origin: Int

    init(_ feed: LoadedFeed, _ trip: Int) {
        self.init(feed, lists: TripLists(feed.calls), trip: trip)
    }

    @inline(__always)
    init(_ feed: LoadedFeed, lists: TripLists, trip: Int) {
        self.feed = feed
        self.trip = trip
        calls = lists.calls(trip)
        times = lists.times(trip)
        distances = lists.distances(trip)
        origin = lists.origin(trip)
    }

    /// The `trip_id`.
    public var tripID: String { feed.trips.id(trip) }
    /// The position of the further calls is not known.
    var isIncomplete: Bool { calls.first?.codes.isIncomplete ?? false }
    /// The number of calls of the trip.
    public var count: Int { calls.count }
    /// Whether `trips.txt` has the trip.
    package var isDefined: Bool { trip < feed.trips.definedCount }
    /// The row in `trips.txt`.
    public var tripRow: Int { feed.trips.row(trip) }
    /// The `route_id`; nil when blank, or when `trips.txt` does not have the trip.
    public var routeID: String? { text(feed.trips.columns.route, feed.routeIDs) }
    /// The row of `routes.txt`; nil when the route is not defined.
    public var route: Route? { feed.route(Int(feed.trips.columns.route[trip])) }
    /// The `service_id`; nil when blank, or when `trips.txt` does not have the trip.
    public var serviceID: String? { text(feed.trips.columns.service, feed.serviceIDs) }
    /// The `shape_id`; nil when blank, or when `trips.txt` does not have the trip.
    public var shapeID: String? { text(feed.trips.columns.shape, feed.shapeIDs) }

    private func text(_ numbers: [Int32], _ ids: IDTable) -> String? {
        numbers[trip] < 0 ? nil : ids.string(Int(numbers[trip]))
    }

    /// Returns the row of a call in `stop_times.txt`.
    public func row(_ position: Int) -> Int { feed.calls.row(trip, position) }
    /// Returns the `stop_sequence` of a call.
    public func stopSequence(_ position: Int) -> Int { Int(calls[position].sequence) }
    /// Returns the `stop_id` of a call; nil when it names no stop.
    public func stopID(_ position: Int) -> String? {
        let stop = Int(calls[position].stop)
        return stop < 0 ? nil : feed.stopIDs.string(stop)
    }
    /// Returns the row of `stops.txt`; nil when the call names no stop, or one that is not defined.
    public func stop(_ position: Int) -> Stop? { feed.stop(Int(calls[position].stop)) }
    /// Returns the arrival in seconds since noon minus twelve hours; nil when blank.
    public func arrival(_ position: Int) -> Int? {
        let time = times[position].arrival
        return time == CallTimes.none ? nil : origin + Int(time)
    }
    /// Returns the departure in seconds since noon minus twelve hours; nil when blank.
    public func departure(_ position: Int) -> Int? {
        let time = times[position].departure
        return time == CallTimes.none ? nil : origin + Int(time)
    }
    /// Returns the arrival as a time, as notices show it.
    package func arrivalTime(_ position: Int) -> ServiceTime? {
        arrival(position).map { ServiceTime(seconds: $0) }
    }
    /// Returns the departure as a time, as notices show it.
    package func departureTime(_ position: Int) -> ServiceTime? {
        departure(position).map { ServiceTime(seconds: $0) }
    }
    /// Returns the distance of a call; nil when blank.
    public func distance(_ position: Int) -> Double? {
        guard position < distances.count, !distances[position].isNaN else { return nil }
        return distances[position]
    }
    /// The values of a notice about a call.
    func fields(_ position: Int) -> NoticeFields {
        [
            "csvRowNumber": row(position), "tripId": tripID, "stopSequence": stopSequence(position),
        ]
    }
    package func extra(_ position: Int) -> OnDemandCall {
        feed.calls.columns.extras[Int(calls[position].extra)]
    }
}
