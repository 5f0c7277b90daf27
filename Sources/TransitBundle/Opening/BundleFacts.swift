import BundleCodec
import Foundation
import SQLiteLayer
import TransitModel

/// Facts that questions need again and again and that are small enough to keep: time zones, how far
/// past midnight trips run, and the trips of `frequencies.txt`.
struct BundleFacts: Sendable {
    /// The zone in which the service days of most routes count: the first agency's.
    let agencyZone: NamedTimeZone
    /// Zones by `rid`, only for routes whose agency has another zone.
    let zoneOfRoute: [Int64: NamedTimeZone]
    /// The routes whose service days count in a zone that the feed does not give.
    let assumedZones: AssumedZones
    /// The latest departure of any trip, in seconds of the service day.
    let lastTimestamp: Int
    /// The days from the first to the last on which a service runs; nil when none ever runs.
    let serviceDays: ClosedRange<ServiceDate>?
    /// Those days without the ones before the window of a bundle, which it has for its first night
    /// and for deadlines.
    let windowDays: ClosedRange<ServiceDate>?
    let frequencies: FrequencyTrips
    /// The hash of the feed's content; nil when the bundle does not say.
    let version: String?
    /// The last day for which the feed is reliable; nil when the bundle does not say.
    let end: ServiceDate?
    /// The longest time in seconds between an arrival and the departure from the same stop; read
    /// when arrivals are first requested.
    let longestDwell = LazyValue<Int>()
    /// The runs of services on each of their days; read when first requested.
    private let allRuns = LazyValue<RunCounts>()
    /// The busiest stops on the days requested so far.
    let busiestStops = BoundedCache<ServiceDate, [BusyStop]>(most: 8)
    /// All stops by name; read when a list of all is first requested.
    let stopsByName = LazyValue<[NamedStop]>()
    /// The day that represents a feed whose days are over.
    let lastUsualDay = LazyValue<ServiceDate?>()
    /// The areas of flexible service; read when needed.
    let areas = FlexAreas()
    /// The services that run, by day, for the days requested so far.
    let activeServices = ActiveServices()
    /// The calls at the most recent stops, by the stops' keys: 8 MB, plus the calls at one stop.
    let stopCalls = BoundedCache<StopCalls.Key, StopCalls>(most: 8 << 20) { $0.bytes }
    /// Routes of departures, by `rid`.
    let routes = BoundedCache<Int64, Route?>(most: 512)
    let stopStations = StopStations()
    /// Stops that lists have shown, by `sid`.
    let stops = BoundedCache<Int64, Stop>(most: 4096)
    let stopsByID = BoundedCache<StopID, Stop>(most: 4096)
    /// The zones of clocks in stations, by the `stop_id` of the station.
    let zonesOfStations = BoundedCache<StopID, StopZone>(most: 4096)
    /// The zones of stops in stations.
    let zonesOfPlatforms = BoundedCache<Stop, StopZone>(most: 256)
    /// Stops without places below them, as most are.
    let childless = BoundedCache<StopID, Bool>(most: 4096)
    /// The most recent stations with all their places, by the stop at their top.
    let places = BoundedCache<Stop, [Stop]>(most: 32)
    /// The pathways of the most recent stations, by the stop at their top.
    let pathways = BoundedCache<Stop, [Pathway]>(most: 16)
    /// The content of screens about the most recent stops: the largest stations have hundreds of
    /// places and pathways.
    let details = BoundedCache<Stop, StopDetails>(most: 16)
    /// The calls of the patterns of timetables, by `pattern`.
    let patternCalls = BoundedCache<Int64, [TimetableSearch.RawCall]>(most: 512)
    /// The groups of trips of the routes with recent timetables, and the trips of those groups on
    /// the requested days: the same on most days of a week.
    let routeGroups = BoundedCache<RouteGroups.Key, RouteGroups>(most: 64)
    let tripsOfGroups = BoundedCache<Int64, [TripRecord]>(most: 512)
    let destinations = BoundedCache<DestinationSearch.Key, [Destination]>(most: 16)
    /// Times of the trips of timetables, by `timing`: many trips share one.
    let timings = BoundedCache<Int64, TimingOffsets>(most: 4096)
    /// The results for one and two letters: few texts, each of which matches many stops.
    let shortSearches = BoundedCache<ShortSearch, [Int64]>(most: 256)
    /// The names in the most recent languages, by the tags that fit them.
    let translatedNames = BoundedCache<LanguageRanks, TranslatedNames>(most: 16)
    /// The fares of the older model that `fare_rules.txt` names; read when fares are first
    /// requested, because an index for it would be large.
    let faresWithRules = LazyValue<Set<FareID>>()

