import Foundation
import TransitBundle
import TransitModel

struct LiveState: Sendable {
    var sources: SourceStates
    var now: Date
    private let laid: Laid
    let alerts: AlertIndex
    let vehicles: VehicleIndex
    let alertsHash: Int
    let steps: Int

    private enum Laid: Sendable {
        case nothing
        case whole(MergedTrips)
        case followed(FollowedTrips)
    }

    init(nothingAt current: RealtimeMessages.Current) {
        self.init(current, .nothing, alerts: .none, vehicles: .none)
    }

    init(
        _ current: RealtimeMessages.Current, _ trips: MergedTrips,
        alerts: AlertIndex, vehicles: VehicleIndex, alertsHash: Int, steps: Int
    ) {
        self.init(
            current, .whole(trips), alerts: alerts, vehicles: vehicles, alertsHash: alertsHash,
            steps: steps)
    }

    init(
        _ current: RealtimeMessages.Current, _ trips: FollowedTrips,
        alerts: AlertIndex, vehicles: VehicleIndex
    ) {
        self.init(current, .followed(trips), alerts: alerts, vehicles: vehicles)
    }

    private init(
        _ current: RealtimeMessages.Current, _ laid: Laid,
        alerts: AlertIndex, vehicles: VehicleIndex,
        alertsHash: Int = 0, steps: Int = 0
    ) {
        sources = current.sources
        now = current.now
        self.laid = laid
        self.alerts = alerts
        self.vehicles = vehicles
        self.alertsHash = alertsHash
        self.steps = steps
    }

    var marks: PlaceMarks {
        if case .whole(let trips) = laid { trips.marks } else { PlaceMarks() }
    }

    /// Detours are not applied.
    var modifiedPlaces: Set<StopID> {
        if case .whole(let trips) = laid { trips.modified.places } else { [] }
    }

    var losses: (canceledRuns: Int, skippedCalls: Int) {
        if case .whole(let trips) = laid {
            (trips.canceledRuns, trips.skippedCalls)
        } else {
            (0, 0)
        }
    }

    var isApplied: Bool {
        if case .nothing = laid { false } else { true }
    }

    var report: MatchReport? {
        if case .whole(let trips) = laid { trips.report } else { nil }
    }

    /// Nil over a source that is not a bundle.
    func coverage(of runs: [RunUnderWay]) -> LiveCoverage? {
        guard case .whole(let trips) = laid else { return nil }
        return LiveCoverage(runs, at: Int(now.timeIntervalSince1970), trips, vehicles)
    }

    func windows(at places: Set<StopID>, from start: Double, to end: Double) -> [Range<Double>] {
        if case .whole(let trips) = laid {
            return trips.far.windows(at: places, from: start, to: end)
        }
        return [FollowedTrips.shift.window(from: start, to: end)]
    }

    func trips(of events: [StopEvent], in source: any TransitSource) async throws -> MergedTrips {
        if case .whole(let trips) = laid { return trips }
        return try await trips(ofTrips: Set(events.map { TripID($0.tripID) }), in: source)
    }

    func trips(
        ofTrips ids: Set<TripID>, in source: any TransitSource
    ) async throws -> MergedTrips {
        switch laid {
        case .nothing: MergedTrips()
        case .whole(let trips): trips
        case .followed(let trips): try await trips.merged(ids, in: source)
        }
    }

    func isDeleted(_ run: RunKey, in source: any TransitSource) async throws -> Bool {
        try await trips(ofTrips: [run.tripID], in: source).runs[run]?.course == .deleted
    }

    func listed(_ tripID: String, in source: any TransitSource) async throws -> [ListedRun] {
        try await trips(ofTrips: [TripID(tripID)], in: source).listed
            .filter { TripID($0.tripID) == TripID(tripID) }
    }

    func sources(of tripID: TripID, on day: Int) -> Set<ExactText> {
        guard case .whole(let trips) = laid else { return [] }
        let runs = trips.runs.runs(of: tripID).filter { $0.key.day == day }.map(\.run.source)
        let listed = zip(trips.listed, trips.listedSources)
            .filter { $0.0.day == day && TripID($0.0.tripID) == tripID }.map(\.1)
        // A vehicle has a time of its own, and does not make fresh times old.
        guard runs.isEmpty, listed.isEmpty else { return trips.marks.sources(runs + listed) }
        let positions = vehicles.vehicles.filter { $0.key?.tripID == tripID && $0.key?.day == day }
        return Set(positions.map(\.source.exact))
    }

    /// Runs that have an update or a vehicle and that riders see.
    func runs(of tripID: TripID, in source: any TransitSource) async throws -> Set<RunKey> {
        let trips = try await trips(ofTrips: [tripID], in: source)
        var runs = Set(vehicles.vehicles.compactMap(\.key).filter { $0.tripID == tripID })
        for run in trips.listed where TripID(run.tripID) == tripID {
            runs.insert(RunKey(run.tripID, day: run.day, start: run.start))
        }
        for (key, run) in trips.runs.runs(of: tripID) {
            switch run.course {
            case .deleted: runs.remove(key)
            // The run in its place is listed, with a start of its own.
            case .replaced: continue
            case .running, .canceled, .finished: runs.insert(key)
            }
        }
        return runs
    }
}
