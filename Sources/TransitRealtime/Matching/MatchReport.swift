import GTFSRealtime
package import TransitBundle
import TransitModel

/// How well the trip updates of some messages fit a timetable.
public struct MatchReport: Codable, Equatable, Sendable {
    /// Something that the timetable does not have: a trip update that does not count on boards, a
    /// vehicle without a run, or a part of one of them or of an alert.
    public struct Sample: Codable, Hashable, Sendable {
        /// The name of the source.
        public var source: String
        /// `trip_id`, where the update has one.
        public var tripID: String?
        /// `route_id`, where the update has one.
        public var routeID: String?
        /// `start_date`, where the update has one.
        public var startDate: String?
        /// `start_time`, where the update has one.
        public var startTime: String?
        /// `stop_sequence` of a stop update.
        public var stopSequence: Int?
        /// `stop_id` of a stop update, or of a part of an alert.
        public var stopID: String?
        /// `agency_id` of a part of an alert.
        public var agencyID: String?
        /// `route_type` of a part of an alert.
        public var routeType: Int?
        /// The `id` of the entity, of vehicles and alerts.
        public var entityID: String?
        /// The `id` of a vehicle.
        public var vehicleID: String?

        init(source: String, trip: TripDescriptor?) {
            self.source = source
            tripID = trip?.tripID
            routeID = trip?.routeID
            startDate = trip?.startDate
            startTime = trip?.startTime
        }

        public enum CodingKeys: String, CodingKey {
            case source
            case entityID = "entity_id"
            case vehicleID = "vehicle_id"
            case agencyID = "agency_id"
            case routeType = "route_type"
            case stopSequence = "stop_sequence"
            case stopID = "stop_id"
            case tripID = "trip_id"
            case routeID = "route_id"
            case startDate = "start_date"
            case startTime = "start_time"
        }
    }

    /// The number of trip updates of each outcome.
    public internal(set) var counts: [MatchOutcome: Int] = [:]
    /// At most twenty updates for each outcome that does not count.
    public internal(set) var samples: [MatchOutcome: [Sample]] = [:]
    /// The number of stop updates that fit no call of their trip, by reason.
    public internal(set) var stopCounts: [StopMismatch: Int] = [:]
    /// At most twenty of these stop updates for each reason.
    public internal(set) var stopSamples: [StopMismatch: [Sample]] = [:]
    /// The stop updates of all trip updates.
    public internal(set) var stopUpdates = 0

    /// The number of trips of the timetable with calls that a detour (`TripModifications`)
    /// replaces: these calls are marked, but the detour is not applied.
    public internal(set) var modifiedTrips = 0

    private var fits: [ExactText: Fit] = [:]

    private enum CodingKeys: String, CodingKey {
        case counts, samples, stopCounts, stopSamples, stopUpdates, modifiedTrips, leftOut
    }

    private struct Fit: Equatable {
        var matched = 0
        var unmatched = 0
    }

    package func fit(ofSource name: String) -> (matched: Int, unmatched: Int) {
        let fit = fits[name.exact] ?? Fit()
        return (fit.matched, fit.unmatched)
    }

    /// The number of alerts, of parts of the network that they name, and of vehicles that are not
    /// read because there are too many.
    public internal(set) var leftOut = 0

    /// Creates a report of no updates.
    public init() {}

    init(listing most: Int) {
        mostListed = most
    }

    /// The number of trip updates.
    public var tripUpdates: Int { counts.values.reduce(0, +) }

    /// The share of trip updates found in the timetable, among those that should be there; nil if
    /// there are none. A copy of a trip of the timetable is one that should.
    public var matchedShare: Double? {
        guard expectedUpdates > 0 else { return nil }
        let found: [MatchOutcome] = [.matched, .descriptor, .duplicated]
        return Double(found.reduce(0) { $0 + counts[$1, default: 0] }) / Double(expectedUpdates)
    }

