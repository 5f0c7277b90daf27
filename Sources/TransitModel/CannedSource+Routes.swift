import BundleCodec
public import GTFSSchedule

/// The answers of a ``CannedSource`` about routes: their stops, timetables and shapes.
extension CannedSource {
    public func directions(of route: Route) async throws -> [RouteDirection] {
        try await give {
            let trips = trips.filter { $0.routeID?.exact == route.routeID.exact }
            return Dictionary(grouping: trips, by: \.directionID)
                .map { direction, trips in
                    let headsigns = Dictionary(grouping: trips.compactMap(\.tripHeadsign)) { $0 }
                    return RouteDirection(
                        directionID: direction,
                        headsign: headsigns.max {
                            ($0.value.count, $1.key) < ($1.value.count, $0.key)
                        }?.key, tripCount: trips.count)
                }
                .sorted { ($0.directionID ?? .max) < ($1.directionID ?? .max) }
        }
    }

    public func stops(of route: Route, direction: Int?) async throws -> [Stop] {
        try await give {
            if let stops = stopsOfRoute[route.routeID] { return stops }
            let patterns = patterns { trip in
                trip.routeID?.exact == route.routeID.exact
                    && (direction == nil || trip.directionID == direction)
            }
            var order = MergedOrder()
            for pattern in patterns {
                order.add(
                    pattern.calls.compactMap { $0.stop?.sid }, weight: pattern.trips.count)
            }
            let stops = Dictionary(
                patterns.flatMap(\.calls).compactMap(\.stop).map { ($0.sid, $0) },
                uniquingKeysWith: { first, _ in first })
            return order.stops().compactMap { stops[$0] }
        }
    }

    /// The station of a platform, else the stop itself: the head of a column of timetables.
    func column(of stop: Stop) -> Stop {
        chain(from: stop).first { $0.kind == .station } ?? stop
    }

    public func timetables(of route: Route, on date: ServiceDate) async throws -> [Timetable] {
        try await give {
            if let timetables = timetables[route.routeID] { return timetables }
            guard isServiceDay(date) else { return [] }
            let patterns = patterns { $0.routeID?.exact == route.routeID.exact }
            let directions = Set(patterns.map { $0.trips[0].directionID })
            return directions.sorted { $0 ?? -1 < $1 ?? -1 }
                .map { direction in
                    timetable(
                        of: patterns.filter { $0.trips[0].directionID == direction }, on: date)
                }
                .filter { !$0.rows.isEmpty || !$0.flexibleTrips.isEmpty }
        }
    }

    /// The timetable of patterns in one direction.
    private func timetable(of patterns: [CannedPattern], on date: ServiceDate) -> Timetable {
        let columns = patterns.map { $0.calls.compactMap(\.stop).map(column) }
        let order = StopOrder(columns.map { $0.map(\.sid) })
        let stops = Dictionary(
            columns.joined().map { ($0.sid, $0) }, uniquingKeysWith: { first, _ in first })
        var rows: [Timetable.Row] = []
        var flexibleTrips: [Timetable.FlexibleTrip] = []
        for (pattern, columns) in zip(patterns, columns) {
            let places = order.places(of: columns.map(\.sid))
            for trip in pattern.trips {
                let calls = calls[trip.tripID] ?? []
                if calls.contains(where: { $0.flex != nil }) {
                    flexibleTrips.append(
                        Timetable.FlexibleTrip(
                            tripID: trip.tripID, headsign: trip.tripHeadsign, calls: calls))
                }
                guard places.contains(where: { $0 != nil }) else { continue }
                rows += runs(of: trip, isGrouped: true).map { run in
                    let isOneOfMany = run.interval.map { $0.exactTimes != 1 } ?? false
                    var row = Timetable.Row(
                        tripID: trip.tripID, headsign: trip.tripHeadsign, startTime: run.start,
                        endTime: isOneOfMany
                            ? run.interval.map { ServiceTime(seconds: $0.end) } : nil,
                        headwaySecs: run.interval?.seconds, exactTimes: run.interval?.exactTimes,
                        cells: Array(repeating: nil, count: order.stops.count))
                    for (call, place) in zip(calls.filter { $0.stop != nil }, places) {
                        if let place { row.cells[place] = Timetable.Cell(call, shift: run.shift) }
                    }
                    return row
                }
            }
        }
        return Timetable(
            date: date, directionID: patterns.first?.trips[0].directionID,
            columns: order.stops.compactMap { stops[$0].map(Timetable.Column.init) },
            rows: TimetableOrder.sorted(rows),
            flexibleTrips: flexibleTrips.sorted {
                ($0.firstWindow, $0.tripID) < ($1.firstWindow, $1.tripID)
            },
            isTimeZoneAssumed: description.isTimeZoneAssumed)
    }

    // MARK: Shapes

    public func shapes(of route: Route, direction: Int?) async throws -> [TripShape] {
        try await give {
            let names = Set(
                trips.filter { $0.routeID?.exact == route.routeID.exact }
                    .filter { direction == nil || $0.directionID == direction }
                    .compactMap(\.shapeID))
            return shapes.filter { names.contains($0.shapeID) }
        }
    }

    public func shape(id: String) async throws -> TripShape {
        try await give { try first(shapes, kind: "shape", id: id, path: \.shapeID) }
    }

    public func shape(of trip: Trip) async throws -> TripShape? {
        try await give { shape(of: trip) }
    }

    private func shape(of trip: Trip) -> TripShape? {
        shapes.first { $0.shapeID == trip.shapeID }
    }

    /// By the distances of the shape and the calls; straight from stop to stop where they have none.
    public func path(of trip: Trip, from start: Int, to end: Int) async throws -> [Coordinate] {
        try await give {
            let ridden = (calls[trip.tripID] ?? []).filter {
                start <= $0.stopSequence && $0.stopSequence <= end
            }
            if let from = ridden.first?.shapeDistTraveled, let to = ridden.last?.shapeDistTraveled {
                let points = shape(of: trip)?.points ?? []
                let path = points.filter { $0.distance.map { from <= $0 && $0 <= to } ?? false }
                if !path.isEmpty { return path.map(\.coordinate) }
            }
            return ridden.compactMap { $0.stop?.coordinate }
        }
    }
}

extension Timetable.Cell {
    fileprivate init(_ call: Call, shift: Int) {
        self.init(
            stopID: call.stopID ?? "", stopSequence: call.stopSequence,
            arrival: call.arriving?.adding(seconds: shift),
            departure: call.time?.adding(seconds: shift), isInterpolated: call.isInterpolated,
            pickup: call.pickup, dropOff: call.dropOff)
    }
}

extension Timetable.FlexibleTrip {
    fileprivate var firstWindow: Int { calls.compactMap { $0.flex?.start?.seconds }.min() ?? .max }
}
