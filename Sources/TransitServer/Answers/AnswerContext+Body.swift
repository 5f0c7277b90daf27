import TransitAPI
import TransitBundle
import TransitModel

@available(iOS 17, macOS 14, *)
extension AnswerContext {
    /// The body of an answer, with notes about it.
    ///
    /// - Parameters:
    ///   - dependsOnNow: the answer may differ in the next minute.
    func body(
        _ data: some DTO, next: String? = nil, previous: String? = nil, notes: [Note] = [],
        dependsOnNow: Bool = false
    ) -> AnswerBody {
        AnswerBody(
            bytes: Envelope(data, meta: meta(next: next, previous: previous, notes: notes))
                .jsonBytes,
            lifetime: dependsOnNow ? .minute : .version)
    }

    /// The `meta` of an answer.
    func meta(next: String? = nil, previous: String? = nil, notes: [Note]) -> Meta {
        Meta(feed: feed, bundle: version, next: next, previous: previous, notes: notes)
    }

    /// The thing with an id, or a failure that names the nearest ids.
    ///
    /// - Parameter field: the part of the request that has the id.
    func found<Value>(
        _ kind: IDKind, _ id: String?, field: String = "id",
        look: (String) async throws -> Value
    ) async throws -> Value {
        let id = id ?? ""
        do {
            return try await look(id)
        } catch TransitSourceError.notFound(kind.rawValue, _) {
            throw try await MissingID.failure(kind, id, field: field, in: bundle)
        }
    }

    /// The stop with an id.
    func stop(_ id: String?, field: String = "id") async throws -> Stop {
        try await found(.stop, id, field: field) { try await source.stop(id: $0) }
    }

    /// The route with an id.
    func route(_ id: String?, field: String = "id") async throws -> Route {
        try await found(.route, id, field: field) { try await source.route(id: $0) }
    }

    /// A note about a day on which the feed has no service; nil for a day of the feed.
    func outside(_ date: ServiceDate, field: String?) -> Note? {
        guard let days = bundle.serviceDays else {
            return Note(.outsideFeed, field: field, "The feed has no day on which a trip runs.")
        }
        guard !days.contains(date) else { return nil }
        return Note(
            .outsideFeed, field: field,
            "The feed has service from \(days.lowerBound) to \(days.upperBound), and none on \(date)."
        )
    }

    /// Notes about ids that the feed lacks; nil when it lacks none.
    func missing(_ ids: [String], field: String) -> [Note] {
        guard !ids.isEmpty else { return [] }
        let message =
            ids.count == 1
            ? "The feed does not have one of the ids." : "The feed lacks \(ids.count) of the ids."
        return [Note(.missingIDs, field: field, message, ids: ids)]
    }
}
