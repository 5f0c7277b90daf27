public import Foundation

extension TransitSource {
    /// Returns the departures from some stops, or from any platform of them, in a window of time.
    ///
    /// - Parameters:
    ///   - stops: stops, platforms or stations.
    ///   - start: the window's first instant.
    ///   - duration: the window's length in seconds; its end is excluded.
    ///   - filter: selects the departures.
    /// - Returns: departures sorted by time, trip and position in the trip.
    public func departures(
        from stops: [Stop], at start: Date = Date(), for duration: TimeInterval = 3600,
        matching filter: BoardFilter = .all
    ) async throws -> [StopEvent] {
        try await events(.departure, at: stops, from: start, .window(duration), matching: filter)
    }

    /// Returns the departures from a stop, or from any platform of a station, in a window of time.
    ///
    /// Lists trips that run on their service day, including exceptions, trips after midnight and
    /// repeated trips (`frequencies.txt`). The last stop of a trip is not a departure; nor is a
    /// stop where riders cannot board.
    ///
    /// ```swift
    /// let cafe = try await source.stop(id: "CO")
    /// let window = try await source.departures(from: cafe, at: now, for: 2 * 3600)
    /// let headsigns = window.compactMap(\.headsign)  // ["Quayside", "South Beach", "South Beach"]
    /// ```
    public func departures(
        from stop: Stop, at start: Date = Date(), for duration: TimeInterval = 3600,
        matching filter: BoardFilter = .all
    ) async throws -> [StopEvent] {
        try await departures(from: [stop], at: start, for: duration, matching: filter)
    }

    /// Returns the first departures from some stops from an instant on, looking a week ahead: seven
    /// times 24 hours, excluding the last instant.
    public func nextDepartures(
        from stops: [Stop], at start: Date = Date(), count: Int = 10,
        matching filter: BoardFilter = .all
    ) async throws -> [StopEvent] {
        try await events(.departure, at: stops, from: start, .next(count), matching: filter)
    }

    /// Returns the first departures from a stop or station from an instant on, looking a week
    /// ahead.
    ///
    /// ```swift
    /// let platform = try await source.stop(id: "CJ_P1")
    /// let next = try await source.nextDepartures(from: platform, at: now, count: 1)
    /// let lines = next.map { "\($0.route?.name ?? "?") \($0.headsign ?? "")" }
    /// // ["T1 North Shelf via Quayside"]
    /// ```
    public func nextDepartures(
        from stop: Stop, at start: Date = Date(), count: Int = 10,
        matching filter: BoardFilter = .all
    ) async throws -> [StopEvent] {
        try await nextDepartures(from: [stop], at: start, count: count, matching: filter)
    }

    /// Returns the arrivals at some stops, or at any platform of them, in a window of time. The
    /// first stop of a trip is not an arrival; nor is a stop where riders cannot alight.
    public func arrivals(
        at stops: [Stop], from start: Date = Date(), for duration: TimeInterval = 3600,
        matching filter: BoardFilter = .all
    ) async throws -> [StopEvent] {
        try await events(.arrival, at: stops, from: start, .window(duration), matching: filter)
    }

    /// Returns the arrivals at a stop, or at any platform of a station, in a window of time.
    public func arrivals(
        at stop: Stop, from start: Date = Date(), for duration: TimeInterval = 3600,
        matching filter: BoardFilter = .all
    ) async throws -> [StopEvent] {
        try await arrivals(at: [stop], from: start, for: duration, matching: filter)
    }

    /// Returns the first arrivals at some stops from an instant on, looking a week ahead.
    public func nextArrivals(
        at stops: [Stop], from start: Date = Date(), count: Int = 10,
        matching filter: BoardFilter = .all
    ) async throws -> [StopEvent] {
        try await events(.arrival, at: stops, from: start, .next(count), matching: filter)
    }

    /// Returns the first arrivals at a stop or station from an instant on, looking a week ahead.
    public func nextArrivals(
        at stop: Stop, from start: Date = Date(), count: Int = 10,
        matching filter: BoardFilter = .all
    ) async throws -> [StopEvent] {
        try await nextArrivals(at: [stop], from: start, count: count, matching: filter)
    }

    /// Returns the departures from each of some stops in a window of time, in the order of the
    /// stops.
    ///
    /// ```swift
    /// let stops = [try await source.stop(id: "QUAY"), try await source.stop(id: "CJ")]
    /// let boards = try await source.boards(of: stops, at: now, for: 1800)
    /// let counts = boards.map { "\($0.stop.stopName): \($0.events.count)" }
    /// // ["Quayside: 17", "Central Junction: 4"]
    /// ```
    public func boards(
        of stops: [Stop], at start: Date = Date(), for duration: TimeInterval = 3600,
        matching filter: BoardFilter = .all
    ) async throws -> [Board] {
        try await answering { source in
            var boards: [Board] = []
            for stop in stops {
                boards.append(
                    try await source.board(
                        BoardQuestion(at: stop, from: start, .window(duration), matching: filter)))
            }
            return boards
        }.value
    }

    /// Returns the departures from a stop, or from any platform of a station, on a day.
    ///
    /// ```swift
    /// let stop = try await source.stop(id: "FH")
    /// let night = try await source.departures(from: stop, on: .serviceDay(newYearsEve))
    /// let times = night.map(\.time.description)
    /// ```
    public func departures(
        from stop: Stop, on day: BoardDay, matching filter: BoardFilter = .all
    ) async throws -> [StopEvent] {
        try await events(.departure, at: stop, on: day, matching: filter)
    }

    /// Returns the arrivals at a stop, or at any platform of a station, on a day.
    public func arrivals(
        at stop: Stop, on day: BoardDay, matching filter: BoardFilter = .all
    ) async throws -> [StopEvent] {
        try await events(.arrival, at: stop, on: day, matching: filter)
    }

    private func events(
        _ kind: StopEvent.Kind, at stop: Stop, on day: BoardDay, matching filter: BoardFilter
    ) async throws -> [StopEvent] {
        try await answering { source in
            let clock = ServiceClock(timeZone: try await source.timeZone(at: stop))
            let window = day.window(clock)
            let found = try await source.events(
                kind, at: [stop], from: window.start, .window(window.duration), matching: filter)
            guard case .serviceDay(let date) = day else { return found }
            return found.filter { $0.serviceDate == date }
        }.value
    }

    private func events(
        _ kind: StopEvent.Kind, at stops: [Stop], from start: Date, _ extent: BoardQuestion.Extent,
        matching filter: BoardFilter
    ) async throws -> [StopEvent] {
        guard let stop = stops.first else { return [] }
        return try await board(
            BoardQuestion(
                kind, at: stop, with: Array(stops.dropFirst()), from: start, extent,
                matching: filter, eventsOnly: true)
        ).events
    }
}
