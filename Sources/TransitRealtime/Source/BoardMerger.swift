import Foundation
import TransitModel

/// Lays live data over the events of a board.
struct BoardMerger {
    let trips: MergedTrips
    let source: any TransitSource
    let kind: StopEvent.Kind
    let filter: BoardFilter
    private var found: [StopEvent] = []
    private var known = KnownPlaces()

    init(
        trips: MergedTrips, source: any TransitSource, kind: StopEvent.Kind, filter: BoardFilter
    ) {
        self.trips = trips
        self.source = source
        self.kind = kind
        self.filter = filter
    }

    /// Adds events of the timetable, with what is known of them.
    mutating func add(_ events: [StopEvent]) {
        found.reserveCapacity(events.count)
        for event in events {
            if let event = trips.applied(to: event) { found.append(event) }
        }
    }

    /// Adds calls that take place at the platforms of the board, and not where the timetable has them.
    mutating func addMoved(at stops: [Stop], tops: Set<String>) async throws {
        guard !trips.movedTo.isEmpty else { return }
        let asked = BoardStops(stops)
        for place in tops {
            for moved in trips.movedTo[place] ?? []
            where asked.contains(moved.places) && !asked.contains(moved.from) {
                guard let time = kind == .departure ? moved.departure : moved.arrival,
                    let stop = try await known.stop(moved.stopID, in: source)
                else { continue }
                let scheduled = try await source.events(
                    kind, at: [stop], from: Date(timeIntervalSince1970: Double(time)), for: 1,
                    matching: filter)
                let event = scheduled.first {
                    $0.runKey == moved.run && $0.stopSequence == moved.sequence
                }
                if let event = event.flatMap({ trips.applied(to: $0) }) { found.append(event) }
            }
        }
    }

    /// Adds the runs that list their own calls.
    mutating func addListed(
        at stops: [Stop], tops: Set<String>, from start: Date, to end: Date
    ) async throws {
        guard !trips.listed.isEmpty else { return }
        let asked = BoardStops(stops)
        var runs: Set<Int32> = []
        for place in tops { runs.formUnion(trips.listedAt[place] ?? []) }
        let window = start.timeIntervalSince1970..<max(start, end).timeIntervalSince1970
        for index in runs.sorted() {
            let run = trips.listed[Int(index)]
            for call in run.calls where call.isOnBoard(kind) {
                guard asked.contains(call.places) || asked.contains(call.platform) else { continue }
                guard let time = call.expected(kind) ?? call.scheduled(kind),
                    window.contains(Double(time)),
                    let stop = try await known.stop(call.stopID, in: source)
                else { continue }
                let event = try await self.event(call, of: run, at: stop)
                if filter.admits(event) { found.append(event) }
            }
        }
    }

    private mutating func event(
        _ call: ListedRun.ListedCall, of run: ListedRun, at stop: Stop
    ) async throws -> StopEvent {
        let template = try await known.trip(run.template, in: source)
        let route = try await known.route(run.routeID, in: source)
        let zone = try await source.timeZone(at: stop)
        let expected = call.expected(kind)
        let scheduled = call.scheduled(kind)
        var news = CallRealtime(call.status(kind), isScheduled: run.isReplacement)
        news.set(kind, expected.map { Date(timeIntervalSince1970: Double($0)) })
        if let expected, let scheduled { news.delaySeconds = expected - scheduled }
        news.uncertaintySeconds =
            kind == .departure ? call.departureUncertainty : call.arrivalUncertainty
        news.stopID = call.platform.first
        news.occupancyStatus = MergedTrips.occupancy(call.occupancy)
        news.vehicle = run.vehicle
        return StopEvent(
            kind, tripID: run.tripID, routeID: run.routeID, route: route, stop: stop,
            stopSequence: call.sequence, serviceDate: ServiceDate(dayNumber: run.day),
            time: Date(timeIntervalSince1970: Double(scheduled ?? expected ?? 0)), timeZone: zone,
            headsign: call.headsign ?? run.headsign ?? template?.tripHeadsign,
            pickupDropOff: PickupDropOff(code: kind == .departure ? call.pickup : call.dropOff),
            tripShortName: run.shortName ?? template?.tripShortName,
            directionID: run.directionID, wheelchairAccessible: template?.wheelchairAccessible,
            bikesAllowed: template?.bikesAllowed,
            startTime: run.start.map(ServiceTime.init(seconds:)), realtime: news)
    }

    /// The events of a window by their expected times, in order.
    mutating func events(from start: Date, to end: Date) async throws -> [StopEvent] {
        var events = found.filter { start <= $0.expectedTime && $0.expectedTime < end }
        events.sort(by: Self.isInOrder)
        for index in events.indices {
            guard let platform = events[index].realtime?.stopID else { continue }
            events[index].realtime?.platformCode =
                try await known.stop(platform, in: source)?.platformCode
        }
        return events
    }

    /// By expected time, then trip, place in the trip, start and day; ids compare by their bytes. Beyond
    /// that only added runs can be equal, which messages name as they like.
    private static func isInOrder(_ left: StopEvent, _ right: StopEvent) -> Bool {
        if left.expectedTime != right.expectedTime { return left.expectedTime < right.expectedTime }
        if left.tripID != right.tripID { return TripID(left.tripID) < TripID(right.tripID) }
        func numbers(_ event: StopEvent) -> (Int, Int, ServiceDate) {
            (event.stopSequence, event.startTime?.seconds ?? -1, event.serviceDate)
        }
        if numbers(left) != numbers(right) { return numbers(left) < numbers(right) }
        func status(_ event: StopEvent) -> String { event.realtime?.status.rawValue ?? "" }
        return status(left) < status(right)
    }
}

extension Stop {
    /// The `stop_id` of what it is part of, as far as the stop itself says.
    var place: String {
        guard kind != .station, let parentStation, !parentStation.isEmpty else { return stopID }
        return parentStation
    }
}

extension StopEvent {
    /// The run as the timetable names it.
    var runKey: RunKey {
        RunKey(tripID, day: serviceDate.dayNumber, start: startTime?.seconds)
    }
}

extension CallRealtime {
    mutating func set(_ kind: StopEvent.Kind, _ time: Date?) {
        switch kind {
        case .arrival: arrival = time
        case .departure: departure = time
        }
    }
}
