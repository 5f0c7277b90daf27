package import TransitModel

extension TransitBundle {
    /// Where one can go from a stop, or from any platform of a station, without changing: the
    /// nearest by calls first, then by name.
    ///
    /// - Parameter asStations: whether stations represent their platforms.
    package func destinations(
        from stop: Stop, asStations: Bool
    ) async throws -> [Destination] {
        let facts = facts
        return try await question { db in
            try facts.destinations.value(for: .init(sid: stop.sid, asStations: asStations)) {
                try DestinationSearch(db: db, facts: facts).destinations(
                    from: stop, asStations: asStations)
            }
        }
    }
}

/// A stop that some trip reaches.
package struct Destination: Hashable, Sendable {
    /// The stop, or the station that represents it.
    package let sid: Int64
    /// The routes of the trips that go there.
    package var rids: Set<Int64> = []
    /// The number of trips that go there, on whatever days; one of `frequencies.txt` counts once.
    package var trips = 0
    /// The least number of calls between boarding and alighting.
    package var callsBetween = Int.max
}
