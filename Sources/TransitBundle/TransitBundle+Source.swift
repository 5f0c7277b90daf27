public import Foundation
public import TransitModel

/// The questions that any source answers. Those with further parameters are in the files of their
/// subject.
extension TransitBundle: TransitSource {
    public func events(
        _ kind: StopEvent.Kind, at stops: [Stop], from start: Date, for duration: TimeInterval,
        matching filter: BoardFilter
    ) async throws -> [StopEvent] {
        try await board(kind, of: stops, matching: filter) { board in
            let from = start.timeIntervalSince1970
            return try board.run(from: from, to: from + duration)
        }
    }

    public func nextEvents(
        _ kind: StopEvent.Kind, at stops: [Stop], from start: Date, count: Int,
        matching filter: BoardFilter
    ) async throws -> [StopEvent] {
        try await board(kind, of: stops, matching: filter) { board in
            try board.next(count, from: start.timeIntervalSince1970)
        }
    }

    /// Includes all places below the stops.
    private func board(
        _ kind: StopEvent.Kind, of stops: [Stop], matching filter: BoardFilter,
        _ question: @escaping @Sendable (inout StopEventSearch) throws -> [StopEvent]
    ) async throws -> [StopEvent] {
        let facts = facts
        return try await self.question { db in
            var seen: Set<Int64> = []
            let places = try stops.flatMap { try StationPlaces.below($0, facts: facts, in: db) }
                .filter { seen.insert($0.sid).inserted }
            var search = StopEventSearch(db, facts, stops: places, kind: kind, filter: filter)
            return try question(&search)
        }
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
