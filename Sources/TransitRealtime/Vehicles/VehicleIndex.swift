import BundleCodec
import Foundation
import GTFSRealtime
import TransitBundle
import TransitModel

/// The vehicles of some messages, with their runs where these are known.
struct VehicleIndex: Sendable {
    /// In the order of the messages.
    private(set) var vehicles: [PlacedVehicle] = []
    /// The newest of each run.
    private var byRun: [RunKey: Int] = [:]
    /// Tell where boards differ from those of other vehicles.
    private(set) var marks = PlaceMarks()

    /// No vehicles.
    static let none = VehicleIndex()

    private init() {}

    /// Finds the runs of vehicles.
    ///
    /// - Parameters:
    ///   - trips: the trip updates, laid over the same timetable.
    ///   - now: the moment by which positions are fresh.
    ///   - lookup: nil for a source that is no bundle; then runs are known by their descriptors only.
    init(
        _ kept: [KeptVehicle], _ trips: MergedTrips, now: Date, over lookup: (any TimetableLookup)?
    ) throws {
        guard !kept.isEmpty else { return }
        let matcher = try lookup.map { lookup in
            try RunMatcher(kept.map(\.update), over: lookup, places: PlaceLookup(lookup))
        }
        let listed = Dictionary(grouping: trips.listed, by: { TripID($0.tripID) })
        var newest: [RunKey: KeptUpdate] = [:]
        for vehicle in kept {
            let run = try Self.run(of: vehicle.update, matcher, listed)
            let placed = PlacedVehicle(vehicle, on: run, trips, now: now, marking: &marks)
            if let key = placed.key {
                if newest[key].map(vehicle.update.counts(before:)) ?? true {
                    newest[key] = vehicle.update
                    byRun[key] = vehicles.count
                }
            }
            vehicles.append(placed)
        }
    }

    /// The vehicle of a run.
    func vehicle(of run: RunKey) -> PlacedVehicle? { byRun[run].map { vehicles[$0] } }

    /// Whether a position that was fresh at one moment is too old at another.
    func ages(from start: Date, to end: Date) -> Bool {
        vehicles.contains { $0.isFresh(at: start) && !$0.isFresh(at: end) }
    }

    /// A run with its calls, as far as they are known.
    enum Run {
        case timetable(TripTimetable, RunKey)
        case listed(ListedRun)
        /// Another source has the calls.
        case named(RunKey)
    }

    private static func run(
        of update: KeptUpdate, _ matcher: RunMatcher?, _ listed: [TripID: [ListedRun]]
    ) throws -> Run? {
        let id = UsableValues.id(update.trip.tripID)
        let day = UsableValues.day(update.trip.startDate)
        let start = UsableValues.time(update.trip.startTime)
        let own = id.flatMap { listed[TripID($0)] }?.first {
            (day == nil || $0.day == day) && (start == nil || $0.start == nil || $0.start == start)
        }
        if let own { return .listed(own) }
        guard let matcher else {
            guard let id, let day else { return nil }
            return .named(RunKey(id, day: day, start: start))
        }
        guard let run = try matcher.match(update).run else { return nil }
        guard let start = run.start, let intervals = run.trip.intervals,
            let interval = RunMatcher.interval(of: intervals, at: start)
        else { return .timetable(run.trip, run.key) }
        let slot = RunMatcher.slot(of: interval, at: start)
        return .timetable(run.trip, RunKey(run.trip.tripID, day: run.day, start: slot))
    }
}
