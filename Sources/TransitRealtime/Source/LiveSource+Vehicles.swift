import TransitModel

extension LiveSource {
    func vehicles(matching filter: VehicleFilter) async throws -> [LiveVehicle] {
        var found: [LiveVehicle] = []
        for vehicle in live.vehicles.vehicles where filter.admits(vehicle.position) {
            found.append(
                vehicle.needsPath
                    ? vehicle.byPath(try await callOnPath(vehicle)) : vehicle.position)
        }
        return found
    }

    /// The call at the end of the nearest part of the path between two calls.
    private func callOnPath(
        _ vehicle: PlacedVehicle
    ) async throws -> LiveVehicle.NextCall? {
        guard let run = vehicle.key,
            let trip = try await trip(of: run)
        else { return nil }
        let calls = try await source.calls(of: trip).filter { $0.stop?.coordinate != nil }
        var nearest: (meters: Double, call: Call)?
        for (call, next) in zip(calls, calls.dropFirst()) {
            let path = try await source.path(
                of: trip, from: call.stopSequence, to: next.stopSequence)
            let meters = vehicle.position.coordinate.meters(toPath: path)
            if meters < nearest?.meters ?? .infinity { nearest = (meters, next) }
        }
        return nearest.map {
            LiveVehicle.NextCall(
                stopSequence: $0.call.stopSequence, stopID: $0.call.stopID, isByPlace: true)
        }
    }

    private func trip(of run: RunKey) async throws -> Trip? {
        var known = KnownPlaces()
        return try await known.trip(run.tripID.text, in: source)
    }
}
