import Foundation
public import TransitModel

/// The questions that any source answers. Those with further parameters are in the files of their
/// subject.
extension TransitBundle: TransitSource {
    public func board(_ question: BoardQuestion) async throws -> Board {
        let facts = facts
        var board = try await self.question { db in
            var seen: Set<Int64> = []
            // All places below the stops.
            let places = try question.stops
                .flatMap { try StationPlaces.below($0, facts: facts, in: db) }
                .filter { seen.insert($0.sid).inserted }
            var search = StopEventSearch(
                db, facts, stops: places, kind: question.kind, filter: question.filter)
            let from = question.start.timeIntervalSince1970
            let events =
                switch question.extent {
                case .window(let duration): try search.run(from: from, to: from + duration)
                case .next(let count): try search.next(count, from: from)
                }
            return Board(question, events: events)
        }
        if !question.eventsOnly {
            board.timeZoneName = try await zone(at: question.stop).zone.name
        }
        return board
    }

    public func speaking(_ language: String) async throws -> any TransitSource {
        let translations = try await translations(for: language)
        return translations.isEmpty ? self : TranslatedBundle(self, translations)
    }

    package func speaking(_ ranks: LanguageRanks) -> any TransitSource {
        guard let best = ranks.levels.first?.first else { return self }
        return TranslatedBundle(self, BundleTranslations(best.text, self, ranks: ranks))
    }

    public func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        Answer(try await questions(self), from: .bundle(version: facts.version, end: facts.end))
    }

    /// Ends at once: a bundle never changes.
    public func changes() -> AsyncStream<Void> {
        AsyncStream { $0.finish() }
    }
}
