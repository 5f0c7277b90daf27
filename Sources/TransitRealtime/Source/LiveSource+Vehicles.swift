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
    private var ofTrips: [TripID: [(path: [Coordinate], end: Call)]] = [:]

    init(source: any TransitSource) {
        self.source = source
    }

    mutating func call(near vehicle: PlacedVehicle) async throws -> LiveVehicle.NextCall? {
        guard let run = vehicle.key, let place = vehicle.position.coordinate else { return nil }
        var nearest: (meters: Double, call: Call)?
        for (path, end) in try await paths(ofTrip: run.tripID) {
            let meters = place.meters(toPath: path)
            if meters < nearest?.meters ?? .infinity { nearest = (meters, end) }
        }
        return nearest.map {
            LiveVehicle.NextCall(
                stopSequence: $0.call.stopSequence, stopID: $0.call.stopID, isByPlace: true)
        }
    }

    private mutating func paths(
        ofTrip id: TripID
    ) async throws -> [(path: [Coordinate], end: Call)] {
        if let paths = ofTrips[id] { return paths }
        var paths: [(path: [Coordinate], end: Call)] = []
        if let trip = try await known.trip(id.text, in: source) {
            let calls = try await source.calls(of: trip).filter { $0.stop?.coordinate != nil }
            for (call, next) in zip(calls, calls.dropFirst()) {
                let path = try await source.path(
                    of: trip, from: call.stopSequence, to: next.stopSequence)
                paths.append((path, next))
            }
        }
        ofTrips[id] = paths
        return paths
    }
}