    let zones: [NamedTimeZone]

    init(_ db: Database) throws {
        let named = try db.readAll("SELECT agency_id, agency_timezone FROM agency") { row in
            (id: row.text(0), zone: row.text(1).flatMap { NamedTimeZone($0) })
        }
        let first = named.lazy.compactMap(\.zone).first ?? .fallback
        agencyZone = first
        var others: [Int64: NamedTimeZone] = [:]
        for (id, zone) in named {
            guard let id, let zone, zone != first else { continue }
            for rid in try RouteLookup(db: db).rids(ofAgency: id) { others[rid] = zone }
        }
        zoneOfRoute = others
        assumedZones = try AssumedZones(db, agencies: named)
        zones = [first] + Set(others.values).sorted { $0.name < $1.name }
        let stated = try db.first("SELECT value FROM metadata WHERE key = 'last_timestamp'") {
            $0.text(0)
        }
        // A week is longer than any trip whose bundle does not say.
        lastTimestamp = min(max(stated.flatMap { Int($0) } ?? 7 * 86_400, 0), 30 * 86_400)
        version = try db.first("SELECT value FROM metadata WHERE key = 'content_hash'") {
            $0.text(0)
        }
        let ends = try db.readAll(
            "SELECT value FROM metadata WHERE key IN ('feed_end_date', 'last_service_day')"
        ) { $0.text(0) }
        end = ends.compactMap { Int32($0).flatMap(ServiceDate.init(yyyymmdd:)) }.min()
        let days = try Self.serviceDays(db)
        serviceDays = days
        let begin = try db.first("SELECT value FROM metadata WHERE key = 'first_service_day'") {
            $0.text(0)
        }.flatMap { Int32($0) }.flatMap(ServiceDate.init(yyyymmdd:))
        windowDays = days.map { days in
            min(max(days.lowerBound, begin ?? days.lowerBound), days.upperBound)...days.upperBound
        }
        frequencies = try FrequencyTrips(db)
    }

    private static func serviceDays(_ db: Database) throws -> ClosedRange<ServiceDate>? {
        try db.first("SELECT min(first_day), max(last_day) FROM service") { row in
            guard let first = row.integer(0), let last = row.integer(1), first <= last
            else { return nil }
            return ServiceDate(dayNumber: first)...ServiceDate(dayNumber: last)
        }
    }

    func zone(ofRoute rid: Int64?) -> NamedTimeZone {
        rid.flatMap { zoneOfRoute[$0] } ?? agencyZone
    }

    func runCounts(_ db: Database) throws -> RunCounts {
        try allRuns.value {
            try RunCounts(db.readIntegers)
        }
    }
}

/// The routes whose service days count in an assumed zone, because their agency names none, or one
/// that does not exist.
struct AssumedZones: Sendable {
    /// The `rid`s of routes for which the opposite of ``byDefault`` is true.
    private let exceptions: Set<Int64>
    /// Whether the zone is assumed for routes of the first agency, or of none.
    private let byDefault: Bool

    init(_ db: Database, agencies: [(id: String?, zone: NamedTimeZone?)]) throws {
        byDefault = agencies.first?.zone == nil
        var exceptions: Set<Int64> = []
        for (id, zone) in agencies where (zone == nil) != byDefault {
            exceptions.formUnion(try RouteLookup(db: db).rids(ofAgency: id))
        }
        self.exceptions = exceptions
    }

    /// Whether the zone of a route's service days is assumed.
    func contains(_ rid: Int64?) -> Bool {
        guard let rid, !exceptions.isEmpty else { return byDefault }
        return exceptions.contains(rid) != byDefault
    }
}
