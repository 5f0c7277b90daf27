import FeedCompiling
import GTFSSchedule

/// Finding stops by their ids.
extension LoadedFeed {
    /// The index in ``stops`` of the first row with the id; nil when there is none.
    func stopIndex(_ id: StopID?) -> Int? {
        guard let id, let number = stopIDs.find(id.text), number < stopRows.count,
            stopRows[number] >= 0
        else { return nil }
        return Int(stopRows[number])
    }

    /// The first row of `stops.txt` with the id; nil when there is none.
    func stop(_ id: StopID?) -> Stop? { stopIndex(id).map { stops[$0] } }

    /// The station that a stop is or belongs to, directly or through a platform; nil when there is
    /// none within three steps, for parents may run in a circle.
    func stationIndex(_ id: StopID?) -> Int? {
        var next = id
        for _ in 0..<3 {
            guard let index = stopIndex(next) else { return nil }
            if stops[index].kind == .station { return index }
            next = stops[index].parentStation
        }
        return nil
    }

    /// The index in ``routes`` of the first row with the id; nil when there is none.
    func routeIndex(_ id: RouteID?) -> Int? {
        guard let id, let number = routeIDs.find(id.text), number < routeRows.count,
            routeRows[number] >= 0
        else { return nil }
        return Int(routeRows[number])
    }

    /// The trip with the id, whether `trips.txt` has it or only `stop_times.txt`.
    func tripIndex(_ id: TripID?) -> Int? { id.flatMap { trips.ids.find($0.text) } }
}

extension Stop {
    /// The location type, which is a stop when blank.
    var kind: LocationType { locationType ?? .stop }
}
