import GTFSSchedule
package import TransitBundle
package import TransitModel

package struct AlertFit {
    package enum Mismatch: String, CaseIterable {
        case empty
        case unknownAgency = "unknown_agency"
        case unknownRoute = "unknown_route"
        case unknownType = "unknown_type"
        case unknownStop = "unknown_stop"
        case unknownTrip = "unknown_trip"
        case notRunning = "not_running"
        /// Its agency, type, route and trip do not belong together.
        case contradictory
    }

    package let alerts: Int
    package private(set) var parts = 0
    package private(set) var samples: [Mismatch: [MatchReport.Sample]] = [:]

    private let selectors: SelectorFit

    init(
        _ contents: RealtimeContents, _ merged: MergedTrips, in lookup: any FeedLookup,
        counting effort: MatchEffort
    ) throws {
        let informed = contents.informed
        alerts = contents.alerts.count
        let namesRoutes = informed.contains {
            $0.routeID != nil || $0.routeType != nil || $0.trip != nil && $0.agencyID != nil
        }
        let ids = Set(informed.compactMap { $0.stopID.map { StopID($0) } })
        let named = Set(informed.compactMap { $0.trip?.tripID.map { TripID($0) } })
        var trips: [TripID: TripTimetable] = [:]
        for trip in try lookup.timetables(ofTrips: named) { trips[TripID(trip.tripID)] = trip }
        let runs = try contents.alertedRuns(in: lookup, counting: effort)
        selectors = SelectorFit(
            agencies: try lookup.agencies(), routes: namesRoutes ? try lookup.routes() : [:],
            stops: Set(try lookup.stops(ids).keys), trips: trips, runs: Set(runs.keys),
            added: Set(merged.listed.map { TripID($0.tripID) }))
        for alert in contents.alerts {
            for part in alert.informed { add(part, of: alert.alert.id, alert.source) }
        }
    }

    private mutating func add(_ part: InformedEntity, of alert: String, _ source: String) {
        parts += 1
        guard let reason = selectors.mismatch(part) else { return }
        var sample = MatchReport.Sample(source: source, trip: nil)
        sample.entityID = alert
        sample.agencyID = part.agencyID
        sample.routeID = part.routeID ?? part.trip?.routeID
        sample.routeType = part.routeType
        sample.stopID = part.stopID
        sample.tripID = part.trip?.tripID
        sample.startDate = part.trip?.startDate
        sample.startTime = part.trip?.startTime
        samples[reason, default: []].append(sample)
    }
}

/// Given what the timetable has of all that is named.
package struct SelectorFit {
    private let agencies: Set<AgencyID>
    private let codes: Set<Int>
    private let kinds: Set<TransitModel.RouteType>
    private let routes: [RouteID: TransitModel.Route]
    /// One of each type for each agency; nil stands for routes that name none.
    private let examples: [AgencyID?: [Int: TransitModel.Route]]
    private let stops: Set<StopID>
    private let trips: [TripID: TripTimetable]
    private let runs: Set<InformedEntity.Trip>
    private let added: Set<TripID>

    /// `routes` may be empty where no part names a route, or something that only routes have.
    /// `runs` are those without a `trip_id` that are known.
    package init(
        agencies: Set<AgencyID>, routes: [RouteID: TransitModel.Route], stops: Set<StopID>,
        trips: [TripID: TripTimetable], runs: Set<InformedEntity.Trip>, added: Set<TripID>
    ) {
        self.agencies = agencies
        codes = Set(routes.values.compactMap(\.routeType))
        kinds = Set(routes.values.lazy.filter { $0.routeType != nil }.map(\.type))
        self.routes = routes
        var examples: [AgencyID?: [Int: TransitModel.Route]] = [:]
        for route in routes.values {
            guard let code = route.routeType else { continue }
            let agency = UsableValues.id(route.agencyID).map { AgencyID($0) }
            examples[agency, default: [:]][code] = route
        }
        self.examples = examples
        self.stops = stops
        self.trips = trips
        self.runs = runs
        self.added = added
    }

    package func mismatch(_ part: InformedEntity) -> AlertFit.Mismatch? {
        if part.scope == .unknown { return .empty }
        // A feed of one agency may leave out its id.
        if let agency = part.agencyID, !agencies.isEmpty, !agencies.contains(AgencyID(agency)) {
            return .unknownAgency
        }
        if let route = part.routeID, routes[RouteID(route)] == nil { return .unknownRoute }
        if let type = part.routeType, !isKnown(type) { return .unknownType }
        if let stop = part.stopID, !stops.contains(StopID(stop)) { return .unknownStop }
        guard let trip = part.trip else { return isContradictory(part, nil) ? .contradictory : nil }
        guard let id = trip.tripID.map({ TripID($0) }) else {
            return runs.contains(trip) ? nil : .unknownTrip
        }
        if added.contains(id) { return nil }
        guard let known = trips[id] else { return .unknownTrip }
        let day = UsableValues.day(trip.startDate)
        if day.map(known.runs(on:)) == false { return .notRunning }
        return isContradictory(part, known) ? .contradictory : nil
    }

    private func isKnown(_ type: Int) -> Bool {
        codes.contains(type) || AlertedType.basic ~= type && kinds.contains(RouteType(code: type))
    }

    private func isContradictory(_ part: InformedEntity, _ trip: TripTimetable?) -> Bool {
        if let named = part.routeID, let own = trip?.routeID, named.exact != own.exact {
            return true
        }
        let type = part.routeType.map { AlertedType($0, among: codes) }
        guard let id = part.routeID ?? trip?.routeID, let route = routes[RouteID(id)] else {
            guard let type, let agency = part.agencyID, !agencies.isEmpty else { return false }
            return ![AgencyID(agency), nil].contains { agency in
                examples[agency]?.values.contains { type.fits($0) } ?? false
            }
        }
        if let agency = part.agencyID, !agencies.isEmpty, let own = UsableValues.id(route.agencyID),
            agency.exact != own.exact
        {
            return true
        }
        return type.map { !$0.fits(route) } ?? false
    }
}
