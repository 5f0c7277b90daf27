import BundleCodec
public import Foundation
public import GTFSSchedule

/// The trips of a ``CannedSource`` that have route, direction, path and stops in common.
struct CannedPattern {
    var trips: [Trip]
    /// Those of its first trip.
    let calls: [Call]
}

/// A run of a trip: the only one, or one of `frequencies.txt`.
struct CannedRun {
    /// From the times of the trip to those of the run.
    var shift = 0
    var start: ServiceTime?
    var interval: RunInterval?
}

extension CannedSource {
    /// The patterns of some trips; those of most trips first.
    func patterns(where isWanted: (Trip) -> Bool = { _ in true }) -> [CannedPattern] {
        struct Key: Hashable {
            let routeID: String?
            let directionID: Int?
            let shapeID: String?
            let stops: [Int64?]
            let codes: [[Int?]]
        }
        var numbers: [Key: Int] = [:]
        var patterns: [CannedPattern] = []
        for trip in trips where isWanted(trip) {
            let calls = calls[trip.tripID] ?? []
            let key = Key(
                routeID: trip.routeID, directionID: trip.directionID, shapeID: trip.shapeID,
                stops: calls.map { $0.stop?.sid }, codes: calls.map(\.codes))
            if let number = numbers[key] {
                patterns[number].trips.append(trip)
            } else {
                numbers[key] = patterns.count
                patterns.append(CannedPattern(trips: [trip], calls: calls))
            }
        }
        return patterns.sorted { $0.trips.count > $1.trips.count }
    }

    var clock: ServiceClock { ServiceClock(timeZone: description.timeZone) }

    func isServiceDay(_ date: ServiceDate) -> Bool {
        let validity = description.validity
        return validity.firstServiceDay ?? date <= date && date <= validity.lastServiceDay ?? date
    }

    /// The service days whose trips may reach into a time, of a year at most.
    private func days(from start: Date, to end: Date) -> [ServiceDate] {
        let times = calls.values.joined().compactMap { $0.time?.seconds }
        let starts = headways.values.joined().map(\.endTime.seconds)
        let before = ((times.max() ?? 0) + (starts.max() ?? 0)) / ServiceTime.secondsPerDay + 1
        let first = max(
            clock.date(at: start).dayNumber - before,
            description.validity.firstServiceDay?.dayNumber ?? .min)
        let last = min(clock.date(at: end).dayNumber + 1, first + before + 366)
        return (first...max(first, last)).map(ServiceDate.init(dayNumber:)).filter(isServiceDay)
    }

    /// The reference for the start of a run: the departure from the first stop, else the first time.
    private func start(of calls: [Call]) -> ServiceTime? {
        calls.first?.departure ?? calls.compactMap { $0.arrival ?? $0.departure }.min()
    }

    /// Nil for a trip that is not one of `frequencies.txt`.
    private func intervals(of trip: Trip) -> [RunInterval]? {
        headways[trip.tripID]?.compactMap {
            RunInterval(
                start: $0.startTime.seconds, end: $0.endTime.seconds, seconds: $0.headwaySecs,
                exactTimes: $0.exactTimes)
        }
    }

    /// The interval of a run that starts at a time; nil when none has such a run.
    private func interval(of trip: Trip, at start: ServiceTime) -> RunInterval? {
        let around = (intervals(of: trip) ?? []).filter {
            $0.start <= start.seconds && start.seconds < $0.end
        }
        // Vehicles that come about every so many seconds may start in between.
        return around.first { (start.seconds - $0.start) % $0.seconds == 0 }
            ?? around.first { $0.exactTimes != 1 }
    }

    /// - Parameter isGrouped: takes the first of runs that come about every so many seconds for all.
    func runs(of trip: Trip, isGrouped: Bool) -> [CannedRun] {
        guard let intervals = intervals(of: trip) else { return [CannedRun()] }
        let first = start(of: calls[trip.tripID] ?? [])?.seconds ?? 0
        return intervals.flatMap { interval in
            interval.starts().prefix(isGrouped && interval.exactTimes != 1 ? 1 : .max).map {
                CannedRun(
                    shift: $0 - first, start: ServiceTime(seconds: $0), interval: interval)
            }
        }
    }

    // MARK: Boards

