import BundleCodec
import Foundation
import GTFSRealtime
import TransitBundle
import TransitModel

struct VehicleIndex: Sendable {
    private(set) var vehicles: [PlacedVehicle] = []
    private var byRun: [RunKey: Int] = [:]
    /// Boards show them in the row of another run, by which they are here.
    private var byRow: [RunKey: Int] = [:]
    private(set) var marks = PlaceMarks()
    private(set) var report = MatchReport(listing: 0)

    static let none = VehicleIndex()

    private init() {}

    /// The report is empty, and determines how much it lists.
    init(
        _ kept: [KeptVehicle], _ trips: MergedTrips, now: Date, over lookup: any TimetableLookup,
        counting effort: MatchEffort, report: MatchReport = MatchReport(listing: 0)
    ) throws {
        self.report = report
        guard !kept.isEmpty else { return }
        let matcher = try RunMatcher(
            kept.map(\.update), over: lookup, places: PlaceLookup(lookup, effort))
        let listed = NamedRuns(trips.listed)
        var runs: [(run: Run?, outcome: MatchOutcome)] = []
        var rowless: Set<Int> = []
        for (index, vehicle) in kept.enumerated() {
            effort.begin(vehicle.update.source)
            try effort.spend()
            let found = try Self.run(of: vehicle.update, matcher, trips, listed, counting: effort)
            runs.append(found)
            guard let run = found.run, !Self.isReplaced(vehicle, in: trips.named(run)) else {
                continue
            }
            func isNewer(than other: Int?) -> Bool {
                other.map { vehicle.update.counts(before: kept[$0].update) } ?? true
            }
            if isNewer(than: byRun[run.key]) { byRun[run.key] = index }
            let row = run.row
            guard row != run.key else { continue }
            rowless.insert(index)
            if isNewer(than: byRow[row]) { byRow[row] = index }
        }
        // In the row of another run another vehicle may be shown.
        rowless.subtract(byRow.values)
        for (index, vehicle) in kept.enumerated() {
            effort.begin(vehicle.update.source)
            // Of several for a run one counts; the others are for the map only.
            let (found, outcome) = runs[index]
            let run = found.flatMap { byRun[$0.key] == index ? $0 : nil }
            let isOther = found != nil && run == nil
            self.report.add(
                isOther ? .superseded : outcome, vehicle.update, of: vehicle.position)
            let calls = try run.map { try Self.calls(of: $0, in: trips, matcher.places) }
            let placed = try PlacedVehicle(
                vehicle, on: run, calls, named: run.flatMap(trips.named)?.vehicle,
                places: matcher.places)
            vehicles.append(placed)
            guard let calls, !rowless.contains(index) else { continue }
            let isListed = if case .listed? = run { true } else { false }
            placed.mark(calls, in: &marks, now: now, isListed: isListed)
        }
    }

    private static func calls(
        of run: Run, in trips: MergedTrips, _ places: PlaceLookup
    ) throws -> RunCalls {
        // They are looked up and marked.
        switch run {
        case .timetable(let trip, let key):
            try places.effort.spend(4 * trip.stops.count)
            return try RunCalls(trip, key, in: trips, places)
        case .listed(let run, _):
            try places.effort.spend(4 * run.calls.count)
            return RunCalls(run)
        }
    }

    private static func isReplaced(
        _ vehicle: KeptVehicle, in named: (vehicle: CallRealtime.Vehicle, measured: Int)?
    ) -> Bool {
        guard let named, let own = vehicle.position.vehicle else { return false }
        return !own.isLike(named.vehicle) && named.measured > vehicle.update.measured
    }

    var runs: Set<RunKey> { Set(byRun.keys).union(byRow.keys) }

    func vehicle(of run: RunKey) -> PlacedVehicle? {
        (byRun[run] ?? byRow[run]).map { vehicles[$0] }
    }

    func ages(from start: Date, to end: Date) -> Bool {
        vehicles.contains { $0.isFresh(at: start) && !$0.isFresh(at: end) }
    }

    enum Run {
        case timetable(TripTimetable, RunKey)
        /// A run that lists its calls, with its index among these.
        case listed(ListedRun, Int)

