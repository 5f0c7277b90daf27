package import Foundation
package import TransitAPI
package import TransitBundle
package import TransitModel
import TransitRealtime

package struct AnswerContext: Sendable {
    /// The request keeps it, whatever is published meanwhile.
    package var bundle: TransitBundle
    package var source: any TransitSource
    package var feed: String
    package var version: String
    /// That of the request, cut to the minute.
    package var now: Date
    package var hours: BoardHours?
    package var language = LanguageRanks.none
    package var live: LiveView?
    /// Nil where no answer shows it.
    package var coverage: (any CoverageSource)?

    package init(
        bundle: TransitBundle, source: any TransitSource, feed: String, version: String, now: Date,
        hours: BoardHours? = nil, language: LanguageRanks = .none, live: LiveView? = nil,
        coverage: (any CoverageSource)? = nil
    ) {
        self.bundle = bundle
        self.source = source
        self.feed = feed
        self.version = version
        self.now = now
        self.hours = hours
        self.language = language
        self.live = live
        self.coverage = coverage
    }

    /// The time that answers to a question of an instant treat as now.
    package static func minute(of instant: Date) -> Date {
        Date(timeIntervalSince1970: (instant.timeIntervalSince1970 / 60).rounded(.down) * 60)
    }
}

package struct AnswerBody: Sendable {
    package enum Lifetime: Hashable, Sendable {
        /// Until another version is published; forever below `/versions/`.
        case version
        /// Until the end of the minute that the answer treats as now.
        case minute
    }

    package var bytes: [UInt8]
    /// Nil for JSON.
    package var contentType: String?
    package var lifetime = Lifetime.version
    /// Nil unless the sources of what the answer shows determine it.
    package var realtimeAt: String?

    package init(bytes: [UInt8], contentType: String? = nil, lifetime: Lifetime = .version) {
        self.bytes = bytes
        self.contentType = contentType
        self.lifetime = lifetime
    }
}

extension AnswerBody {
    init(_ answer: Envelope<some WireForm>, lifetime: Lifetime = .version) throws(APIFailure) {
        self.init(bytes: try Self.bytes(of: answer), lifetime: lifetime)
    }

    /// The JSON of an answer, or of its data; a feed's texts may have megabytes, and be in each of
    /// its rows.
    package static func bytes(of answer: some WireForm) throws(APIFailure) -> [UInt8] {
        guard let bytes = answer.jsonBytes(atMost: 1 << 28) else {
            throw APIFailure(.serverError, "The answer would have more than 256 MB.")
        }
        return bytes
    }
}

extension AnswerContext {
    func answer<Payload: WireForm>(
        _ data: Payload, next: String? = nil, previous: String? = nil, notes: [Note] = []
    ) -> Envelope<Payload> {
        Envelope(data, meta: meta(next: next, previous: previous, notes: notes))
    }

    func meta(next: String? = nil, previous: String? = nil, notes: [Note]) -> Meta {
        Meta(
            feed: feed, bundle: version, next: next, previous: previous, realtime: live?.meta,
            notes: notes + (live?.stamp.notes ?? []))
    }

    func found<Value>(
        _ kind: IDKind, _ id: String?, field: String = "id",
        look: (String) async throws -> Value
    ) async throws -> Value {
        let id = id ?? ""
        do {
            return try await look(id)
        } catch TransitSourceError.notFound(kind.rawValue, _) {
            if try await bundle.hasVanished(kind, id: id) {
                throw APIFailure(
                    .gone, field: field,
                    "The \(kind.rawValue) \(id) was in an earlier version of the feed; it is no "
                        + "longer in this one.")
            }
            let quoted = id.unicodeScalars.count > 60 ? "\(id.prefix(60))…" : id
            throw APIFailure(
                .notFound, field: field,
                "The feed has no \(kind.rawValue) \(quoted)." + (try await named(id, kind))
                    + Self.hint(id, among: try await bundle.ids(besides: id, of: kind)))
        }
    }

    /// People type names where ids belong.
    private func named(_ text: String, _ kind: IDKind) async throws -> String {
        let found: [(name: String, id: String)]
        switch kind {
        case .stop:
            found = try await source.stops(matching: text, limit: Self.mostNamed)
                .map { ($0.stopName, $0.stopID) }
        case .route:
            found = try await source.routes(matching: text, limit: Self.mostNamed)
                .map { ($0.routeLongName.isEmpty ? $0.name : $0.routeLongName, $0.routeID) }
        default: return ""
        }
        let names = found.map { "\($0.name.prefix(60)) (\(kind.rawValue)_id \($0.id))" }
        return names.isEmpty ? "" : " A search finds \(names.joined(separator: ", "))."
    }

    private static let mostNamed = 3

    static func hint(_ id: String, among ids: [String]) -> String {
        let near = ClosestWord.nearest(String(id.prefix(60)), among: ids, count: 3)
        return near.isEmpty ? "" : " The nearest ids are \(near.joined(separator: ", "))."
    }

    package func stop(_ id: String?, field: String = "id") async throws -> Stop {
        try await found(.stop, id, field: field) { try await source.stop(id: $0) }
    }

    func route(_ id: String?, field: String = "id") async throws -> Route {
        try await found(.route, id, field: field) { try await source.route(id: $0) }
    }

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

    func missing(_ ids: [String], among found: [Stop?], field: String) -> [Note] {
        missing(zip(ids, found).filter { $0.1 == nil }.map(\.0), field: field)
    }

    func missing(_ ids: [String], field: String) -> [Note] {
        guard !ids.isEmpty else { return [] }
        let message =
            ids.count == 1
            ? "The feed does not have one of the ids." : "The feed lacks \(ids.count) of the ids."
        return [Note(.missingIDs, field: field, message, ids: ids)]
    }
}
