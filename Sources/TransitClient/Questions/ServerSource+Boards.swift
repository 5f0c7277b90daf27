import Foundation
import TransitAPI
import TransitModel

extension ServerSource {
    func events(
        _ kind: StopEvent.Kind, at stops: [Stop], from start: Date, for duration: TimeInterval,
        matching filter: BoardFilter
    ) async throws -> [StopEvent] {
        try await board(kind, of: stops, matching: filter) { board in
            try await board.window(from: start, for: duration)
        }
    }

    func nextEvents(
        _ kind: StopEvent.Kind, at stops: [Stop], from start: Date, count: Int,
        matching filter: BoardFilter
    ) async throws -> [StopEvent] {
        try await board(kind, of: stops, matching: filter) { board in
            try await board.next(count, from: start)
        }
    }

    /// The combined board of some stops: each place once, even if both a station and its platforms
    /// were requested.
    private func board(
        _ kind: StopEvent.Kind, of stops: [Stop], matching filter: BoardFilter,
        _ question: (BoardSearch) async throws -> [StopEvent]
    ) async throws -> [StopEvent] {
        try await asking { conversation in
            guard !stops.isEmpty, filter.routeIDs != [], filter.types != [] else { return [] }
            var events: [StopEvent] = []
            var known: Set<Int64> = []
            for some in Conversation.batches(stops) {
                let found = try await BoardSearch.events(
                    kind, of: some, matching: filter, in: conversation, question)
                let new = found.filter { !known.contains($0.stop.sid) }
                known.formUnion(found.map(\.stop.sid))
                events += new
            }
            if stops.count > 100 { events.sort(by: StopEvent.isInOrder) }
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