    private func events(
        _ kind: StopEvent.Kind, at stops: [Stop], in window: Range<Date>,
        matching filter: BoardFilter
    ) -> [StopEvent] {
        let sids = Set(below(stops).map(\.sid))
        guard allEvents.isEmpty else {
            return allEvents.filter {
                $0.kind == kind && window.contains($0.time) && sids.contains($0.stop.sid)
                    && filter.admits($0)
            }
        }
        // A late run comes in from before the window.
        let (late, early) = shifts
        let from = window.lowerBound.addingTimeInterval(-late)
        let until = window.upperBound.addingTimeInterval(early)
        let wide = from..<until
        let days = days(from: from, to: until)
        let routes = Dictionary(
            allRoutes.map { (RouteID($0.routeID), $0) }, uniquingKeysWith: { first, _ in first })
        var found: [StopEvent] = []
        for (trip, calls, days) in tripsOnBoards(days) {
            let route = trip.routeID.flatMap { routes[RouteID($0)] }
            guard
                filter.admits(
                    routeID: trip.routeID, type: route?.type, directionID: trip.directionID)
            else { continue }
            let runs = runs(of: trip, isGrouped: false)
            // The last stop of a trip has no departure, and the first no arrival.
            for call in kind == .departure ? calls.dropLast() : calls.dropFirst() {
                let access = kind == .departure ? call.pickup : call.dropOff
                guard access != .notAvailable, let stop = call.stop, sids.contains(stop.sid),
                    let time = kind == .departure ? call.time : call.arriving
                else { continue }
                for run in runs {
                    for day in days {
                        let time = clock.start(of: day).addingTimeInterval(
                            Double(time.seconds + run.shift))
                        guard wide.contains(time) else { continue }
                        let isDeparture = kind == .departure
                        found.append(
                            StopEvent(
                                kind, tripID: trip.tripID, routeID: trip.routeID, route: route,
                                stop: stop, stopSequence: call.stopSequence,
                                serviceDate: day, time: time, timeZone: clock.timeZone,
                                timeZoneName: description.timeZoneName,
                                isTimeZoneAssumed: call.isTimeZoneAssumed,
                                headsign: call.headsign ?? trip.tripHeadsign,
                                isInterpolated: call.isInterpolated, pickupDropOff: access,
                                tripShortName: trip.tripShortName,
                                directionID: trip.directionID, blockID: trip.blockID,
                                wheelchairAccessible: trip.wheelchairAccessible,
                                bikesAllowed: trip.bikesAllowed, startTime: run.start,
                                headwaySecs: run.interval?.seconds,
                                exactTimes: run.interval?.exactTimes,
                                realtime: news(
                                    of: trip.tripID, on: day, arrival: isDeparture ? nil : time,
                                    departure: isDeparture ? time : nil)))
                    }
                }
            }
        }
        return found.filter { window.contains($0.expectedTime) }.sorted(by: StopEvent.isInOrder)
            .map(noted)
    }

    public func events(
        _ kind: StopEvent.Kind, at stops: [Stop], from start: Date, for duration: TimeInterval,
        matching filter: BoardFilter
    ) async throws -> [StopEvent] {
        try await give {
            let end = start.addingTimeInterval(duration)
            guard start < end else { return [] }
            return events(kind, at: stops, in: start..<end, matching: filter)
        }
    }

    public func nextEvents(
        _ kind: StopEvent.Kind, at stops: [Stop], from start: Date, count: Int,
        matching filter: BoardFilter
    ) async throws -> [StopEvent] {
        try await give {
            var found: [StopEvent] = []
            for day in 0..<7 where found.count < count {
                let begin = start.addingTimeInterval(Double(day) * 86_400)
                let window = begin..<begin.addingTimeInterval(86_400)
                found += events(kind, at: stops, in: window, matching: filter)
            }
            return Array(found.prefix(max(count, 0)))
        }
    }

    // MARK: Trips

    public func trip(id: String) async throws -> Trip {
        try await give { try known(id) }
    }

    private func known(_ tripID: String) throws -> Trip {
        try addedTrip(tripID)?.trip ?? first(trips, kind: "trip", id: tripID, path: \.tripID)
    }

    public func calls(of trip: Trip) async throws -> [Call] {
        try await give { calls[try known(trip.tripID).tripID] ?? [] }
    }

    public func calls(
        of trip: Trip, on date: ServiceDate, startTime: ServiceTime?
    ) async throws -> [TimedCall] {
        try await give { try timedCalls(of: known(trip.tripID), on: date, startTime: startTime) }
    }

