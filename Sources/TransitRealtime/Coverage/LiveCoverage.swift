package import TransitBundle
import TransitModel

/// Canceled and deleted runs are not under way.
package struct LiveCoverage: Hashable, Sendable {
    package struct Counts: Hashable, Sendable {
        package fileprivate(set) var runs = 0
        package fileprivate(set) var updated = 0
        package fileprivate(set) var positioned = 0
    }

    package struct Route: Hashable, Sendable {
        /// Nil for trips that name none.
        package let routeID: String?
        package let counts: Counts
    }

    package struct Missing: Hashable, Sendable {
        package let run: RunUnderWay
        package let isUpdated: Bool
        package let isPositioned: Bool
    }

    package private(set) var total = Counts()
    /// Those with the most runs without an update first.
    package let routes: [Route]
    package private(set) var missing: [Missing] = []

    /// `moment` is in seconds since 1970.
    init(
        _ runs: [RunUnderWay], at moment: Int, _ trips: MergedTrips, _ vehicles: VehicleIndex,
        isListing: Bool = false
    ) {
        let positioned = vehicles.runs
        var replaced: Set<RunKey> = []
        var listed: [RunUnderWay] = []
        // A run of a headway that starts when it likes stands in the place of one of the timetable.
        for run in trips.listed {
            guard let start = run.start, let headway = run.headway else { continue }
            replaced.insert(
                RunKey(run.tripID, day: run.day, start: RunMatcher.slot(of: headway, at: start)))
            guard run.isUnderWay(at: moment) else { continue }
            listed.append(
                RunUnderWay(
                    tripID: run.tripID, routeID: run.routeID, day: run.day, start: run.start))
        }
        let planned = runs.filter {
            !replaced.contains(RunKey($0.tripID, day: $0.day, start: $0.start))
        }
        var counts: [RouteID?: Counts] = [:]
        for (index, run) in (planned + listed).enumerated() {
            let key = RunKey(run.tripID, day: run.day, start: run.start)
            let course = trips.runs[key]?.course
            if course == .canceled || course == .deleted { continue }
            let isUpdated = course != nil || index >= planned.count
            let isPositioned = positioned.contains(key)
            let route = run.routeID.map { RouteID($0) }
            counts[route, default: Counts()].add(isUpdated, isPositioned)
            total.add(isUpdated, isPositioned)
            if isListing, !isUpdated || !isPositioned {
                missing.append(
                    Missing(run: run, isUpdated: isUpdated, isPositioned: isPositioned))
            }
        }
        routes = counts.map { Route(routeID: $0?.text, counts: $1) }
            .sorted { ($1.silent, $1.counts.runs, $0.name) < ($0.silent, $0.counts.runs, $1.name) }
        let places = Dictionary(
            routes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        missing.sort { left, right in
            let (first, second) = (left.run, right.run)
            return (places[first.name] ?? 0, first.day, first.tripID, first.start ?? 0)
                < (places[second.name] ?? 0, second.day, second.tripID, second.start ?? 0)
        }
    }
}

extension ListedRun {
    fileprivate func isUnderWay(at moment: Int) -> Bool {
        let times = calls.filter { $0.departure.status != .canceled }
            .flatMap { [$0.arrival.time, $0.departure.time] }.compactMap(\.self)
        guard let first = times.min(), let last = times.max() else { return false }
        return first...last ~= moment
    }
}

extension LiveCoverage.Counts {
    fileprivate mutating func add(_ isUpdated: Bool, _ isPositioned: Bool) {
        runs += 1
        if isUpdated { updated += 1 }
        if isPositioned { positioned += 1 }
    }
}

extension LiveCoverage.Route {
    fileprivate var silent: Int { counts.runs - counts.updated }
    fileprivate var name: RouteID { RouteID(routeID ?? "") }
}

extension RunUnderWay {
    fileprivate var name: RouteID { RouteID(routeID ?? "") }
}
