import FeedReading
import GTFSRealtime
import GTFSSchedule
import TransitBundle
import TransitRealtime

struct AlertCheck {
    let log: CheckLog
    let named: NamedThings
    let facts: FeedFacts?

    func check(_ alert: Alert, in part: MessagePart) throws {
        let selectors = Array(alert.informedEntities)
        if selectors.isEmpty { log.note(.e032, in: part) }
        for selector in selectors { try check(selector, in: part) }
        try checkStops(selectors, in: part)
        try checkPeriods(alert, in: part)
        if alert.causeDetail != nil, alert.cause == nil {
            log.note(.causeDetail, in: part)
        }
        if alert.effectDetail != nil, alert.effect == nil {
            log.note(.effectDetail, in: part)
        }
        let texts = TextCheck(log: log, part: part)
        texts.check(alert)
        if let header = alert.headerText, let description = alert.descriptionText,
            texts.areSame(header, description)
        {
            log.note(.sameTexts, in: part)
        }
    }

    // MARK: Selectors

    private func check(_ selector: EntitySelector, in part: MessagePart) throws {
        try log.effort.spend()
        var part = part
        part.trip = selector.trip
        let texts = [selector.agencyID, selector.routeID, selector.stopID]
        if texts.allSatisfy({ UsableValues.id($0) == nil }), selector.routeType == nil,
            selector.trip == nil, selector.directionID == nil
        {
            log.note(.e033, in: part)
        }
        let route = UsableValues.id(selector.routeID)
        if selector.directionID != nil, route == nil, selector.trip == nil {
            log.note(.directionAlone, in: part)
        }
        if let trip = selector.trip {
            try TripCheck(log: log, named: named, facts: facts).check(trip, of: .alert, in: part)
            if let route, let other = UsableValues.id(trip.routeID),
                !route.utf8.elementsEqual(other.utf8)
            {
                log.note(.e031, in: part, ["routeId": route, "tripRouteId": other])
            }
        }
        guard let facts else { return }
        if let agency = UsableValues.id(selector.agencyID),
            !facts.agencies.contains(AgencyID(agency))
        {
            log.note(.e034, in: part, ["agencyId": agency])
        }
        if let route, facts.routes[RouteID(route)] == nil {
            log.note(.e004, in: part, ["routeId": route])
        }
        checkParts(selector, route, in: part, beside: facts)
        if let stop = UsableValues.id(selector.stopID), facts.isOtherPlace(stop) == nil,
            !named.ownStops.contains(StopID(stop))
        {
            log.note(.e011, in: part, ["stopId": stop])
        }
    }

    private func checkParts(
        _ selector: EntitySelector, _ route: String?, in part: MessagePart, beside facts: FeedFacts
    ) {
        if let route, let own = facts.trip(selector.trip?.tripID)?.routeID,
            !own.utf8.elementsEqual(route.utf8)
        {
            log.note(.e030, in: part, ["routeId": route, "expected": own])
            return
        }
        switch facts.selectors.mismatch(InformedEntity(selector)) {
        case .notRunning?: log.note(.notRunning, in: part)
        case .unknownType?, .contradictory?:
            log.note(
                .e030, in: part,
                [
                    "agencyId": selector.agencyID, "routeId": route,
                    "routeType": selector.routeType.map { Int($0) },
                ])
        // These have codes of their own.
        case .empty?, .unknownAgency?, .unknownRoute?, .unknownStop?, .unknownTrip?, nil: break
        }
    }

    private func checkStops(_ selectors: [EntitySelector], in part: MessagePart) throws {
        guard let facts, !facts.stopCounts.isEmpty else { return }
        var stops: Set<StopID> = []
        var routes: Set<RouteID> = []
        for selector in selectors {
            if selector.isOfStopAlone { stops.insert(named: selector.stopID) }
            routes.insert(named: selector.routeID)
        }
        guard stops.count > 1 else { return }
        var found: [RouteID: Int] = [:]
        for stop in stops {
            let routes = facts.routesOfStops[stop] ?? []
            try log.effort.spend(routes.count)
            for route in routes { found[route, default: 0] += 1 }
        }
        let whole = found.filter { route, count in
            count > 1 && count == facts.stopCounts[route] && !routes.contains(route)
        }
        for route in whole.keys.map(\.text).sorted() {
            log.note(.everyStop, in: part, ["routeId": route])
        }
    }

    // MARK: Periods

    private func checkPeriods(_ alert: Alert, in part: MessagePart) throws {
        let communication = Array(alert.communicationPeriods)
        let impact = Array(alert.impactPeriods)
        let clock = TimeCheck(log: log, now: 0, headerAt: nil)
        for (periods, name) in [
            (Array(alert.activePeriods), "active_period"),
            (communication, "communication_period"), (impact, "impact_period"),
        ] {
            try log.effort.spend(periods.count)
            for period in periods {
                // 0 means none, as often written for an open end.
                for (time, edge) in [(period.start, "start"), (period.end, "end")] where time != 0 {
                    clock.check(time: time, named: "\(name).\(edge)", of: part)
                }
            }
        }
        if !alert.activePeriods.isEmpty, communication.isEmpty, impact.isEmpty {
            log.note(.activePeriod, in: part)
        }
        guard !communication.isEmpty else { return }
        let told = PeriodIndex(communication)
        for period in impact where !(try told.overlaps(period, counting: log.effort)) {
            log.note(
                .impactOutside, in: part,
                [
                    "start": period.start.flatMap { Int(exactly: $0) },
                    "end": period.end.flatMap { Int(exactly: $0) },
                ])
        }
    }
}

private struct PeriodIndex {
    private let starts: [UInt64]
    /// The latest end of each period and of those that start before it.
    private var ends: [UInt64] = []

    init(_ periods: [TimeRange]) {
        let sorted = periods.sorted { $0.start ?? 0 < $1.start ?? 0 }
        starts = sorted.map { $0.start ?? 0 }
        for period in sorted { ends.append(max(period.end ?? .max, ends.last ?? 0)) }
    }

    func overlaps(_ other: TimeRange, counting effort: MatchEffort) throws -> Bool {
        // Those that start before its end.
        var low = 0
        var high = starts.count
        while low < high {
            try effort.spend()
            let middle = (low + high) / 2
            if starts[middle] < other.end ?? .max { low = middle + 1 } else { high = middle }
        }
        return low > 0 && other.start ?? 0 < ends[low - 1]
    }
}
