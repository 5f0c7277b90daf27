package import GTFSSchedule

package struct TripChanges: Sendable, Encodable {
    package struct OfRoute: Sendable, Encodable {
        package let routeID: RouteID
        package fileprivate(set) var name: String?
        package var old = 0
        package var new = 0
        package var added = 0
        package var removed = 0
        /// Nothing but the id differs.
        package var rekeyed = 0
        /// Trips that differ in any of the following, and in which.
        package var changed = 0
        package var callsChanged = 0
        package var boardingChanged = 0
        package var timesChanged = 0
        package var headwaysChanged = 0
        var headsignChanged = 0
        package var daysChanged = 0
        var routeChanged = 0
        package var detailsChanged = 0
        /// Of those that changed, the trips that leave earlier or later and are the same otherwise.
        /// Those of most trips first.
        package fileprivate(set) var shifts: [Shift] = []
        /// The first by id.
        package fileprivate(set) var addedTrips: [TripID] = []
        package fileprivate(set) var removedTrips: [TripID] = []
        fileprivate(set) var daysChangedTrips: [TripID] = []
        package fileprivate(set) var rows = RowDifferences()
        /// No row is listed of these: days, headways or the first departure alone differ, the id
        /// does too, or they are beyond the first.
        fileprivate(set) var moreTrips = 0
        fileprivate var changedTrips: [TripID] = []

        package var isEmpty: Bool { added == 0 && removed == 0 && changed == 0 && rekeyed == 0 }

        /// Those with the greatest loss come first, then those with most changes.
        fileprivate var rank: [Int] {
            [max(0, old - new), added + removed + changed, rekeyed]
        }

        private enum CodingKeys: String, CodingKey {
            case routeID = "routeId"
            case name, old, new, added, removed, rekeyed, changed, shifts
            case callsChanged, boardingChanged, timesChanged, headwaysChanged, headsignChanged,
                daysChanged
            case routeChanged, detailsChanged
            case addedTrips, removedTrips, daysChangedTrips, rows, moreTrips
        }
    }

    package struct Shift: Sendable, Encodable {
        /// Negative when the trips leave earlier.
        package let seconds: Int
        package let trips: Int

        /// One for each number of seconds; those of most trips first.
        static func sums(_ shifts: [Shift]) -> [Shift] {
            Dictionary(shifts.map { ($0.seconds, $0.trips) }, uniquingKeysWith: +)
                .map { Shift(seconds: $0, trips: $1) }
                .sorted { ($1.trips, $0.seconds) < ($0.trips, $1.seconds) }
        }
    }

    /// In what a trip of both bundles may differ, in words and in numbers.
    struct Aspect: Sendable {
        let words: String
        let count: any WritableKeyPath<OfRoute, Int> & Sendable
        let isSame: @Sendable (TripDigest, TripDigest) -> Bool
    }

    static let aspects = [
        Aspect(words: "stops", count: \.callsChanged) { $0.calls == $1.calls },
        Aspect(words: "boarding", count: \.boardingChanged) { $0.boarding == $1.boarding },
        Aspect(words: "times", count: \.timesChanged) {
            $0.timing == $1.timing && $0.origin == $1.origin
        },
        Aspect(words: "headways", count: \.headwaysChanged) { $0.headways == $1.headways },
        Aspect(words: "headsign", count: \.headsignChanged) { $0.headsign == $1.headsign },
        Aspect(words: "days", count: \.daysChanged) { $0.days == $1.days },
        Aspect(words: "route", count: \.routeChanged) { $0.route == $1.route },
        Aspect(words: "other fields", count: \.detailsChanged) { $0.details == $1.details },
    ]

    package let old: Int
    package let new: Int
    /// Those with the greatest loss first, then those with most changes.
    package private(set) var routes: [OfRoute]

    package var isEmpty: Bool { routes.isEmpty }

    mutating func compareRows(_ tables: [DifferenceFinder]) throws {
        var left = Self.mostRoutes
        for place in routes.indices {
            routes[place].moreTrips = routes[place].changed
            guard left > 0, !routes[place].changedTrips.isEmpty else { continue }
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
    /// Those whose id says nothing of an old trip.
    private var newTrips: [Succession.Trip] = []
    private var routes: [RouteID: TripChanges.OfRoute] = [:]

    /// The trips of a route that are named, and the changed ones whose rows are compared.
    private static let mostTrips = 3

    mutating func addOld(_ id: TripID, _ trip: TripDigest) {
        oldTrips[id] = trip
        edit(trip.route) { $0.old += 1 }
    }

    mutating func addNew(_ id: TripID, _ trip: TripDigest) {
        edit(trip.route) { $0.new += 1 }
        guard let old = oldTrips[id], old.isAlike(trip) else {
            newTrips.append((id, trip))
            return
        }
        oldTrips[id] = nil
        compare((id, old), (id, trip))
    }

    private mutating func compare(_ old: Succession.Trip, _ new: Succession.Trip) {
        if old.digest == new.digest {
            if old.id != new.id { edit(new.digest.route) { $0.rekeyed += 1 } }
            return
        }
        edit(new.digest.route) { route in
            route.changed += 1
            for aspect in TripChanges.aspects where !aspect.isSame(old.digest, new.digest) {
                route[keyPath: aspect.count] += 1
            }
            if let seconds = new.digest.shift(from: old.digest) {
                route.shifts.append(TripChanges.Shift(seconds: seconds, trips: 1))
                return
            }
            if old.id == new.id { Self.keep(new.id, in: &route.changedTrips) }
            if old.digest.days != new.digest.days {
                Self.keep(new.id, in: &route.daysChangedTrips)
            }
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

    /// Trips that have no partner came or went.
    mutating func changes(names: [RouteID: String]) -> TripChanges {
        let before = oldTrips.map { (id: $0, digest: $1) }
        oldTrips = [:]
        let left = Succession.pair(before, newTrips) { compare($0, $1) }
        newTrips = []
        for (id, trip) in left.old {
            edit(trip.route) {
                $0.removed += 1
                Self.keep(id, in: &$0.removedTrips)
            }
        }
        for (id, trip) in left.new {
            edit(trip.route) {
                $0.added += 1
                Self.keep(id, in: &$0.addedTrips)
            }
        }
        let changed = routes.values.filter { !$0.isEmpty }.map { route in
            var result = route
            result.name = names[route.routeID]
            result.shifts = TripChanges.Shift.sums(route.shifts)
            return result
        }
        return TripChanges(
            old: routes.values.reduce(0) { $0 + $1.old },
            new: routes.values.reduce(0) { $0 + $1.new },
            routes: changed.sorted {
                $0.rank == $1.rank
                    ? $0.routeID < $1.routeID : $1.rank.lexicographicallyPrecedes($0.rank)
            })
    }
}

/// Digests are valid only in one process: they are never stored.
struct TripDigest: Hashable {
    let route: RouteID
    let calls: Int
    let boarding: Int
    /// The times as seconds after the first.
    let timing: Int
    /// The first time, in seconds; nil without times.
    let origin: Int?
    let headways: Int
    let headsign: Int
    let days: Int
    /// Access, short name, block, codes, and what is flexible.
    let details: Int

    /// Whether an id that both have can stand for one trip: feeds give ids to others.
    func isAlike(_ other: TripDigest) -> Bool {
        calls == other.calls || timing == other.timing && origin == other.origin
    }

    /// By how many seconds it leaves later, when nothing else differs.
    func shift(from old: TripDigest) -> Int? {
        guard let origin, let before = old.origin, origin != before,
            route == old.route, besidesOrigin == old.besidesOrigin
        else { return nil }
        return origin - before
    }

    /// All but the route and the first time.
    var besidesOrigin: Int {
        var hasher = Hasher()
        hasher.combine(calls)
        hasher.combine(boarding)
        hasher.combine(timing)
        hasher.combine(headways)
        hasher.combine(headsign)
        hasher.combine(days)
        hasher.combine(details)
        return hasher.finalize()
    }
}
