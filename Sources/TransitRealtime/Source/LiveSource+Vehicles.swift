import TransitBundle
import TransitModel

extension LiveSource {
    func vehicles(matching filter: VehicleFilter) async throws -> [LiveVehicle] {
        var found: [LiveVehicle] = []
        var paths = KnownPaths(source: source)
        for vehicle in live.vehicles.vehicles where filter.admits(vehicle.position) {
            try Task.checkCancellation()
            found.append(
                vehicle.needsPath
                    ? vehicle.byPath(try await paths.call(near: vehicle)) : vehicle.position)
        }
        return found
    }
}

private struct KnownPaths {
    let source: any TransitSource
    private var known = KnownPlaces()
    private var ofTrips: [TripID: (path: PathIndex, ends: [Call])] = [:]

    init(source: any TransitSource) {
        self.source = source
    }

    mutating func call(near vehicle: PlacedVehicle) async throws -> LiveVehicle.NextCall? {
        guard let run = vehicle.key, let place = vehicle.position.coordinate else { return nil }
        let (path, ends) = try await path(ofTrip: run.tripID)
        // Messages are refused for their steps, readers' questions are not.
        let nearest = try path.nearest(to: place, counting: MatchEffort(limit: .max))
        return nearest.map { ends[$0.leg] }.map {
            LiveVehicle.NextCall(stopSequence: $0.stopSequence, stopID: $0.stopID, isByPlace: true)
        }
    }

    /// The trip and its shape are read once, not for each way.
    private mutating func path(
        ofTrip id: TripID
    ) async throws -> (path: PathIndex, ends: [Call]) {
        if let known = ofTrips[id] { return known }
        var (legs, ends): ([[Coordinate]], [Call]) = ([], [])
        if let trip = try await known.trip(id.text, in: source) {
            let calls = try await source.calls(of: trip)
            var path = TripPath(calls, along: try await source.shape(of: trip))
            let placed = calls.indices.filter { calls[$0].stop?.coordinate != nil }
            for (call, next) in zip(placed, placed.dropFirst()) {
                legs.append(path.coordinates(from: call, to: next))
                ends.append(calls[next])
            }
        }
        let made = (path: PathIndex(legs), ends: ends)
        ofTrips[id] = made
        return made
    }
}
