import Foundation
import TransitAPI
import TransitModel

extension ServerSource {
    func departures(
        from stops: [Stop], at start: Date, for duration: TimeInterval, matching filter: BoardFilter
    ) async throws -> [Departure] {
        try await board(of: stops, matching: filter) { board in
            try await board.window(from: start, for: duration)
        }
    }

    func nextDepartures(
        from stops: [Stop], at start: Date, count: Int, matching filter: BoardFilter
    ) async throws -> [Departure] {
        try await board(of: stops, matching: filter) { board in
            try await board.next(count, from: start)
        }
    }

    func arrivals(
        at stops: [Stop], from start: Date, for duration: TimeInterval, matching filter: BoardFilter
    ) async throws -> [Arrival] {
        try await board(of: stops, matching: filter) { board in
            try await board.window(from: start, for: duration)
        }
    }

    func nextArrivals(
        at stops: [Stop], from start: Date, count: Int, matching filter: BoardFilter
    ) async throws -> [Arrival] {
        try await board(of: stops, matching: filter) { board in
            try await board.next(count, from: start)
        }
    }

    /// The combined board of some stops: each place once, even if both a station and its platforms
    /// were requested.
    private func board<Event: BoardEvent>(
        of stops: [Stop], matching filter: BoardFilter,
        _ question: (BoardSearch<Event>) async throws -> [Event]
    ) async throws -> [Event] {
        try await asking { conversation in
            guard !stops.isEmpty, filter.routeIDs != [], filter.types != [] else { return [] }
            var events: [Event] = []
            var known: Set<Int64> = []
            for some in Conversation.batches(stops) {
                let found = try await BoardSearch<Event>.events(
                    conversation, of: some, matching: filter, question)
                let new = found.filter { !known.contains($0.stop.sid) }
                known.formUnion(found.map(\.stop.sid))
                events += new
            }
            if stops.count > 100 { events = BoardSearch.sorted(events) }
            guard language == nil else { return events }
            // A bundle, too, answers with the stops in the question.
            let asked = Dictionary(stops.map { ($0.sid, $0) }) { first, _ in first }
            return events.map { event in
                var event = event
                event.stop = asked[event.stop.sid] ?? event.stop
                return event
            }
        }
    }
}
