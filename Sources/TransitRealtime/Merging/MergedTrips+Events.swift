import GTFSRealtime
import TransitModel

extension MergedTrips {
    /// Returns whether the event is to be shown.
    func apply(to event: inout StopEvent, on clock: inout OffsetMemory) -> Bool {
        let key = event.runKey
        let run = runs[key]
        switch run?.course {
        case .deleted, .replaced: return false
        case .canceled:
            event.realtime = CallRealtime(.canceled)
            return true
        case .running, .finished, nil: break
        }
        let replaced = modified.status(of: key, at: event.stopSequence)
        guard let run else {
            if let replaced { event.realtime = CallRealtime(replaced) }
            return true
        }
        let (own, carried) = state(of: run, at: event.stopSequence)
        if run.course == .finished, own == nil || own?.call.status == .quiet { return false }
        if let replaced {
            event.realtime = CallRealtime(replaced, vehicle: vehicle(run))
            return true
        }
        let scheduled = event.time.seconds
        let state = CallState(
            own, carried, scheduled: scheduled, dayStart: run.dayStart, kind: event.kind)
        var news = news(state.status, own, of: run, headsign: event.headsign)
        if let expected = state.expected {
            news.set(event.kind, clock.instant(expected, in: event.timeZone))
            news.delaySeconds = expected - scheduled
            news.uncertaintySeconds = state.uncertainty
        }
        event.realtime = news
        return true
    }

    func expected(_ moved: MovedCall, _ kind: StopEvent.Kind) -> Int? {
        guard let run = runs[moved.run] else { return nil }
        let (own, carried) = state(of: run, at: moved.sequence)
        return CallState(
            own, carried, scheduled: kind == .departure ? moved.departure : moved.arrival,
            dayStart: run.dayStart, kind: kind
        ).expected
    }

    func news(
        _ status: CallRealtime.Status, _ own: OwnCall?, of run: MergedRun, headsign: String?
    ) -> CallRealtime {
        var news = CallRealtime(status, vehicle: vehicle(run))
        let shown = own?.extra.headsign ?? self.headsign(run)
        news.headsign = shown == headsign ? nil : shown
        guard let (call, extra) = own else { return news }
        news.stopID = extra.platform
        news.occupancyStatus = Self.occupancy(call.occupancy)
        return news
    }

    static func occupancy(_ number: UInt8) -> String? {
        number == .max
            ? nil : VehiclePosition.OccupancyStatus(rawValue: Int32(number)).word
    }
}
