package import TransitModel

extension TransitSource {
    /// The `stop_id`s of the stations of some stops, or of stops without a station: the places for
    /// which live data is counted.
    package func stations(of stops: [Stop]) async throws -> Set<StopID> {
        var tops: Set<StopID> = []
        for stop in stops {
            // A boarding area is part of a platform, which is part of the station.
            if stop.kind == .boardingArea, let platform = stop.parentStation, !platform.isEmpty {
                do {
                    tops.insert(StopID(try await self.stop(id: platform).place))
                } catch TransitSourceError.notFound {
                    tops.insert(StopID(stop.place))
                }
            } else {
                tops.insert(StopID(stop.place))
            }
        }
        return tops
    }
}
