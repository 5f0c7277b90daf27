import BundleCodec
import Foundation
import TransitBundle
import TransitModel

struct RunCalls {
    let calls: [Call]
    private var bySequence: [Int: Int] = [:]
    /// -1 where the run calls again.
    private let byStop: [StopID: Int]
    private let byStation: [StopID: Int]
    let stops: RunStops

    struct Call {
        let sequence: Int
        let stopID: String?
        let place: String?
        /// The place of another platform in use.
        let platform: String?
        let isSkipped: Bool
        /// In seconds since 1970.
        let leaving: Int?
    }

    private init(_ calls: [Call]) {
        self.calls = calls
        stops = RunStops(calls)
        for (index, call) in calls.enumerated() {
            // Of a skipped call and the one in its place that one.
            if bySequence[call.sequence].map({ calls[$0].isSkipped }) ?? true {
                bySequence[call.sequence] = index
            }
        }
        func only(_ id: (Call) -> String?) -> [StopID: Int] {
            let ids = calls.indices.compactMap { index in
                id(calls[index]).map { (StopID($0), index) }
            }
            return Dictionary(ids) { _, _ in -1 }
        }
        byStop = only(\.stopID)
        byStation = only(\.place)
    }

    init(_ run: ListedRun) {
        self.init(
            run.calls.map { call in
                Call(
                    sequence: call.sequence, stopID: call.stopID, place: call.places.last,
                    platform: call.placesOfPlatform.last, isSkipped: call.isSkipped,
                    leaving: call.departure.expected ?? call.arrival.expected)
            })
    }

    init(
        _ trip: TripTimetable, _ key: RunKey, in trips: MergedTrips, _ places: PlaceLookup
    ) throws {
        let run = trips.runs[key]
        let merger = CallMerger(trip, key, isTimeOnly: false, places: places)
        self.init(
            try trip.stops.enumerated().map { position, stop in
                let (own, carried) =
                    run.map { trips.state(of: $0, at: stop.sequence) }
                    ?? (nil, CarriedDelay.unknown)
                return Call(
                    sequence: stop.sequence, stopID: stop.stopID, place: stop.place,
                    platform: try own?.extra.platform.flatMap(places.place),
                    isSkipped: own?.status == .skipped
                        || trips.modified.status(of: key, at: stop.sequence) == .skipped,
                    leaving: merger.state(.departure, at: position, own, carried).expected)
            })
    }

    var isEmpty: Bool { calls.isEmpty }

    subscript(index: Int) -> Call { calls[index] }

    enum Next {
        case call(Int)
        /// One of several calls at the stop that the vehicle names.
        case oneOfSeveral
        case unknown

        var index: Int? {
            if case .call(let index) = self { index } else { nil }
        }
    }

    /// The next call by its number, unless its stop says otherwise; else by a stop or, if the trip
    /// calls at another platform, a station at which it calls once.
    func next(of vehicle: KeptVehicle, _ places: PlaceLookup) throws -> Next {
        let atStop = try vehicle.stopID.flatMap { id in
            try self.byStop[StopID(id)]
                ?? places.station(ofStop: id).flatMap { byStation[$0] }
        }
        let byStop = atStop.flatMap { $0 < 0 ? nil : $0 }
        guard let sequence = vehicle.stopSequence, let bySequence = bySequence[sequence] else {
            return byStop.map { .call($0) } ?? (atStop == nil ? .unknown : .oneOfSeveral)
        }
        guard let byStop, byStop != bySequence,
            calls[byStop].place?.exact != calls[bySequence].place?.exact
        else { return .call(bySequence) }
        return .call(byStop)
    }

    /// By the times, the vehicle left its next call long ago, or has long to wait at the previous
    /// one.
    func contradict(_ next: Int?, at measured: LocalInstant?, by seconds: Int) -> Bool {
        guard let next, let measured = measured?.seconds else { return false }
        if let leaving = calls[next].leaving, leaving + seconds < measured { return true }
        guard next > 0, let leaving = calls[next - 1].leaving else { return false }
        return leaving - seconds > measured
    }
}

final class RunStops: Sendable {
    private let sequences: [Int32]
    private let before: [Int32]

    fileprivate init(_ calls: [RunCalls.Call]) {
        sequences = calls.map { Int32(clamping: $0.sequence) }
        var count = Int32(0)
        before = calls.map { call in
            defer { if !call.isSkipped { count += 1 } }
            return count
        }
    }

    /// Negative for a call that has been passed; nil where no call has the number.
    func count(from next: Int, to sequence: Int) -> Int? {
        let index = sequences.indices.bisected { sequences[$0] >= sequence }
        guard index < sequences.count, sequences[index] == sequence else { return nil }
        return Int(before[index]) - Int(before[next])
    }
}
