public import GTFSSchedule

extension TransitBundle {
    /// The stops around a place, the nearest first; across the antimeridian and at the poles too.
    ///
    /// - Parameters:
    ///   - place: anything that is no place on Earth has no stops around it.
    ///   - radius: metres.
    ///   - limit: how many stops at most.
    ///   - kinds: stops with platforms, and stations; ask for others, such as entrances, here.
    public func stops(
        near place: Coordinate, radius: Double, limit: Int = .max,
        kinds: Set<LocationType> = [.stop, .station]
    ) async throws -> [NearbyStop] {
        let places = stopPlaces
        let known = facts.stops
        return try await read { db in
            try NearbySearch(db, around: place, kinds: kinds, places: places, known: known)?
                .stops(withinMeters: radius, limit: limit) ?? []
        }
    }

    /// The stops that are nearest to a place, however far away they are.
    public func stops(
        near place: Coordinate, count: Int, kinds: Set<LocationType> = [.stop, .station]
    ) async throws -> [NearbyStop] {
        let places = stopPlaces
        let known = facts.stops
        return try await read { db in
            try NearbySearch(db, around: place, kinds: kinds, places: places, known: known)?
                .stops(count: count) ?? []
        }
    }
}
