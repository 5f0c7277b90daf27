import Foundation
import TransitModel

extension MergedTrips {
    /// Returns whether the event is to be shown.
    func apply(to event: inout StopEvent, on clock: inout OffsetMemory) -> Bool {
        let key = event.runKey
        let run = runs[key]
        if let run, hides(run, event.stopSequence) { return false }
        let planned = EventState(scheduled: event.time.seconds)
        let found = news(
            of: key, run, at: event.stopSequence, in: event.timeZone, on: &clock,
            event.kind == .departure
                ? CallState(departure: planned, headsign: event.headsign)
                : CallState(arrival: planned, headsign: event.headsign))
        if let found { event.realtime = found }
        return true
    }

    private func hides(_ run: MergedRun, _ sequence: Int) -> Bool {
        switch run.course {
        case .deleted, .replaced: return true
        case .finished:
            let own = state(of: run, at: sequence).own
            return own == nil || own?.status == .quiet
        case .running, .canceled: return false
        }
    }

    /// Returns nil where nothing is known of a call. `planned` is the call as the timetable has it.
    func news(
        of key: RunKey, _ run: MergedRun?, at sequence: Int, in zone: TimeZone,
        on clock: inout OffsetMemory, _ planned: @autoclosure () -> CallState
    ) -> CallRealtime? {
        switch run?.course {
        case .deleted, .replaced: return nil
        case .canceled: return CallRealtime(.canceled)
        case .running, .finished, nil: break
        }
        if let replaced = modified.status(of: key, at: sequence) {
            return CallRealtime(replaced, vehicle: run.flatMap(vehicle))
        }
        guard let run else { return nil }
        let (own, carried) = state(of: run, at: sequence)
        func told(_ event: EventState?, _ kind: StopEvent.Kind) -> EventState? {
            event.map { EventState(own, carried, scheduled: $0.scheduled, kind) }
        }
        var call = planned()
        call.arrival = told(call.arrival, .arrival)
        call.departure = told(call.departure, .departure)
        let shown = own?.extra.headsign ?? headsign(run)
        call.headsign = shown == call.headsign ? nil : shown
        call.extra = own?.extra ?? CallExtra()
        call.occupancy = own?.occupancy ?? .max
        call.vehicle = vehicle(run)
        return CallRealtime(call, in: zone, on: &clock)
    }

    func expected(_ moved: MovedCall, _ kind: StopEvent.Kind) -> Int? {
        guard let run = runs[moved.run] else { return nil }
        let (own, carried) = state(of: run, at: moved.sequence)
        return EventState(
            own, carried, scheduled: kind == .departure ? moved.departure : moved.arrival, kind
        ).expected
    }
}
