import GTFSRealtime
import TransitBundle
import TransitModel

/// Detours (`TripModifications`) are not applied: the calls that they replace are marked, and the
/// stops that replace them are on no board.
struct ModifiedTrips: Sendable {
    private var parts: [TripID: [Part]] = [:]
    private(set) var places: Set<StopID> = []
    private(set) var leftOut = 0

    private struct Part: Sendable {
        let runs: Runs
        let calls: Calls
    }

    private final class Runs: Sendable {
        let days: Set<Int>
        /// In seconds of the service day; empty for all runs.
        let starts: Set<Int>

        init(_ detour: TripModifications) {
            days = Set(detour.serviceDates.lazy.compactMap { UsableValues.day($0) })
            starts = Set(detour.startTimes.lazy.compactMap { UsableValues.time($0) })
        }
    }

    /// By `stop_sequence`.
    private final class Calls: Sendable {
        let statuses: [Int: CallRealtime.Status]
        let hash: Int

        init(_ statuses: [Int: CallRealtime.Status]) {
            self.statuses = statuses
            hash = statuses.hashValue
        }
    }

    private static let mostModifications = 50
    private static let mostDetours = 20

    var count: Int { parts.count }

    /// The status of a call that is replaced: skipped, unless its stop is among those that replace
    /// calls, at a time that is not computed. Nil for all others.
    func status(of run: RunKey, at sequence: Int) -> CallRealtime.Status? {
        guard !parts.isEmpty, let parts = parts[run.tripID] else { return nil }
        for part in parts where part.runs.days.contains(run.day) {
            guard let status = part.calls.statuses[sequence] else { continue }
            let starts = part.runs.starts
            if starts.isEmpty || run.start.map(starts.contains) ?? false { return status }
        }
        return nil
    }

    func mark(_ run: inout ListedRun) {
        guard run.isCopy, run.kind != .added, let trip = run.template else { return }
        let key = RunKey(trip, day: run.day, start: run.start)
        for index in run.calls.indices where run.calls[index].departure.status != .canceled {
            guard let status = status(of: key, at: run.calls[index].sequence) else { continue }
            run.calls[index].end(status)
        }
    }

    // MARK: Reading detours

    static func trips(of detours: [KeptDetour]) -> Set<TripID> {
        Set(detours.lazy.flatMap(\.tripIDs))
    }

    mutating func add(
        _ kept: KeptDetour, _ matcher: RunMatcher, _ places: PlaceLookup, _ marks: inout PlaceMarks
    ) throws {
        let detour = kept.detour
        let runs = Runs(detour)
        try places.effort.spend(detour.serviceDates.count + detour.startTimes.count)
        let reader = try DetourReader(detour, atMost: Self.mostModifications, places)
        leftOut += reader.leftOut
        var patterns: [ObjectIdentifier: Calls] = [:]
        var hasher = Hasher()
        hasher.combine(runs.days)
        hasher.combine(runs.starts)
        var marked = Set(reader.stops)
        for id in Set(kept.tripIDs).sorted() {
            try places.effort.spend()
            guard let trip = matcher.trip(id.text) else { continue }
            // First, as detours in thousands may name a trip, and to read its calls takes long.
            guard parts[id, default: []].count < Self.mostDetours else {
                leftOut += 1
                continue
            }
            let pattern = ObjectIdentifier(trip.pattern)
            let calls = try patterns[pattern] ?? Calls(reader.statuses(of: trip, &marked))
            patterns[pattern] = calls
            guard !calls.statuses.isEmpty else { continue }
            parts[id, default: []].append(Part(runs: runs, calls: calls))
            hasher.combine(id)
            hasher.combine(calls.hash)
        }
        self.places.formUnion(marked)
        marks.begin(kept.source)
        let hash = hasher.finalize()
        for place in marked { marks.add(hash, at: place.text) }
    }
}

struct KeptDetour: Sendable {
    let detour: TripModifications
    let source: String

    var tripIDs: [TripID] {
        detour.selectedTrips.flatMap { selected in
            selected.tripIDs.compactMap { UsableValues.id($0).map { TripID($0) } }
        }
    }
}

private struct DetourReader {
    private var modifications: [(start: StopSelector, end: StopSelector, instead: Set<StopID>)] = []
    private(set) var stops: Set<StopID> = []
    private(set) var leftOut = 0
    private let places: PlaceLookup
    /// For looking it up, keeping it, and marking it.
    private static let stepsOfCall = 10

    init(_ detour: TripModifications, atMost most: Int, _ places: PlaceLookup) throws {
        self.places = places
        for modification in detour.modifications {
            try places.effort.spend()
            guard modifications.count < most else {
                leftOut += 1
                continue
            }
            var instead: Set<StopID> = []
            for stop in modification.replacementStops {
                try places.effort.spend()
                guard let id = UsableValues.id(stop.stopID) else { continue }
                instead.insert(StopID(id))
                if let station = try places.station(ofStop: id) { stops.insert(station) }
            }
            // Without an end nothing is replaced.
            guard let start = modification.startStopSelector, let end = modification.endStopSelector
            else { continue }
            modifications.append((start, end, instead))
        }
    }

    func statuses(
        of trip: TripTimetable, _ marked: inout Set<StopID>
    ) throws -> [Int: CallRealtime.Status] {
        var statuses: [Int: CallRealtime.Status] = [:]
        var isRead = Array(repeating: false, count: trip.stops.count)
        try places.effort.spend(isRead.count)
        // The last one counts that replaces a call, so each call is read once, however many do.
        for (start, end, instead) in modifications.reversed() {
            try places.effort.spend(2)
            guard let first = try position(of: start, after: -1, in: trip),
                let last = try position(of: end, after: first - 1, in: trip), first <= last
            else { continue }
            try places.effort.spend(last - first + 1)
            for position in first...last where !isRead[position] {
                try places.effort.spend(Self.stepsOfCall)
                isRead[position] = true
                let stop = trip.stops[position]
                if let place = stop.station { marked.insert(place) }
                let isServed = stop.stopID.map { instead.contains(StopID($0)) } ?? false
                statuses[stop.sequence] = isServed ? .noData : .skipped
            }
        }
        return statuses
    }

    private func position(
        of selector: StopSelector, after before: Int, in trip: TripTimetable
    ) throws -> Int? {
        if let sequence = selector.stopSequence {
            return trip.position(ofSequence: Int(sequence))
        }
        guard let id = UsableValues.id(selector.stopID),
            let rows = try places.rows(of: trip, at: id)
        else { return nil }
        return rows.positions.dropFirst(rows.first(after: before)).first
    }
}
