import Foundation
import TransitModel

extension LiveSource {
    /// The calls of a run of the timetable, with what is known of them.
    func told(
        _ calls: [TimedCall], of trip: Trip, on date: ServiceDate, _ startTime: ServiceTime?
    ) async throws -> [TimedCall] {
        let trips = live.trips
        let isRepeated = calls.first?.scheduled.isTemplate ?? false
        let key = RunKey(
            trip.tripID, day: date.dayNumber, start: isRepeated ? startTime?.seconds : nil)
        let run = trips.runs[key]
        var known = KnownPlaces()
        var clock = OffsetMemory()
        var calls = calls
        for index in calls.indices {
            let call = calls[index]
            let news = trips.news(
                of: key, run, at: call.scheduled.stopSequence, in: call.timeZone, on: &clock,
                CallState(
                    arrival: EventState(scheduled: call.arrival?.seconds),
                    departure: EventState(scheduled: call.departure?.seconds),
                    isEnd: index == calls.count - 1,
                    headsign: call.scheduled.headsign ?? trip.tripHeadsign))
            guard var news else { continue }
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
            func instant(of event: EventState) -> LocalInstant? {
                (event.scheduled ?? event.expected).map { clock.instant($0, in: zone ?? .gmt) }
            }
            var news = CallRealtime(run.state(of: listed), in: zone ?? .gmt, on: &clock)
            try await known.tellPlatform(in: &news, at: stop, in: source)
            calls.append(
                TimedCall(
                    scheduled: Call(
                        stop: stop, stopID: listed.stopID, stopSequence: listed.sequence,
                        pickup: listed.use(.departure), dropOff: listed.use(.arrival),
                        headsign: try await known.headsign(of: listed, on: run, in: source)),
                    arrival: instant(of: listed.arrival), departure: instant(of: listed.departure),
                    timeZone: zone ?? .gmt, realtime: news))
        }
        return calls
    }
}
