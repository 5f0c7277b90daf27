package import BundleCodec
import GTFSRealtime
package import TransitBundle
import TransitModel

/// Rules 2, 3 and 6: the trip by its id, by its descriptor, and the run by its start in a headway.
package struct RunMatcher {
    package struct Run {
        package let trip: TripTimetable
        /// In days since 1970-01-01.
        package let day: Int
        /// For a trip of `frequencies.txt`, according to the update.
        package fileprivate(set) var start: Int?

        var key: RunKey { RunKey(trip.tripID, day: day, start: start) }

        /// After midnight at the end of its service day.
        package var isLate: Bool { (start ?? trip.start ?? 0) >= UsableValues.day }

        package func on(_ day: Int) -> Run { Run(trip: trip, day: day, start: start) }
    }

    private let trips: [TripID: TripTimetable]
    private let startingOnRoute: [RouteStart: [TripTimetable]]
    let places: PlaceLookup

    private struct RouteStart: Hashable {
        let route: RouteID
        let start: Int
    }

    package init(
        _ updates: [KeptUpdate], and others: Set<TripID> = [],
        over lookup: any TimetableLookup, places: PlaceLookup
    ) throws {
        self.places = places
        let ids = others.union(
            updates.lazy.compactMap { UsableValues.id($0.trip.tripID).map { TripID($0) } })
        var trips: [TripID: TripTimetable] = [:]
        for trip in try lookup.timetables(ofTrips: ids) { trips[TripID(trip.tripID)] = trip }
        self.trips = trips
        var routes: Set<RouteID> = []
        var days: Set<Int> = []
        for update in updates {
            places.effort.begin(update.source)
            try places.effort.spend()
            guard Self.isByDescriptor(update, trips) else { continue }
            guard let route = UsableValues.id(update.trip.routeID),
                let day = UsableValues.day(update.trip.startDate),
                let start = UsableValues.time(update.trip.startTime)
            else { continue }
            routes.insert(RouteID(route))
            let later = start < UsableValues.day ? [] : [day + 1]
            for day in [day, day - 1] + later where days.insert(day).inserted {
                try places.effort.spend(MatchEffort.questionOfDay)
            }
        }
        guard !routes.isEmpty else {
            startingOnRoute = [:]
            return
        }
        var starting: [RouteStart: [TripTimetable]] = [:]
        for trip in try lookup.timetables(ofRoutes: routes, on: days) where trip.intervals == nil {
            guard let route = trip.routeID, let start = trip.start else { continue }
            starting[RouteStart(route: RouteID(route), start: start), default: []].append(trip)
        }
        startingOnRoute = starting
    }

    func trip(_ id: String?) -> TripTimetable? {
        UsableValues.id(id).flatMap { trips[TripID($0)] }
    }

    private static func isByDescriptor(
        _ update: KeptUpdate, _ trips: [TripID: TripTimetable]
    ) -> Bool {
        switch update.relationship {
        case .scheduled, .canceled, .deleted, .replacement:
            UsableValues.id(update.trip.tripID).map { trips[TripID($0)] == nil } ?? true
        default: false
        }
    }

    package func match(_ update: KeptUpdate) throws -> (outcome: MatchOutcome, run: Run?) {
        if let trip = trip(update.trip.tripID) {
            return try trip.intervals.map { try byHeadway(update, trip, intervals: $0) }
                ?? byID(update, trip)
        }
        let hasID = UsableValues.id(update.trip.tripID) != nil
        if !hasID, update.trip.modifiedTrip != nil { return (.modified, nil) }
        guard hasID || UsableValues.id(update.trip.routeID) != nil else { return (.noTrip, nil) }
        return try byDescriptor(update, hasID: hasID)
    }

    private func byID(
        _ update: KeptUpdate, _ trip: TripTimetable
    ) throws -> (outcome: MatchOutcome, run: Run?) {
        guard let given = UsableValues.day(update.trip.startDate) else {
            let day = try DayChoice(update, trip, places: places).nearest()
            return day.map { (.matched, Run(trip: trip, day: $0)) } ?? (.notRunning, nil)
        }
        let day = try day(of: update, trip, given: given)
        return day.map { (.matched, Run(trip: trip, day: $0)) } ?? (.notRunning, nil)
    }

    /// `shift` is in seconds from the times of the trip to those of the run. `isByClock` means that
    /// the update names the run by the clock and so, where no time tells otherwise, by the
    /// calendar's day.
    private func day(
        of update: KeptUpdate, _ trip: TripTimetable, given: Int, shift: Int = 0,
        isByClock: Bool = false
    ) throws -> Int? {
        // Some producers date a trip that starts after midnight by the calendar.
        let late = ((trip.start ?? 0) + shift) / UsableValues.day
        let days = isByClock ? [given - 1, given] : [given, given - 1]
        let possible = (late > 0 ? days : [given]).filter(trip.runs(on:))
        guard !update.update.stopTimeUpdates.isEmpty else { return possible.first }
        return try DayChoice(update, trip, shift: shift, places: places)
            .day(given: given, late: late, orNearestOf: possible)
    }

    private func byHeadway(
        _ update: KeptUpdate, _ trip: TripTimetable, intervals: [RunInterval]
    ) throws -> (outcome: MatchOutcome, run: Run?) {
        guard var start = UsableValues.time(update.trip.startTime) else { return (.noStart, nil) }
        try places.effort.spend(2 * intervals.count)
        let fits = Self.interval(of: intervals, at: start) != nil
        let isByClock =
            !fits && Self.interval(of: intervals, at: start + UsableValues.day) != nil
        if isByClock {
            // 00:30 is 24:30 of the day before.
            start += UsableValues.day
        } else if !fits {
            let isAround = intervals.contains { $0.start..<$0.end ~= start }
            if isAround || intervals.allSatisfy({ $0.exactTimes == 1 }) {
                return (.offHeadway, nil)
            }
        }
        let shift = start - (trip.start ?? 0)
        let day =
            if let given = UsableValues.day(update.trip.startDate) {
                try day(of: update, trip, given: given, shift: shift, isByClock: isByClock)
            } else {
                try DayChoice(update, trip, shift: shift, places: places).nearest()
            }
        guard let day else { return (.notRunning, nil) }
        return (.matched, Run(trip: trip, day: day, start: start))
    }

    package static func interval(of intervals: [RunInterval], at start: Int) -> RunInterval? {
        let around = intervals.filter { $0.start..<$0.end ~= start }
        return around.first { (start - $0.start) % $0.seconds == 0 }
            ?? around.first { $0.exactTimes != 1 }
    }

    static func interval(
        of run: RunKey, _ trip: TripTimetable?, counting effort: MatchEffort
    ) throws -> RunInterval? {
        guard let start = run.start, let intervals = trip?.intervals else { return nil }
        try effort.spend(intervals.count)
        return interval(of: intervals, at: start)
    }

    static func has(_ trip: TripTimetable, _ start: Int) -> Bool {
        guard let intervals = trip.intervals else { return start == trip.start }
        return interval(of: intervals, at: start).map { slot(of: $0, at: start) == start } ?? false
    }

    static func slot(of interval: RunInterval, at start: Int) -> Int {
        start - (start - interval.start) % interval.seconds
    }

    private func byDescriptor(
        _ update: KeptUpdate, hasID: Bool
    ) throws -> (outcome: MatchOutcome, run: Run?) {
        let unknown: MatchOutcome = hasID ? .unknownTrip : .noTrip
        guard let route = UsableValues.id(update.trip.routeID),
            let given = UsableValues.day(update.trip.startDate),
            let start = UsableValues.time(update.trip.startTime)
        else { return (unknown, nil) }
        let stops = update.update.stopTimeUpdates.compactMap { UsableValues.id($0.stopID) }
        // Without stops only all of route, direction, day and start name a run: the unknown id may be
        // that of an added one.
        guard !stops.isEmpty || (!hasID && update.trip.directionID != nil) else {
            return (unknown, nil)
        }
        // 00:06 is 24:06 of the day before, and 24:06 is 00:06 of the day after.
        for back in [0, 1, -1] {
            let key = RouteStart(
                route: RouteID(route), start: start + back * UsableValues.day)
            var found: TripTimetable?
            for trip in startingOnRoute[key] ?? [] {
                try places.effort.spend()
                if let direction = update.trip.directionID {
                    guard trip.directionID == Int(direction) else { continue }
                }
                guard try trip.runs(on: given - back) && callsAt(stops, trip) else { continue }
                guard found == nil else { return (.ambiguous, nil) }
                found = trip
            }
            if let trip = found {
                let day = try day(of: update, trip, given: given - back)
                return (.descriptor, Run(trip: trip, day: day ?? given - back))
            }
        }
        return (unknown, nil)
    }

    private func callsAt(_ stops: [String], _ trip: TripTimetable) throws -> Bool {
        var before = -1
        for id in stops {
            try places.effort.spend()
            let station = try places.station(ofStop: id)
            let rows = [
                try places.rows(of: trip, at: id),
                try station.flatMap { try places.rows(of: trip, in: $0) },
            ]
            let next = rows.compactMap { rows in
                rows.flatMap { $0.positions.dropFirst($0.first(after: before)).first }
            }.min()
            guard let next else { return false }
            before = next
        }
        return true
    }
}
