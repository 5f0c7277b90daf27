import BundleCodec
import Foundation
import GTFSRealtime
import SystemLayer
import TransitBundle
import TransitModel

/// For a source that can only be asked about single trips, such as a server: the trips of the
/// boards that are viewed, by `trip_id`.
final class FollowedTrips: Sendable {
    static let shift = TimeShift(late: 7200, early: 600)

    let added: MergedTrips
    private let updates: [TripID: [KeptUpdate]]
    private let others: [KeptUpdate]
    private let detours: [TripID: [KeptDetour]]
    private let known = Locked<GivenTimetables>(GivenTimetables())

    init(
        _ updates: [KeptUpdate], _ detours: [KeptDetour], zone: TimeZone,
        counting effort: MatchEffort
    ) throws {
        var byTrip: [TripID: [KeptUpdate]] = [:]
        var others: [KeptUpdate] = []
        for update in updates {
            switch update.relationship {
            case .new, .added: others.append(update)
            default:
                guard let id = UsableValues.id(update.trip.tripID) else { continue }
                byTrip[TripID(id), default: []].append(update)
            }
        }
        self.updates = byTrip
        self.others = others
        var ofTrip: [TripID: [KeptDetour]] = [:]
        for detour in detours {
            for id in Set(detour.tripIDs) { ofTrip[id, default: []].append(detour) }
        }
        self.detours = ofTrip
        let given = GivenTimetables(timeZone: zone)
        known.withLock { $0 = given }
        added = try MessageMerger.merge(others, over: given, counting: effort)
    }

    func merged(_ ids: Set<TripID>, in source: any TransitSource) async throws -> MergedTrips {
        var wanted: [KeptUpdate] = []
        var changing: [Int: KeptDetour] = [:]
        for id in ids.sorted() {
            let updates = updates[id] ?? []
            wanted += updates
            for update in updates { try await learn(update, ofTrip: id.text, from: source) }
            for detour in detours[id] ?? [] { changing[detour.number] = detour }
            if updates.isEmpty, let detour = detours[id]?.first {
                try await learn(id.text, on: detour.firstDay.map { [$0] } ?? [], from: source)
            }
        }
        let places = wanted + others
        for update in places {
            for stop in update.update.stopTimeUpdates {
                for id in [stop.stopID, stop.stopTimeProperties?.assignedStopID] {
                    if let id = UsableValues.id(id) { try await learn(stop: id, source) }
                }
            }
        }
        // The trips of a board are few.
        return try MessageMerger.merge(
            wanted + others, changing.sorted { $0.key < $1.key }.map(\.value),
            over: known.withLock { $0 }, counting: MatchEffort(limit: .max))
    }

    private func learn(
        _ update: KeptUpdate, ofTrip id: String, from source: any TransitSource
    ) async throws {
        let date = UsableValues.day(update.trip.startDate).map(ServiceDate.init(dayNumber:))
        let start = UsableValues.time(update.trip.startTime).map(ServiceTime.init(seconds:))
        // Some producers give the day before or after to a run around midnight.
        let dates = date.map { [$0, $0.adding(days: -1), $0.adding(days: 1)] } ?? [nil]
        let now = Date(timeIntervalSince1970: Double(update.now))
        try await learn(id, on: dates, start: start, now: now, from: source)
    }

    private func learn(
        _ id: String, on dates: [ServiceDate?], start: ServiceTime? = nil, now: Date = Date(),
        from source: any TransitSource
    ) async throws {
        guard let headways = try await headways(ofTrip: id, from: source) else { return }
        for date in dates {
            let asked = RunKey(id, day: date?.dayNumber ?? .min, start: start?.seconds)
            guard known.withLock({ $0.asked.insert(asked).inserted }) else { continue }
            let run = try await source.run(
                tripID: id, startDate: date, startTime: headways.isEmpty ? nil : start, now: now)
            if let run { known.withLock { $0.add(run, headways) } }
        }
    }

    private func headways(
        ofTrip id: String, from source: any TransitSource
    ) async throws -> [Headway]? {
        if let headways = known.withLock({ $0.headways[TripID(id)] }) { return headways }
        do {
            let headways = try await source.headways(of: try await source.trip(id: id))
            known.withLock { $0.headways[TripID(id)] = headways }
            return headways
        } catch TransitSourceError.notFound {
            return nil
        }
    }

    private func learn(stop id: String, _ source: any TransitSource) async throws {
        guard known.withLock({ $0.places[StopID(id)] }) == nil else { return }
        var places: [String] = []
        do {
            let stop = try await source.stop(id: id)
            if StopID(stop.stopID) == StopID(id) {
                places = StopID(stop.place) == StopID(id) ? [id] : [id, stop.place]
            }
        } catch TransitSourceError.notFound {
            // It stays unknown.
        }
        let found = places
        known.withLock { $0.places[StopID(id)] = found }
    }
}

struct GivenTimetables: TimetableLookup {
    var timeZone = TimeZone.gmt
    var places: [StopID: [String]] = [:]
    /// Whether they exist or not; a missing day is the least number.
    var asked: Set<RunKey> = []
    var headways: [TripID: [Headway]] = [:]
    private var trips: [TripID: (trip: TripTimetable, days: Set<Int>)] = [:]

    init(timeZone: TimeZone = .gmt) {
        self.timeZone = timeZone
    }

    mutating func add(_ run: TripRun, _ headways: [Headway]) {
        let id = TripID(run.trip.tripID)
        let days = (trips[id]?.days ?? []).union([run.serviceDate.dayNumber])
        let isRepeated = !headways.isEmpty
        func time(_ published: ServiceTime?, _ offset: Int?) -> Int? {
            isRepeated ? offset : published?.seconds
        }
        for case let stop? in run.calls.map(\.scheduled.stop) {
            places[StopID(stop.stopID)] =
                StopID(stop.place) == StopID(stop.stopID)
                ? [stop.stopID] : [stop.stopID, stop.place]
        }
        let stops = run.calls.map { call in
            TripTimetable.Stop(
                sequence: call.scheduled.stopSequence, stopID: call.scheduled.stopID,
                place: call.scheduled.stop?.place ?? call.scheduled.stopID,
                pickup: call.scheduled.pickup.code, dropOff: call.scheduled.dropOff.code)
        }
        let timetable = TripTimetable(
            run.trip, stops: stops,
            arrivals: run.calls.map { call in
                let scheduled = call.scheduled
                return time(
                    scheduled.arrival ?? scheduled.departure ?? scheduled.interpolated,
                    call.arrivalOffsetSeconds)
            },
            departures: run.calls.map { time($0.scheduled.time, $0.departureOffsetSeconds) },
            timeZone: timeZone, days: days,
            intervals: isRepeated ? headways.compactMap(RunInterval.init) : nil)
        trips[id] = (timetable, days)
    }

    func timetables(ofTrips ids: Set<TripID>) -> [TripTimetable] {
        ids.compactMap { trips[$0]?.trip }
    }

    func timetables(ofRoutes ids: Set<RouteID>, on days: Set<Int>) -> [TripTimetable] { [] }

    func places(ofStop id: String) -> [String] { places[StopID(id)] ?? [] }

    func timeZone(ofRoute id: String?) -> TimeZone { timeZone }
}

extension RunInterval {
    fileprivate init?(_ headway: Headway) {
        self.init(
            start: headway.startTime.seconds, end: headway.endTime.seconds,
            seconds: headway.headwaySecs, exactTimes: headway.exactTimes)
    }
}
