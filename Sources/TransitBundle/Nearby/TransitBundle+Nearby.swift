import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Returns the stops around a place, the nearest first, even across the antimeridian and at the
    /// poles.
    ///
    /// ```swift
    /// let opera = Coordinate(latitude: -33.8568, longitude: 151.2153)
    /// let near = try await bundle.stops(near: opera, radius: 700)
    /// let ids = near.map(\.stop.stopID)  // ["QUAY_W4", "QUAY", "QUAY_P2", "QUAY_P1"]
    /// ```
    ///
    /// - Parameters:
    ///   - place: the place; nothing is found around coordinates that are not on Earth.
    ///   - radius: the radius in meters.
    ///   - limit: the maximum number of stops.
    ///   - kinds: the kinds of stops, by default stops with platforms, and stations; request others
    ///     here, such as entrances.
    public func stops(
        near place: Coordinate, radius: Double, limit: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop] {
        let places = stopPlaces
        let known = facts.stops
        return try await question { db in
            try NearbySearch(db, around: place, kinds: kinds, places: places, known: known)?
                .stops(withinMeters: radius, limit: limit) ?? []
        }
    }

    package func stopCount(
        near place: Coordinate, radius: Double, kinds: Set<LocationType>
    ) async throws -> Int {
        let places = stopPlaces
        let known = facts.stops
        return try await question { db in
            try NearbySearch(db, around: place, kinds: kinds, places: places, known: known)?
                .hits(withinMeters: radius).count ?? 0
        }
    }

    package func stopCount(in box: BoundingBox, kinds: Set<LocationType>) async throws -> Int {
        try await question { db in
            try NearbySearch.sids(in: box, limit: .max, kinds: kinds, db).count
        }
    }

    /// Returns the stops nearest to a place, however far away they are.
    public func stops(
        near place: Coordinate, count: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop] {
        let places = stopPlaces
        let known = facts.stops
        return try await question { db in
            try NearbySearch(db, around: place, kinds: kinds, places: places, known: known)?
                .stops(count: count) ?? []
        }
    }
}

extension TransitBundle {
    /// Returns the places nearest to a place; a station represents its platforms, entrances and
    /// boarding areas, at the distance of the nearest of them.
    ///
    /// ```swift
    /// let opera = Coordinate(latitude: -33.8568, longitude: 151.2153)
    /// let near = try await bundle.stations(near: opera, count: 2)
    /// let lines = near.map { "\($0.stop.stopName): \(Int($0.distanceMeters)) m" }
    /// // ["Quayside: 579 m", "Quayside, Stand C: 724 m"]
    /// ```
    public func stations(near place: Coordinate, count: Int) async throws -> [NearbyStop] {
        let places = stopPlaces
        let known = facts.stops
        return try await question { db in
            guard count > 0,
                let search = NearbySearch(
                    db, around: place, kinds: [.stop, .station], places: places, known: known)
            else { return [] }
            var wanted = count
            while true {
                let stops = try search.stops(count: wanted)
                let merged = try Self.stations(of: stops, known: known, db)
                if merged.count >= count || stops.count < wanted {
                    return Array(merged.prefix(count))
                }
                // These are platforms of few stations: search farther.
                wanted = wanted > 1_000_000 ? .max : wanted * 4
            }
        }
    }

    /// A station has the distance of its nearest platform.
    private static func stations(
        of stops: [NearbyStop], known: BoundedCache<Int64, Stop>, _ db: Database
    ) throws -> [NearbyStop] {
        var seen: Set<Int64> = []
        var merged: [NearbyStop] = []
        for found in stops {
            var place = found
            if let parent = try StopLookup(db: db).parent(of: found.stop) { place.stop = parent }
            if seen.insert(place.stop.sid).inserted { merged.append(place) }
        }
        return merged
    }

    /// Returns the stops in a part of the map, sorted by key.
    ///
    /// - Parameters:
    ///   - box: the part of the map.
    ///   - limit: the maximum number of stops; a map that needs more is zoomed out too far to show
    ///     stops.
    ///   - kinds: the kinds of stops, by default stops with platforms, and stations; request others
    ///     here, such as entrances.
    public func stops(
        in box: BoundingBox, limit: Int, kinds: Set<LocationType>
    ) async throws -> [Stop] {
        let known = facts.stops
        return try await question { db in
            let sids = try NearbySearch.sids(in: box, limit: limit, kinds: kinds, db)
            return try StopLookup(db: db).stops(sids, known: known)
        }
    }
}
