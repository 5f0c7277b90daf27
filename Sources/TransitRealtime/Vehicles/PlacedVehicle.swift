import Foundation
import GTFSRealtime
import TransitBundle
import TransitModel

struct PlacedVehicle: Sendable {
    private(set) var position: LiveVehicle
    let key: RunKey?
    let source: String
    var needsPath: Bool {
        key != nil && position.nextCall?.stopSequence == nil && position.coordinate != nil
    }
    /// Nil where they are not known, or where the order of the calls cannot be trusted.
    private let stops: RunStops?
    private let next: Int

    /// `named` is the vehicle according to the update of the run.
    init(
        _ vehicle: KeptVehicle, on run: VehicleIndex.Run?, _ calls: RunCalls?,
        named: CallRealtime.Vehicle?, places: PlaceLookup
    ) throws {
        position = vehicle.position
        source = vehicle.update.source
        position.vehicle = position.vehicle.map { $0.completed(by: named) } ?? named
        key = run?.key
        switch run {
        case .timetable(let trip, _):
            position.tripID = trip.tripID
            position.routeID = trip.routeID
            position.directionID = trip.directionID
        case .listed(let run, _):
            position.routeID = run.routeID
            position.directionID = run.directionID
        case nil: break
        }
        if let key {
            position.serviceDate = ServiceDate(dayNumber: key.day)
            position.startTime = key.start.map(ServiceTime.init(seconds:))
        }
        let found = try calls?.next(of: vehicle, places) ?? .unknown
        let next = found.index
        let status = vehicle.status.description
        if let calls, let next {
            position.nextCall = .init(
                stopSequence: calls[next].sequence, stopID: calls[next].stopID, status: status)
        } else if case .oneOfSeveral = found {
            position.nextCall = .init(stopSequence: nil, stopID: vehicle.stopID, status: status)
        } else if calls?.isEmpty ?? true, vehicle.stopSequence != nil || vehicle.stopID != nil {
            position.nextCall = .init(
                stopSequence: vehicle.stopSequence, stopID: vehicle.stopID, status: status)
        }
        let at = position.at
        let isTrusted =
            calls.map { !$0.contradict(next, at: at, by: RealtimeLimits.positionAge) } ?? true
        stops = isTrusted && next != nil ? calls?.stops : nil
        self.next = next ?? 0
    }

    /// Marks what the row of each call shows about the vehicle. An added run may have the key of one
    /// of the timetable, whose rows count other calls before the vehicle's: then each call marks all.
    func mark(_ calls: RunCalls, in marks: inout PlaceMarks, now: Date, isListed: Bool) {
        var ofRun = Hasher()
        ofRun.combine(key)
        ofRun.combine(position.vehicle)
        for call in calls.calls {
            var hasher = ofRun
            let away = stopsAway(call.sequence, now: now)
            hasher.combine(away)
            if isListed || away == 0 { hasher.combine(isStopped) }
            if isListed || away ?? -1 >= 0 { hasher.combine(position.occupancyStatus) }
            let hash = hasher.finalize()
            for case let place? in [call.place, call.platform] { marks.add(hash, at: place) }
        }
    }

    /// Skipped ones do not count; negative for a call that the vehicle has passed; nil where that
    /// cannot be trusted.
    func stopsAway(_ sequence: Int, now: Date) -> Int? {
        isFresh(at: now) ? stops?.count(from: next, to: sequence) : nil
    }

    var isStopped: Bool {
        position.nextCall?.status == VehiclePosition.VehicleStopStatus.stoppedAt.description
    }

    func isFresh(at now: Date) -> Bool {
        position.at.map {
            now.timeIntervalSince($0.date) <= TimeInterval(RealtimeLimits.positionAge)
        } ?? false
    }

    /// The stop that the message names counts more than the path, which tells only which of the
    /// calls there it is.
    func byPath(_ call: LiveVehicle.NextCall?) -> LiveVehicle {
        var position = position
        guard let named = position.nextCall else {
            position.nextCall = call
            return position
        }
        guard var call, call.stopID?.exact == named.stopID?.exact else { return position }
        call.status = named.status
        position.nextCall = call
        return position
    }
}