    package var expectedUpdates: Int {
        let others: [MatchOutcome] = [.added, .superseded, .noTimes, .modified]
        return tripUpdates - others.reduce(0) { $0 + counts[$1, default: 0] }
    }

    /// Rule 30, ids of another version: a producer and a feed may be a day apart; where so few fit,
    /// they are of different versions.
    package var isOfOtherVersion: Bool {
        guard let share = matchedShare, expectedUpdates >= RealtimeLimits.fewestUpdates else {
            return false
        }
        return share < RealtimeLimits.leastMatchedShare
    }

    /// ``matchedShare`` in whole percent, rounded down.
    package var matchedPercent: Int? { matchedShare.map { Int(($0 * 100).rounded(.down)) } }

    /// The number of stop updates that fit no call of their trip.
    public var ignoredStopUpdates: Int { stopCounts.values.reduce(0, +) }

    static let mostSamples = 20
    private(set) var mostListed = Self.mostSamples

    /// Counted as on boards.
    package init(
        of updates: [KeptUpdate], by matcher: RunMatcher, over lookup: any TimetableLookup,
        places: PlaceLookup
    ) throws {
        self = try MessageMerger.merge(updates, by: matcher, over: lookup, places: places).report
    }

    mutating func add(
        _ outcome: MatchOutcome, _ update: KeptUpdate, of vehicle: LiveVehicle? = nil
    ) {
        counts[outcome, default: 0] += 1
        stopUpdates += update.update.stopTimeUpdates.count
        if outcome.isUsed {
            fits[update.source.exact, default: Fit()].matched += 1
        } else {
            fits[update.source.exact, default: Fit()].unmatched += 1
        }
        guard !outcome.isUsed, samples[outcome, default: []].count < mostListed else { return }
        var sample = Sample(source: update.source, trip: update.trip)
        vehicle.map { (sample.entityID, sample.vehicleID) = ($0.id, $0.vehicle?.id) }
        samples[outcome, default: []].append(sample)
    }

    mutating func add(_ ignored: IgnoredStops, of update: KeptUpdate) {
        stopCounts.merge(ignored.counts, uniquingKeysWith: +)
        for (reason, sequence, stopID) in ignored.first {
            guard stopSamples[reason, default: []].count < mostListed else { continue }
            var sample = Sample(source: update.source, trip: update.trip)
            sample.stopSequence = sequence.map(Int.init)
            sample.stopID = stopID
            stopSamples[reason, default: []].append(sample)
        }
    }
}

/// How a trip update was matched with the timetable, or why it was not.
public enum MatchOutcome: String, CaseIterable, Codable, Sendable {
    /// Matched by its `trip_id`.
    case matched
    /// Matched by route, direction, day and start; its `trip_id` is missing or unknown.
    case descriptor
    /// A run that is in no timetable.
    case added
    /// A copy of a trip at another time.
    case duplicated
    /// No trip has its `trip_id`, or starts at the given time.
    case unknownTrip = "unknown_trip"
    /// The update names neither a trip nor a route.
    case noTrip = "no_trip"
    /// The update refers to a trip as changed by a detour (`modified_trip`); detours are not
    /// applied.
    case modified
    /// The trip does not run on its day.
    case notRunning = "not_running"
    /// Several trips fit, and nothing tells them apart.
    case ambiguous
    /// The trip is one of `frequencies.txt`, and the update does not say which run it means; or a
    /// copy has neither an id nor its own start, or a start that cannot be read.
    case noStart = "no_start"
    /// The run of `frequencies.txt` that the update names is not at one of its exact times.
    case offHeadway = "off_headway"
    /// An added run without times or stops.
    case noTimes = "no_times"
    /// A replacement that names no stops.
    case noStops = "no_stops"
    /// Another update of the same run is newer.
    case superseded

    /// Whether the update counts on boards.
    public var isUsed: Bool {
        switch self {
        case .matched, .descriptor, .added, .duplicated: true
        default: false
        }
    }
}
