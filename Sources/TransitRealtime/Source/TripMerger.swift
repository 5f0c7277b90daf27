import Foundation
import TransitModel

struct TripMerger {
    let source: any TransitSource

    func applied(
        _ trips: MergedTrips, to calls: [TimedCall], of trip: Trip, on date: ServiceDate,
        _ startTime: ServiceTime?
    ) async throws -> [TimedCall] {
        let isRepeated = calls.first?.scheduled.isTemplate ?? false
        let key = RunKey(
            trip.tripID, day: date.dayNumber, start: isRepeated ? startTime?.seconds : nil)
        let run = trips.runs[key]
        var known = KnownPlaces()
        var clock = OffsetMemory()
        var calls = calls
        for index in calls.indices {
            let call = calls[index]
            switch run?.course {
            case .deleted, .replaced: continue
            case .canceled:
                calls[index].realtime = CallRealtime(.canceled)
                continue
            case .running, .finished, nil: break
            }
            if let replaced = trips.modified.status(of: key, at: call.scheduled.stopSequence) {
                calls[index].realtime = CallRealtime(
                    replaced, vehicle: run.flatMap(trips.vehicle))
                continue
            }
            guard let run else { continue }
            let (own, carried) = trips.state(of: run, at: call.scheduled.stopSequence)
            func state(_ kind: StopEvent.Kind, _ scheduled: LocalInstant?) -> CallState {
                CallState(
                    own, carried, scheduled: scheduled?.seconds, dayStart: run.dayStart, kind: kind)
            }
            func instant(_ seconds: Int?) -> LocalInstant? {
                seconds.map { clock.instant($0, in: call.timeZone) }
            }
            let arrival = state(.arrival, call.arrival)
            let departure = state(.departure, call.departure)
            // A call without boarding may still be one to alight.
            let isLast = index == calls.count - 1
            let status =
                isLast || departure.status == .skipped ? arrival.status : departure.status
            var news = trips.news(
                status, own, of: run, headsign: call.scheduled.headsign ?? trip.tripHeadsign)
            news.set(
                arrival: instant(arrival.expected), departure: instant(departure.expected),
                scheduledArrival: call.arrival, scheduledDeparture: call.departure)
            news.uncertaintySeconds = departure.uncertainty ?? arrival.uncertainty
            try await known.tellPlatform(in: &news, at: call.scheduled.stop, in: source)
            calls[index].realtime = news
        }
        return calls
    }

    func calls(of run: ListedRun) async throws -> [TimedCall] {
        var known = KnownPlaces()
        var clock = OffsetMemory()
        var calls: [TimedCall] = []
        var zone: TimeZone?
        for listed in run.calls where zone == nil {
            if let stop = try await known.stop(listed.stopID, in: source) {
                zone = try await source.timeZone(at: stop)
            }
        }
        for listed in run.calls {
            let stop = try await known.stop(listed.stopID, in: source)
            // Clocks at a stop that the feed does not know are those of the stop before it.
            if let stop { zone = try await source.timeZone(at: stop) }
            func instant(_ seconds: Int?) -> LocalInstant? {
                seconds.map { clock.instant($0, in: zone ?? .gmt) }
            }
            // A call without boarding may still be one to alight.
            let status =
                !listed.hasDeparture || listed.departureStatus == .skipped
                ? listed.arrivalStatus : listed.departureStatus
            var news = CallRealtime(
                status, isScheduled: run.isScheduled(listed), vehicle: run.vehicle)
            news.set(
                arrival: instant(listed.arrival), departure: instant(listed.departure),
                scheduledArrival: instant(listed.scheduledArrival),
                scheduledDeparture: instant(listed.scheduledDeparture))
            news.uncertaintySeconds = listed.departureUncertainty ?? listed.arrivalUncertainty
            news.occupancyStatus = MergedTrips.occupancy(listed.occupancy)
            news.stopID = listed.platform.first
            try await known.tellPlatform(in: &news, at: stop, in: source)
            calls.append(
                TimedCall(
                    scheduled: Call(
                        stop: stop, stopID: listed.stopID, stopSequence: listed.sequence,
                        pickup: listed.use(.departure), dropOff: listed.use(.arrival),
                        headsign: try await known.headsign(of: listed, on: run, in: source)),
                    arrival: instant(listed.scheduledArrival ?? listed.arrival),
                    departure: instant(listed.scheduledDeparture ?? listed.departure),
                    timeZone: zone ?? .gmt, realtime: news))
        }
        return calls
    }
}

extension CallRealtime {
    /// The delay is that of the departure, else of the arrival.
    fileprivate mutating func set(
        arrival: LocalInstant?, departure: LocalInstant?, scheduledArrival: LocalInstant?,
        scheduledDeparture: LocalInstant?
    ) {
        self.arrival = arrival
        self.departure = departure
        let pairs = [(departure, scheduledDeparture), (arrival, scheduledArrival)]
        for (expected, scheduled) in pairs {
            guard let expected, let scheduled else { continue }
            delaySeconds = expected.seconds - scheduled.seconds
            break
        }
    }
}
