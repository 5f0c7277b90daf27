import BundleCodec
import Foundation
import SQLiteLayer
import TransitModel

/// Small enough to keep, because questions need them again and again.
struct BundleFacts: Sendable {
    /// That of the first agency, in which the service days of most routes count.
    let agencyZone: NamedTimeZone
    /// By `rid`, only for routes whose agency has another zone.
    let zoneOfRoute: [Int64: NamedTimeZone]
    let assumedZones: AssumedZones
    /// In seconds of the service day.
    let lastTimestamp: Int
    let serviceDays: ClosedRange<ServiceDate>?
    /// Without the days before the window of a bundle, which it has for its first night and for
    /// deadlines.
    let windowDays: ClosedRange<ServiceDate>?
    let frequencies: FrequencyTrips
    /// A hash of the feed's content; nil when the bundle does not say.
    let version: String?
    let end: ServiceDate?
    /// In seconds, between an arrival and the departure from the same stop.
    let longestDwell = LazyValue<Int>()
    private let allRuns = LazyValue<RunCounts>()
    let busiestStops = BoundedCache<ServiceDate, [BusyStop]>(most: 8)
    let stopsByName = LazyValue<[NamedStop]>()
    let lastUsualDay = LazyValue<ServiceDate?>()
    let areas = FlexAreas()
    let activeServices = ActiveServices()
    /// 8 MB, plus the calls at one stop.
    let stopCalls = BoundedCache<StopCalls.Key, StopCalls>(most: 8 << 20) { $0.bytes }
    let routes = BoundedCache<Int64, Route?>(most: 512)
    let stopStations = StopStations()
    let stops = BoundedCache<Int64, Stop>(most: 4096)
    let stopsByID = BoundedCache<StopID, Stop>(most: 4096)
    /// By the `stop_id` of the station.
    let zonesOfStations = BoundedCache<StopID, StopZone>(most: 4096)
    let zonesOfPlatforms = BoundedCache<Stop, StopZone>(most: 256)
    /// As most stops are.
    let childless = BoundedCache<StopID, Bool>(most: 4096)
    /// By the stop at their top.
    let places = BoundedCache<Stop, [Stop]>(most: 32)
    /// By the stop at their top.
    let pathways = BoundedCache<Stop, [Pathway]>(most: 16)
    /// The largest stations have hundreds of places and pathways.
    let details = BoundedCache<Stop, StopDetails>(most: 16)
    /// By `pattern`.
    let patternCalls = BoundedCache<Int64, [PatternCall]>(most: 512)
    /// The same on most days of a week.
    let routeGroups = BoundedCache<RouteGroups.Key, RouteGroups>(most: 64)
    let tripsOfGroups = BoundedCache<Int64, [TripRecord]>(most: 512)
    let destinations = BoundedCache<DestinationSearch.Key, [Destination]>(most: 16)
    /// By `timing`: many trips share one.
    let timings = BoundedCache<Int64, TimingOffsets>(most: 4096)
    /// For one and two letters: few texts, each of which matches many stops.
    let shortSearches = BoundedCache<ShortSearch, [Int64]>(most: 256)
    let translatedNames = BoundedCache<LanguageRanks, TranslatedNames>(most: 16)
    /// Named by `fare_rules.txt`; read when fares are first requested, because an index would be
    /// large.
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
        let dates = try db.readKeyed(Self.dates) { row in
            row.text(0).flatMap { key in
                row.text(1).flatMap { Int32($0) }.flatMap(ServiceDate.init(yyyymmdd:))
                    .map { (key, $0) }
            }
        }
        let last = dates["last_service_day"]
        func days(from first: ServiceDate?) -> ClosedRange<ServiceDate>? {
            guard let first, let last, first <= last else { return nil }
            return first...last
        }
        end = [dates["feed_end_date"], last].compactMap { $0 }.min()
        serviceDays = days(from: dates["first_kept_day"] ?? dates["first_service_day"])
        windowDays = days(from: dates["first_service_day"])
        frequencies = try FrequencyTrips(db)
    }

    /// Those of services with trips: others, of which some feeds have hundreds, may go on for years.
    private static let dates = """
        SELECT key, value FROM metadata WHERE key IN
        ('feed_end_date', 'first_kept_day', 'first_service_day', 'last_service_day')
        """

    func zone(ofRoute rid: Int64?) -> NamedTimeZone {
        rid.flatMap { zoneOfRoute[$0] } ?? agencyZone
    }

    func runCounts(_ db: Database) throws -> RunCounts {
        try allRuns.value {
            try RunCounts(db.readIntegers)
        }
    }
}

/// Their agency names no zone, or one that does not exist.
struct AssumedZones: Sendable {
    /// The opposite of ``byDefault`` is true for these.
    private let exceptions: Set<Int64>
    /// For routes of the first agency, or of none.
    private let byDefault: Bool

    init(_ db: Database, agencies: [(id: String?, zone: NamedTimeZone?)]) throws {
        byDefault = agencies.first?.zone == nil
        var exceptions: Set<Int64> = []
        for (id, zone) in agencies where (zone == nil) != byDefault {
            exceptions.formUnion(try RouteLookup(db: db).rids(ofAgency: id))
        }
        self.exceptions = exceptions
    }

    func contains(_ rid: Int64?) -> Bool {
        guard let rid, !exceptions.isEmpty else { return byDefault }
        return exceptions.contains(rid) != byDefault
    }
}
