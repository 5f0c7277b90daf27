public import Foundation
public import TransitModel

/// The questions that any source answers. Those with further parameters are in the files of their
/// subject.
extension TransitBundle: TransitSource {
    public func departures(
        from stops: [Stop], at start: Date, for duration: TimeInterval, matching filter: BoardFilter
    ) async throws -> [Departure] {
        try await board(.departures, of: stops, matching: filter) { board in
            let from = start.timeIntervalSince1970
            return try board.run(from: from, to: from + duration)
        }
    }

    public func nextDepartures(
        from stops: [Stop], at start: Date, count: Int, matching filter: BoardFilter
    ) async throws -> [Departure] {
        try await board(.departures, of: stops, matching: filter) { board in
            try board.next(count, from: start.timeIntervalSince1970)
        }
    }

    public func arrivals(
        at stops: [Stop], from start: Date = Date(), for duration: TimeInterval = 3600,
        matching filter: BoardFilter = .all
    ) async throws -> [Arrival] {
        try await board(.arrivals, of: stops, matching: filter) { board in
            let from = start.timeIntervalSince1970
            return try board.run(from: from, to: from + duration).map(Arrival.init)
        }
    }

    public func nextArrivals(
        at stops: [Stop], from start: Date = Date(), count: Int = 10,
        matching filter: BoardFilter = .all
    ) async throws -> [Arrival] {
        try await board(.arrivals, of: stops, matching: filter) { board in
            try board.next(count, from: start.timeIntervalSince1970).map(Arrival.init)
        }
    }

    /// Asks about the departures or arrivals of some stops and all places below them.
    private func board<Value: Sendable>(
        _ event: BoardEvent, of stops: [Stop], matching filter: BoardFilter,
        _ question: @escaping @Sendable (inout DepartureSearch) throws -> Value
    ) async throws -> Value {
        let facts = facts
        return try await self.question { db in
            var seen: Set<Int64> = []
            let places = try stops.flatMap { try StationPlaces.below($0, facts: facts, in: db) }
                .filter { seen.insert($0.sid).inserted }
            var search = DepartureSearch(db, facts, stops: places, event: event, filter: filter)
            return try question(&search)
        }
    }

    public func speaking(_ language: String) async throws -> any TransitSource {
        let translations = try await translations(for: language)
        return translations.isEmpty ? self : TranslatedBundle(self, translations)
    }

    public func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        Answer(try await questions(self), from: .bundle(version: facts.version))
    }

    /// Ends at once: a bundle never changes.
    public func changes() -> AsyncStream<Void> {
        AsyncStream { $0.finish() }
    }
}

extension Arrival {
    /// An arrival from the result of a search, which has the form of a departure.
    fileprivate init(_ found: Departure) {
        self.init(
            tripID: found.tripID, routeID: found.routeID, route: found.route, stop: found.stop,
            stopSequence: found.stopSequence, serviceDate: found.serviceDate,
            arrival: found.departure, timeZone: found.timeZone, timeZoneName: found.timeZoneName,
            isStopTimeZoneAssumed: found.isStopTimeZoneAssumed,
            isTimeZoneAssumed: found.isTimeZoneAssumed, headsign: found.headsign,
            isInterpolated: found.isInterpolated, dropOff: found.pickup,
            tripShortName: found.tripShortName, directionID: found.directionID,
            blockID: found.blockID, wheelchairAccessible: found.wheelchairAccessible,
            bikesAllowed: found.bikesAllowed, startTime: found.startTime,
            headwaySecs: found.headwaySecs, exactTimes: found.exactTimes)
    }
}
