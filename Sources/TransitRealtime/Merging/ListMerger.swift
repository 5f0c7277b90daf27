import GTFSRealtime
import TransitBundle
import TransitModel

/// Rules 20 and 21, added and replaced runs: the calls are those of the update.
struct ListMerger {
    let places: PlaceLookup

    static func stopID(_ stop: TripUpdate.StopTimeUpdate) -> String? {
        UsableValues.id(stop.stopID) ?? UsableValues.id(stop.stopTimeProperties?.assignedStopID)
    }

    static func firstTime(_ update: TripUpdate) -> Int? {
        for stop in update.stopTimeUpdates where stopID(stop) != nil {
            for event in [stop.arrival, stop.departure] {
                if let time = UsableValues.instant(event?.scheduledTime) { return time }
                if let time = UsableValues.instant(event?.time) { return time }
            }
        }
        return nil
    }

    func run(
        _ kept: KeptUpdate, _ key: RunKey, replacing template: TripTimetable? = nil
    ) throws -> (run: ListedRun, ignored: IgnoredStops) {
        var calls: [ListedRun.ListedCall] = []
        var ignored = IgnoredStops(listing: places.mostListed)
        let isReplacement = template != nil
        let own = Set(template?.stops.compactMap { $0.stopID.map { StopID($0) } } ?? [])
        for stop in kept.update.stopTimeUpdates {
            guard let id = Self.stopID(stop) else {
                ignored.add(.noStop, stop)
                continue
            }
            try places.effort.spend(MatchEffort.keptCall)
            var call = try call(
                stop, at: id, number: calls.count + 1, isReplacement: isReplacement)
            call.isElsewhere = isReplacement && !own.contains(StopID(id))
            calls.append(call)
        }
        calls.indices.first.map { calls[$0].hasArrival = false }
        calls.indices.last.map { calls[$0].hasDeparture = false }
        if !isReplacement { calls.endOfAdded.map { calls[$0].hasDeparture = false } }
        let run = try ListedRun(
            kept, key, like: template, isReplacement ? .replacement : .added, isCopy: false,
            vehicle: CallRealtime.Vehicle(kept.update.vehicle), calls: calls,
            counting: places.effort)
        return (run, ignored)
    }

    private func call(
        _ stop: TripUpdate.StopTimeUpdate, at id: String, number: Int, isReplacement: Bool
    ) throws -> ListedRun.ListedCall {
        let planned = [stop.arrival, stop.departure].map {
            Self.planned($0, isReplacement: isReplacement)
        }
        let (arrival, departure) = (planned[0] ?? planned[1], planned[1] ?? planned[0])
        let told = try ToldCall(stop, at: id, arrival: arrival, departure: departure, places)
        return try ListedRun.ListedCall(
            told, told.carried, sequence: stop.stopSequence.map(Int.init) ?? number, stopID: id,
            arrival: arrival, departure: departure, isAdded: !isReplacement, places)
    }

    /// As given or, for a replacement, computed from the delay.
    private static func planned(
        _ event: TripUpdate.StopTimeEvent?, isReplacement: Bool
    ) -> Int? {
        if let time = UsableValues.instant(event?.scheduledTime) { return time }
        guard isReplacement, let time = UsableValues.instant(event?.time),
            let delay = UsableValues.delay(event?.delay)
        else { return nil }
        return time - delay
    }
}