        var key: RunKey {
            switch self {
            case .timetable(_, let key): key
            case .listed(let run, _): RunKey(run.tripID, day: run.day, start: run.start)
            }
        }

        /// For a run that starts when it likes, the run that is expected in its headway. A position
        /// has no times of its own for a row.
        var row: RunKey {
            guard case .timetable(let trip, let key) = self, let start = key.start,
                let interval = RunMatcher.interval(of: trip.intervals ?? [], at: start)
            else { return key }
            return RunKey(
                trip.tripID, day: key.day, start: RunMatcher.slot(of: interval, at: start))
        }
    }

    /// The update of the run gives the same wrong day.
    private static func misdated(
        _ vehicle: KeptUpdate, _ matcher: RunMatcher, _ trips: MergedTrips
    ) -> RunMatcher.Run? {
        guard !trips.daysOfMisdated.isEmpty, let trip = matcher.trip(vehicle.trip.tripID),
            let day = UsableValues.day(vehicle.trip.startDate)
        else { return nil }
        let start = trip.intervals == nil ? nil : UsableValues.time(vehicle.trip.startTime)
        let named = RunMatcher.Run(trip: trip, day: day, start: start)
        return trips.daysOfMisdated[named.key].map(named.on)
    }

    private static func run(
        of update: KeptUpdate, _ matcher: RunMatcher, _ trips: MergedTrips, _ listed: NamedRuns,
        counting effort: MatchEffort
    ) throws -> (run: Run?, outcome: MatchOutcome) {
        let id = UsableValues.id(update.trip.tripID)
        let day = UsableValues.day(update.trip.startDate)
        let start = UsableValues.time(update.trip.startTime)
        let isRepeated = matcher.trip(id)?.intervals != nil
        if let id, let own = listed.first(of: id, on: day, at: start, isRepeated: isRepeated) {
            let run = listed.runs[own]
            return (.listed(run, own), run.kind == .added ? .added : .matched)
        }
        var (outcome, matched) = try matcher.match(update)
        if let run = misdated(update, matcher, trips) { (outcome, matched) = (.matched, run) }
        guard let run = matched else { return (nil, outcome) }
        // Its row is looked for once more if the vehicle counts.
        try effort.spend(2 * (run.trip.intervals?.count ?? 0))
        let found = Run.timetable(run.trip, run.key)
        switch trips.runs[found.row]?.course {
        // Riders do not see it.
        case .deleted: return (nil, .notRunning)
        // A run that lists its own calls has its place.
        case .replaced:
            let own = listed.first(
                of: run.trip.tripID, on: run.day, at: run.start, isRepeated: isRepeated)
            guard let own else { return (nil, .notRunning) }
            return (.listed(listed.runs[own], own), outcome)
        case .running, .canceled, .finished, nil: return (found, outcome)
        }
    }
}

private struct NamedRuns {
    let runs: [ListedRun]
    private var firsts: [Name: Int] = [:]

    private struct Name: Hashable {
        let trip: TripID
        let day: Int?
        let start: Start
    }

    private enum Start: Hashable {
        case any, none
        case at(Int)
    }

    init(_ runs: [ListedRun]) {
        self.runs = runs
        for (index, run) in runs.enumerated() {
            let trip = TripID(run.tripID)
            for day in [nil, run.day] {
                for start in [.any, run.start.map(Start.at) ?? .none] {
                    let name = Name(trip: trip, day: day, start: start)
                    if firsts[name] == nil { firsts[name] = index }
                }
            }
        }
    }

    /// On the day, at the given second of the day or without a start; nil for any day or start. A
    /// trip of `frequencies.txt` has many runs, and only the same start means one of them.
    func first(of trip: String, on day: Int?, at start: Int?, isRepeated: Bool) -> Int? {
        let own = start.map(Start.at) ?? .none
        let starts = isRepeated ? [own] : [start == nil ? .any : .none, own]
        return starts.compactMap { firsts[Name(trip: TripID(trip), day: day, start: $0)] }.min()
    }
}
