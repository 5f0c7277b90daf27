import SQLiteLayer
public import TransitModel

/// The names of a feed in one language, from `translations.txt`.
///
/// Only the needed rows are read. Names without a translation stay as published.
///
/// ```swift
/// let stops = try await bundle.stops(matching: "lavender point")
/// let french = try await bundle.translations(for: "fr-CA")
/// let shown = try await french.translated(stops).map(\.stopName)
/// // ["Pointe Lavande", "Lavender Point Wharf", "Lavender Point, Pacific Parade"]
/// ```
public struct BundleTranslations: Sendable {
    /// The requested language.
    public let language: String
    private let bundle: TransitBundle
    let ranks: LanguageRanks

    init(_ language: String, _ bundle: TransitBundle, ranks: LanguageRanks) {
        self.language = language
        self.bundle = bundle
        self.ranks = ranks
    }

    /// Whether the feed has no translations for the language: everything stays as published.
    public var isEmpty: Bool { ranks.isEmpty }

    /// Translates stops, in the same order.
    public func translated(_ stops: [Stop]) async throws -> [Stop] { try await all(stops) }
    /// Translates routes, in the same order.
    public func translated(_ routes: [Route]) async throws -> [Route] { try await all(routes) }
    /// Translates trips with their headsigns and short names, in the same order.
    public func translated(_ trips: [Trip]) async throws -> [Trip] { try await all(trips) }
    /// Translates levels, in the same order.
    public func translated(_ levels: [Level]) async throws -> [Level] { try await all(levels) }
    /// Translates pathways with the text of their signs, in the same order.
    public func translated(_ pathways: [Pathway]) async throws -> [Pathway] {
        try await all(pathways)
    }
    /// Translates agencies, in the same order.
    public func translated(_ agencies: [Agency]) async throws -> [Agency] {
        try await all(agencies)
    }

    /// Translates a stop.
    public func translated(_ stop: Stop) async throws -> Stop { try await one(stop) }
    /// Translates a route.
    public func translated(_ route: Route) async throws -> Route { try await one(route) }
    /// Translates a trip.
    public func translated(_ trip: Trip) async throws -> Trip { try await one(trip) }

    /// Translates the routes of all groups; the groups stay as they are.
    public func translated(_ groups: [RouteGroup]) async throws -> [RouteGroup] {
        try await read(groups) { groups, rows in
            try groups.map { group in
                RouteGroup(
                    type: group.type, routes: try group.routes.map { try $0.translated(rows) },
                    title: group.title)
            }
        }
    }

    /// Translates stops and keeps their distances.
    public func translated(_ stops: [NearbyStop]) async throws -> [NearbyStop] {
        try await read(stops) { stops, rows in
            try stops.map {
                NearbyStop(
                    stop: try $0.stop.translated(rows), distanceMeters: $0.distanceMeters)
            }
        }
    }

    /// Translates the stops, routes, headsigns and short names of trips of events.
    public func translated(_ events: [StopEvent]) async throws -> [StopEvent] {
        try await read(events) { events, rows in
            let headsigns = HeadsignTranslation(rows: rows)
            return try events.map { event in
                var translated = event
                translated.stop = try event.stop.translated(rows)
                translated.route = try event.route?.translated(rows)
                translated.headsign = try event.headsign.map {
                    try headsigns.translated(
                        $0, tripID: event.tripID, stopSequence: event.stopSequence)
                }
                translated.tripShortName = try event.tripShortName.map {
                    try rows.tripShortName($0, tripID: event.tripID)
                }
                return translated
            }
        }
    }

    /// Translates the stops and headsigns of the calls of a trip.
    public func translated(_ calls: [Call], of trip: Trip) async throws -> [Call] {
        try await read(calls) { calls, rows in
            let headsigns = HeadsignTranslation(rows: rows)
            return try calls.map { call in
                var translated = call
                translated.stop = try call.stop?.translated(rows)
                translated.headsign = try call.headsign.map {
                    try headsigns.translated(
                        $0, tripID: trip.tripID, stopSequence: call.stopSequence)
                }
                return translated
            }
        }
    }

    /// Translates the text that a vehicle shows at a stop of a trip.
    public func translated(
        headsign: String, tripID: String, stopSequence: Int
    ) async throws -> String {
        try await read(headsign) { headsign, rows in
            try HeadsignTranslation(rows: rows).translated(
                headsign, tripID: tripID, stopSequence: stopSequence)
        }
    }

    /// Translates everything on a screen about a stop.
    public func translated(_ details: StopDetails) async throws -> StopDetails {
        try await read(details) { details, rows in
            func all<Value: Translatable>(_ values: [Value]) throws -> [Value] {
                try values.map { try $0.translated(rows) }
            }
            return StopDetails(
                stop: try details.stop.translated(rows),
                parent: try details.parent?.translated(rows),
                station: try details.station?.translated(rows),
                platforms: try all(details.platforms), entrances: try all(details.entrances),
                nodes: try all(details.nodes), boardingAreas: try all(details.boardingAreas),
                levels: try all(details.levels), pathways: try all(details.pathways),
                routes: try all(details.routes))
        }
    }

    /// Translates the publisher, the agencies and the organizations to credit.
    public func translated(_ feed: FeedDescription) async throws -> FeedDescription {
        try await read(feed) { feed, rows in
            FeedDescription(
                info: try feed.info?.translated(rows),
                agencies: try feed.agencies.map { try $0.translated(rows) },
                attributions: try feed.attributions.map { try $0.translated(rows) },
                validity: feed.validity, metadata: feed.metadata)
        }
    }

    private func one<Value: Translatable & Sendable>(_ value: Value) async throws -> Value {
        try await read(value) { value, rows in try value.translated(rows) }
    }

    private func all<Value: Translatable & Sendable>(_ values: [Value]) async throws -> [Value] {
        try await read(values) { values, rows in try values.map { try $0.translated(rows) } }
    }

    private func read<Value: Sendable>(
        _ value: Value, _ body: @escaping @Sendable (Value, TranslationRows) throws -> Value
    ) async throws -> Value {
        guard !isEmpty else { return value }
        let ranks = ranks
        return try await bundle.question { db in
            try body(value, TranslationRows(db: db, ranks: ranks))
        }
    }
}
