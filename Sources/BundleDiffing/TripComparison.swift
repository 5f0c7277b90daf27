import GTFSSchedule

/// Compares the trips of two bundles: first all of the old one are added, then all of the new one.
struct TripComparison {
    private var oldTrips: [TripID: TripDigest] = [:]
    private var routes: [RouteID: TripChanges.OfRoute] = [:]
    /// By route and run: how many more trips the new bundle has.
    private var runs: [RouteID: [Int: Int]] = [:]
    private var kept: [RouteID: Int] = [:]

    /// The part of a route's ids that must stay for ids to be compared.
    private static let keptShare = 0.1
    /// Of fewer trips than this, a part says nothing.
    private static let fewTrips = 5

    mutating func addOld(_ id: TripID, _ trip: TripDigest) {
        oldTrips[id] = trip
        edit(trip.route) { $0.old += 1 }
        runs[trip.route, default: [:]][trip.run, default: 0] -= 1
    }

    mutating func addNew(_ id: TripID, _ trip: TripDigest) {
        runs[trip.route, default: [:]][trip.run, default: 0] += 1
        guard let old = oldTrips.removeValue(forKey: id) else {
            edit(trip.route) {
                $0.new += 1
                $0.added += 1
            }
            return
        }
        kept[trip.route, default: 0] += 1
        edit(trip.route) {
            $0.new += 1
            guard old != trip else { return }
            $0.changed += 1
            if old.calls != trip.calls { $0.callsChanged += 1 }
            if old.times != trip.times { $0.timesChanged += 1 }
            if old.headsign != trip.headsign { $0.headsignChanged += 1 }
            if old.days != trip.days { $0.daysChanged += 1 }
            if old.route != trip.route { $0.routeChanged += 1 }
        }
    }

    private mutating func edit(_ route: RouteID, _ body: (inout TripChanges.OfRoute) -> Void) {
        body(&routes[route, default: TripChanges.OfRoute(routeID: route, name: nil)])
    }

    /// What came out. What is left of the old trips is gone.
    mutating func changes(names: [RouteID: String]) -> TripChanges {
        for trip in oldTrips.values { edit(trip.route) { $0.removed += 1 } }
        let all = routes.values.map { route in
            var result = TripChanges.OfRoute(routeID: route.routeID, name: names[route.routeID])
            (result.old, result.new) = (route.old, route.new)
            let fewer = min(route.old, route.new)
            result.areIDsNew =
                fewer >= Self.fewTrips
                && Double(kept[route.routeID] ?? 0) < Double(fewer) * Self.keptShare
            if result.areIDsNew {
                let balance = (runs[route.routeID] ?? [:]).values
                result.runsAdded = balance.reduce(0) { $0 + max(0, $1) }
                result.runsRemoved = balance.reduce(0) { $0 + max(0, -$1) }
            }
            (result.added, result.removed) = (route.added, route.removed)
            (result.changed, result.callsChanged) = (route.changed, route.callsChanged)
            (result.timesChanged, result.daysChanged) = (route.timesChanged, route.daysChanged)
            result.headsignChanged = route.headsignChanged
            result.routeChanged = route.routeChanged
            return result
        }
        let changed = all.filter { !$0.isEmpty }.sorted {
            let left = $0.added + $0.removed + $0.changed
            let right = $1.added + $1.removed + $1.changed
            return (right, $0.routeID) < (left, $1.routeID)
        }
        return TripChanges(
            old: all.reduce(0) { $0 + $1.old }, new: all.reduce(0) { $0 + $1.new },
            routes: changed)
    }
}