    private func timedCalls(
        of trip: Trip, on date: ServiceDate, startTime: ServiceTime?
    ) throws -> [TimedCall] {
        let calls = addedTrip(trip.tripID)?.calls ?? calls[trip.tripID] ?? []
        let first = start(of: calls)
        let isRepeated = headways[trip.tripID] != nil
        if let startTime {
            let exists =
                isRepeated ? interval(of: trip, at: startTime) != nil : startTime == first
            guard exists else {
                throw TransitSourceError.notFound(
                    kind: "run", id: "\(trip.tripID) at \(startTime)")
            }
        }
        let origin = clock.start(of: date)
        let offset = first?.seconds ?? 0
        let shift = isRepeated ? startTime.map { $0.seconds - offset } : 0
        func instant(_ time: ServiceTime?, _ shift: Int?) -> Date? {
            guard let time, let shift else { return nil }
            return origin.addingTimeInterval(Double(time.seconds + shift))
        }
        return calls.map { call in
            let arrival = instant(call.arriving, shift)
            let departure = instant(call.time, shift)
            return TimedCall(
                scheduled: call, arrival: arrival, departure: departure,
                arrivalOffsetSeconds: call.arriving.map { $0.seconds - offset },
                departureOffsetSeconds: call.time.map { $0.seconds - offset },
                isOffsetOnly: shift == nil, windowStart: instant(call.flex?.start, 0),
                windowEnd: instant(call.flex?.end, 0), timeZone: clock.timeZone,
                timeZoneName: description.timeZoneName,
                realtime: news(
                    of: trip.tripID, on: date, arrival: arrival, departure: departure))
        }
    }

    public func headways(of trip: Trip) async throws -> [Headway] {
        try await give { headways[try known(trip.tripID).tripID] ?? [] }
    }

    public func run(
        tripID: String, startDate: ServiceDate?, startTime: ServiceTime?, now: Date
    ) async throws -> TripRun? {
        try await give {
            let trip = try known(tripID)
            let first = start(of: addedTrip(tripID)?.calls ?? calls[trip.tripID] ?? [])
            let headway = startTime.flatMap { interval(of: trip, at: $0) }
            let exists =
                headways[trip.tripID] != nil
                ? headway != nil : startTime == nil || startTime == first
            guard exists, let date = startDate ?? nearestDay(of: trip, startTime, to: now),
                isServiceDay(date)
            else { return nil }
            return TripRun(
                trip: trip, serviceDate: date, startTime: startTime ?? first,
                headwaySecs: headway?.seconds, exactTimes: headway?.exactTimes,
                calls: try timedCalls(of: trip, on: date, startTime: startTime))
        }
    }

    /// The service day on which a run is nearest to an instant.
    private func nearestDay(
        of trip: Trip, _ startTime: ServiceTime?, to now: Date
    ) -> ServiceDate? {
        let calls = calls[trip.tripID] ?? []
        let first = start(of: calls)?.seconds ?? 0
        let start = startTime?.seconds ?? first
        let end = start + (calls.compactMap { $0.time?.seconds }.max() ?? first) - first
        func distance(_ date: ServiceDate) -> TimeInterval {
            let time = now.timeIntervalSince(clock.start(of: date))
            return max(Double(start) - time, time - Double(end), 0)
        }
        return days(from: now, to: now).min { distance($0) < distance($1) }
    }

    public func continuation(ofTrip id: String, on date: ServiceDate) async throws -> Continuation?
    {
        try await give { try continuation(of: known(id)) }
    }

    private func continuation(of trip: Trip) -> Continuation? {
        for type in [TransferType.inSeat, .inSeatNotAllowed] {
            let links = transfers.filter {
                $0.transferType == type && $0.fromTripID == TripID(trip.tripID)
            }
            let ids = Set(links.compactMap(\.toTripID))
            let linked = trips.filter { ids.contains(TripID($0.tripID)) }
                .min { TripID($0.tripID) < TripID($1.tripID) }
            if let linked { return Continuation(trip: linked, canStayOnBoard: type == .inSeat) }
        }
        guard let block = trip.blockID, headways[trip.tripID] == nil,
            let last = calls[trip.tripID]?.last, let end = last.arriving
        else { return nil }
        var best: (start: ServiceTime, trip: Trip)?
        for next in trips
        where next.blockID?.exact == block.exact && next.tripID.exact != trip.tripID.exact {
            guard headways[next.tripID] == nil, let start = start(of: calls[next.tripID] ?? []),
                start >= end, best.map({ start < $0.start }) ?? true
            else { continue }
            best = (start, next)
        }
        guard let next = best?.trip else { return nil }
        let places = [calls[next.tripID]?.first, last].map { $0?.stop.map { column(of: $0).sid } }
        return Continuation(trip: next, canStayOnBoard: places[0] != nil && places[0] == places[1])
    }
}

extension Call {
    /// The numbers that the calls of a pattern have in common.
    fileprivate var codes: [Int?] {
        [
            stopSequence, pickup.code, dropOff.code, continuousPickup, continuousDropOff,
            timepoint,
        ]
    }

    /// When the vehicle arrives, as ``time`` says when it leaves.
    var arriving: ServiceTime? { arrival ?? departure ?? interpolated }
}
