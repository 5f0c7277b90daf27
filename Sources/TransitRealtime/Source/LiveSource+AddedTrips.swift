import TransitModel

extension LiveSource {
    func calls(of trip: Trip) async throws -> [Call] {
        try await known(trip.tripID, orElse: []) { try await source.calls(of: trip) }
    }

    func headways(of trip: Trip) async throws -> [Headway] {
        try await known(trip.tripID, orElse: []) { try await source.headways(of: trip) }
    }

    func continuation(ofTrip id: String, on date: ServiceDate) async throws -> Continuation? {
        let next = try await known(id, orElse: nil) {
            try await source.continuation(ofTrip: id, on: date)
        }
        guard let next else { return nil }
        let key = RunKey(next.trip.tripID, day: date.dayNumber, start: nil)
        return live.isDeleted(key) ? nil : next
    }

    func extensions(of trip: Trip) async throws -> [ExtensionRows] {
        try await known(trip.tripID, orElse: []) { try await source.extensions(of: trip) }
    }

    private func known<Value>(
        _ id: String, orElse none: Value, _ question: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await question()
        } catch TransitSourceError.notFound(kind: "trip", let missing) {
            guard !live.listed(id).isEmpty else {
                throw TransitSourceError.notFound(kind: "trip", id: missing)
            }
            return none
        }
    }
}
