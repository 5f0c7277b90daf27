package import GTFSSchedule

package struct TripChanges: Sendable, Encodable {
    package struct OfRoute: Sendable, Encodable {
        package let routeID: RouteID
        package fileprivate(set) var name: String?
        package var old = 0
        package var new = 0
        package var added = 0
        package var removed = 0
        /// Trips with the same id that differ in any of the following, and in which.
        package var changed = 0
        package var callsChanged = 0
        package var boardingChanged = 0
        package var timesChanged = 0
        package var headwaysChanged = 0
        var headsignChanged = 0
        package var daysChanged = 0
        var routeChanged = 0
        package var detailsChanged = 0
        /// Set when nearly all ids are new: then added and removed mean little, but the following
        /// do.
        package var areIDsNew = false
        /// By calls, times, headways and headsign; only one bundle has them.
        package var runsAdded = 0
        package var runsRemoved = 0
        /// The first by id; none when nearly all ids are new.
        package fileprivate(set) var addedTrips: [TripID] = []
        package fileprivate(set) var removedTrips: [TripID] = []
        fileprivate(set) var daysChangedTrips: [TripID] = []
        package fileprivate(set) var rows = RowDifferences()
        /// No row is listed of these: days or headways alone differ, or they are beyond the first.
        fileprivate(set) var moreTrips = 0
        fileprivate var changedTrips: [TripID] = []

        package var isEmpty: Bool {
            added == 0 && removed == 0 && changed == 0 && runsAdded == 0 && runsRemoved == 0
        }

        private enum CodingKeys: String, CodingKey {
            case routeID = "routeId"
            case name, old, new, added, removed, changed
            case callsChanged, boardingChanged, timesChanged, headwaysChanged, headsignChanged,
                daysChanged
            case routeChanged, detailsChanged
            case areIDsNew = "areIdsNew"
            case runsAdded, runsRemoved, addedTrips, removedTrips, daysChangedTrips, rows, moreTrips
        }
    }

    /// In what trips with the same id may differ, in words and in numbers.
    struct Aspect: Sendable {
        let words: String
        let count: any WritableKeyPath<OfRoute, Int> & Sendable
        let isSame: @Sendable (TripDigest, TripDigest) -> Bool
    }

    static let aspects = [
        Aspect(words: "stops", count: \.callsChanged) { $0.calls == $1.calls },
        Aspect(words: "boarding", count: \.boardingChanged) { $0.boarding == $1.boarding },
        Aspect(words: "times", count: \.timesChanged) { $0.times == $1.times },
        Aspect(words: "headways", count: \.headwaysChanged) { $0.headways == $1.headways },
        Aspect(words: "headsign", count: \.headsignChanged) { $0.headsign == $1.headsign },
        Aspect(words: "days", count: \.daysChanged) { $0.days == $1.days },
        Aspect(words: "route", count: \.routeChanged) { $0.route == $1.route },
        Aspect(words: "other fields", count: \.detailsChanged) { $0.details == $1.details },
    ]

    package let old: Int
    package let new: Int
    /// Those with most changes first.
    package private(set) var routes: [OfRoute]

    package var isEmpty: Bool { routes.isEmpty }

    mutating func compareRows(_ tables: [DifferenceFinder]) throws {
        var left = Self.mostRoutes
        for place in routes.indices {
            routes[place].moreTrips = routes[place].changed
            guard left > 0, !routes[place].areIDsNew, routes[place].changed > 0 else { continue }
            left -= 1
            for trip in routes[place].changedTrips {
                let before = routes[place].rows.count
                for table in tables {
                    routes[place].rows.add(
                        try table.differences(only: ("trip_id", trip.text)),
                        listing: Self.mostRows)
                }
                if routes[place].rows.count > before { routes[place].moreTrips -= 1 }
            }
        }
    }

    /// The routes whose trips' rows are compared, and the rows of a trip in a file that are listed.
    private static let mostRoutes = 100
    private static let mostRows = 4
}

/// Add all trips of the old bundle first, then all of the new one.
struct TripComparison {
    private var oldTrips: [TripID: TripDigest] = [:]
    private var routes: [RouteID: TripChanges.OfRoute] = [:]
    /// By route and run: how many more trips the new bundle has.
    private var runs: [RouteID: [Int: Int]] = [:]
    private var kept: [RouteID: Int] = [:]

    /// For ids to be compared, this share of a route's must stay.
    private static let keptShare = 0.1
    /// For fewer trips than this, a share means nothing.
    private static let fewTrips = 5
    /// The trips of a route that are named, and the changed ones whose rows are compared.
    private static let mostTrips = 3

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
                Self.keep(id, in: &$0.addedTrips)
            }
            return
        }
        kept[trip.route, default: 0] += 1
        edit(trip.route) {
            $0.new += 1
            guard old != trip else { return }
            $0.changed += 1
            Self.keep(id, in: &$0.changedTrips)
            for aspect in TripChanges.aspects where !aspect.isSame(old, trip) {
                $0[keyPath: aspect.count] += 1
            }
            if old.days != trip.days { Self.keep(id, in: &$0.daysChangedTrips) }
        }
    }

    private static func keep(_ id: TripID, in ids: inout [TripID]) {
        if ids.count == mostTrips {
            guard let last = ids.last, id < last else { return }
            ids.removeLast()
        }
        ids.append(id)
        ids.sort()
    }

    private mutating func edit(_ route: RouteID, _ body: (inout TripChanges.OfRoute) -> Void) {
        body(&routes[route, default: TripChanges.OfRoute(routeID: route, name: nil)])
    }

    /// Remaining old trips were removed.
    mutating func changes(names: [RouteID: String]) -> TripChanges {
        for (id, trip) in oldTrips {
            edit(trip.route) {
                $0.removed += 1
                Self.keep(id, in: &$0.removedTrips)
            }
        }
        let all = routes.values.map { route in
            var result = route
            result.name = names[route.routeID]
            let fewer = min(route.old, route.new)
            result.areIDsNew =
                fewer >= Self.fewTrips
                && Double(kept[route.routeID] ?? 0) < Double(fewer) * Self.keptShare
            if result.areIDsNew {
                let balance = (runs[route.routeID] ?? [:]).values
                result.runsAdded = balance.reduce(0) { $0 + max(0, $1) }
                result.runsRemoved = balance.reduce(0) { $0 + max(0, -$1) }
                result.addedTrips = []
                result.removedTrips = []
                result.daysChangedTrips = []
            }
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

/// Digests are valid only in one process: they are never stored.
struct TripDigest: Hashable {
    let route: RouteID
    let calls: Int
    let boarding: Int
    let times: Int
    let headways: Int
    let headsign: Int
    let days: Int
    /// Access, short name, block, codes, and what is flexible.
    let details: Int

    /// Without id and days: what runs when.
    var run: Int {
        var hasher = Hasher()
        hasher.combine(calls)
        hasher.combine(boarding)
        hasher.combine(times)
        hasher.combine(headways)
        hasher.combine(headsign)
        return hasher.finalize()
    }
}
