import TransitAPI
import TransitModel

extension ServerSource {
    /// The combined board of some stops: each place once, even if both a station and its platforms
    /// were requested.
    func board(_ question: BoardQuestion) async throws -> Board {
        try await asking { conversation in
            var board = Board(question)
            var alerts: [ServiceAlert]?
            if question.filter.routeIDs != [], question.filter.types != [] {
                var known: Set<Int64> = []
                for stops in Conversation.batches(question.stops) {
                    var part = question
                    part.stops = stops
                    let found = try await BoardSearch.find(part, in: conversation)
                    board.events += found.events.filter { !known.contains($0.stop.sid) }
                    known.formUnion(found.events.map(\.stop.sid))
                    board.timeZoneName = board.timeZoneName ?? found.timeZoneName
                    alerts = stops.count == question.stops.count ? found.alerts : nil
                }
            }
            if question.stops.count > 100 { board.events.sort(by: StopEvent.isInOrder) }
            if !question.eventsOnly {
                board.alerts =
                    if let alerts { alerts } else {
                        try await self.alerts(of: board, question, in: conversation)
                    }
            }
            guard language == nil else { return board }
            // A bundle, too, answers with the stops in the question.
            let asked = Dictionary(question.stops.map { ($0.sid, $0) }) { first, _ in first }
            for index in board.events.indices {
                board.events[index].stop =
                    asked[board.events[index].stop.sid] ?? board.events[index].stop
            }
            return board
        }
    }

    private func alerts(
        of board: Board, _ question: BoardQuestion, in conversation: Conversation
    ) async throws -> [ServiceAlert] {
        let found = try await conversation.alerts(
            on: board.events, of: question.stops, at: question.start)
        guard !found.isEmpty else { return [] }
        var source = self
        source.session = conversation.session
        let zone =
            if let zone = board.timeZoneName.flatMap(NamedTimeZone.init) { zone.timeZone } else {
                try await source.timeZone(at: question.stop)
            }
        return found.map { $0.converted(to: zone) }
    }
}
