import Foundation
import GTFSRealtime
import TransitBundle
import TransitModel

/// A vehicle with the call that it comes to.
struct PlacedVehicle: Sendable {
    private(set) var position: LiveVehicle
    /// The run as boards have it; nil where it is not known.
    let key: RunKey?
    /// The message does not name the next call, so the path has to tell.
    var needsPath: Bool { key != nil && position.nextCall == nil }
    /// How far away the calls of the run are, in order; empty where that cannot be trusted.
    private let distances: [(sequence: Int32, stopsAway: Int32)]

    /// Positions that are older tell nothing about the way from call to call.
    private static let oldest: TimeInterval = 300

    private struct PlacedCall {
        let sequence: Int
        let stopID: String?
        let place: String?
        let isSkipped: Bool
        /// Seconds since 1970.
        let leaving: Int?
    }

    init(
        _ vehicle: KeptVehicle, on run: VehicleIndex.Run?, _ trips: MergedTrips, now: Date,
        marking marks: inout PlaceMarks
    ) {
        position = vehicle.position
        let calls: [PlacedCall]
        switch run {
        case .timetable(let trip, let key):
            self.key = key
            calls = Self.calls(of: trip, key, trips)
            position.tripID = trip.tripID
            position.serviceDate = ServiceDate(dayNumber: key.day)
            position.startTime = key.start.map(ServiceTime.init(seconds:))
            position.routeID = trip.routeID
            position.directionID = trip.directionID
        case .listed(let run):
            key = RunKey(run.tripID, day: run.day, start: run.start)
            calls = run.calls.map { call in
                PlacedCall(
                    sequence: call.sequence, stopID: call.stopID, place: call.places.last,
                    isSkipped: call.departureStatus == .skipped,
                    leaving: call.departure ?? call.arrival)
            }
            position.serviceDate = ServiceDate(dayNumber: run.day)
            position.startTime = run.start.map(ServiceTime.init(seconds:))
            position.routeID = run.routeID
            position.directionID = run.directionID
        case .named(let run):
            key = run
            calls = []
            position.serviceDate = ServiceDate(dayNumber: run.day)
            position.startTime = run.start.map(ServiceTime.init(seconds:))
        case nil:
            key = nil
            calls = []
        }
        let next = Self.next(of: vehicle, calls)
        let status = vehicle.status.description
        if let next {
            position.nextCall = .init(
                stopSequence: calls[next].sequence, stopID: calls[next].stopID,
                status: status)
        } else if calls.isEmpty, vehicle.stopSequence != nil || vehicle.stopID != nil {
            position.nextCall = .init(
                stopSequence: vehicle.stopSequence, stopID: vehicle.stopID,
                status: status)
        }
        let isTrusted = !Self.isContradicted(calls, next, at: position.at)
        distances = isTrusted ? next.map { Self.distances(calls, from: $0) } ?? [] : []
        var hasher = Hasher()
        hasher.combine(key)
        hasher.combine(position.vehicle)
        hasher.combine(position.occupancyStatus)
        hasher.combine(isFresh(at: now) && isTrusted ? next : nil)
        for call in calls { hasher.combine(call.isSkipped) }
        marks.add(hasher.finalize(), at: calls.lazy.compactMap(\.place))
    }

    private static func calls(
        of trip: TripTimetable, _ key: RunKey, _ trips: MergedTrips
    ) -> [PlacedCall] {
        let run = trips.runs[key]
        let dayStart = ServiceClock(timeZone: trip.timeZone)
            .startSeconds(of: ServiceDate(dayNumber: key.day))
        let origin = dayStart + (key.start.map { $0 - (trip.start ?? 0) } ?? 0)
        return trip.stops.enumerated().map { position, stop in
            let (own, carried) =
                run.map { trips.state(of: $0, at: stop.sequence) } ?? (nil, CarriedDelay.unknown)
            let state = CallState(
                own, carried, scheduled: trip.leaving(position).map { $0 + origin },
                dayStart: dayStart, kind: .departure)
            return PlacedCall(
                sequence: stop.sequence, stopID: stop.stopID, place: stop.place,
                isSkipped: own?.call.status == .skipped, leaving: state.expected)
        }
    }

    /// By the number of the call, unless its stop says otherwise; else by a stop that the trip calls at once.
    private static func next(of vehicle: KeptVehicle, _ calls: [PlacedCall]) -> Int? {
        func single(_ isWanted: (PlacedCall) -> Bool) -> Int? {
            let found = calls.indices.filter { isWanted(calls[$0]) }
            return found.count == 1 ? found[0] : nil
        }
        let byStop = vehicle.stopID.flatMap { id in single { $0.stopID?.exact == id.exact } }
        guard let sequence = vehicle.stopSequence,
            let bySequence = calls.firstIndex(where: { $0.sequence == sequence })
        else { return byStop }
        guard let byStop, byStop != bySequence,
            calls[byStop].place?.exact != calls[bySequence].place?.exact
        else {
            return bySequence
        }
        return byStop
    }

    /// Whether it left the next call long ago by its times, or has long to wait at the one before.
    private static func isContradicted(
        _ calls: [PlacedCall], _ next: Int?, at measured: Date?
    ) -> Bool {
        guard let next, let measured = measured.map({ Int($0.timeIntervalSince1970) }) else {
            return false
        }
        if let leaving = calls[next].leaving, leaving + Int(oldest) < measured { return true }
        guard next > 0, let leaving = calls[next - 1].leaving else { return false }
        return leaving - Int(oldest) > measured
    }

    private static func distances(
        _ calls: [PlacedCall], from next: Int
    ) -> [(sequence: Int32, stopsAway: Int32)] {
        var distances = calls.map { (sequence: Int32(clamping: $0.sequence), stopsAway: Int32(0)) }
        for index in calls.indices.dropFirst(next + 1) {
            let isCall = !calls[index - 1].isSkipped
            distances[index].stopsAway = distances[index - 1].stopsAway + (isCall ? 1 : 0)
        }
        for index in calls.indices.prefix(next).reversed() {
            distances[index].stopsAway =
                distances[index + 1].stopsAway - (calls[index].isSkipped ? 0 : 1)
        }
        return distances
    }

    /// Calls from the next one to one of its run, without skipped ones, negative for one that is passed; nil
    /// where that cannot be trusted.
    func stopsAway(_ sequence: Int, now: Date) -> Int? {
        guard isFresh(at: now) else { return nil }
        var low = 0
        var high = distances.count
        while low < high {
            let middle = (low + high) / 2
            if distances[middle].sequence < sequence { low = middle + 1 } else { high = middle }
        }
        guard low < distances.count, distances[low].sequence == sequence else { return nil }
        return Int(distances[low].stopsAway)
    }

    /// Whether the position tells about the way from call to call.
    func isFresh(at now: Date) -> Bool {
        position.at.map { now.timeIntervalSince($0) <= Self.oldest } ?? false
    }

    /// The vehicle with the call that its place on the path tells.
    func byPath(_ call: LiveVehicle.NextCall?) -> LiveVehicle {
        var position = position
        position.nextCall = call
        return position
    }
}
