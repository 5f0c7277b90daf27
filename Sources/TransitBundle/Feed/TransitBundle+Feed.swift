import BundleCodec
public import Foundation
import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Returns whether a service runs on a date, including exceptions; an undefined service never
    /// runs.
    public func isActive(_ serviceID: String, on date: ServiceDate) async throws -> Bool {
        try await question { db in
            try ServiceCalendarLookup(db: db).isActive(serviceID, on: date)
        }
    }

    /// Returns the services that run on a date, including exceptions, sorted by id.
    public func activeServices(on date: ServiceDate) async throws -> [String] {
        let active = facts.activeServices
        return try await question { db in try active.ids(on: date, db) }
    }

    /// Returns information about the feed for an app: publisher, agencies, attributions, validity,
    /// provenance.
    public func feed() async throws -> FeedDescription {
        try await question { db in try FeedDescription(db) }
    }

    /// Returns the days for which the feed is meant, and those on which its trips run.
    public func validity() async throws -> FeedValidity {
        try await feed().validity
    }

    /// The zone in which service days count: that of the first agency that has one, else GMT.
    public var timeZone: TimeZone { facts.agencyZone.timeZone }

    /// The feed's name for ``timeZone``, which may differ from its `identifier`: that of `UTC` is
    /// `GMT`.
    public var timeZoneName: String { facts.agencyZone.name }

    /// Whether ``timeZone`` is assumed because the first agency names no zone, or none that exists.
    /// Routes of other agencies may have known zones: each answer with instants says whether its
    /// own zone was assumed. `FeedDescription.agenciesWithoutTimeZone` lists the agencies.
    public var isTimeZoneAssumed: Bool { facts.assumedZones.contains(nil) }

    /// Returns the date on the agency's clock.
    public func date(at now: Date = Date()) -> ServiceDate {
        ServiceClock(timeZone: timeZone).date(at: now)
    }
}

extension TransitBundle {
    /// By name. Their sizes are measured on first use, when SQLite visits every page of the file.
    package func tables() async throws -> [TableSize] {
        let known = tableSizes
        return try await question { db in try known.value { try TableSize.all(db) } }
    }
}

package struct TableSize: Hashable, Sendable {
    package let name: String
    package let rows: Int
    /// With all indexes, including those for search and for places; 0 for a view; nil when this
    /// version of SQLite cannot tell.
    package let bytes: Int?

    fileprivate static func all(_ db: Database) throws -> [TableSize] {
        let bytes = try bytes(db)
        return try db.readAll(BundleTables.names) { $0.text(0) }.map { name in
            TableSize(
                name: name, rows: try db.first(BundleTables.count(name)) { $0.integer(0) } ?? 0,
                bytes: bytes.map { $0[name] ?? 0 })
        }
    }

    private static func bytes(_ db: Database) throws -> [String: Int]? {
        guard try db.readFirst(BundleTables.knowsSizes, { _ in }) else { return nil }
        var bytes: [String: Int] = [:]
        try db.readRows(BundleTables.sizes) { row in
            guard let table = row.text(1), let size = row.integer(2) else { return }
            bytes[BundleTables.owner(table), default: 0] += size
        }
        return bytes
    }
}

extension FeedDescription {
    init(_ db: Database) throws {
        let info = try FeedInfo.fetchAll(db, "LIMIT 1").first
        let metadata = try db.readKeyed("SELECT key, value FROM metadata") { row in
            row.text(0).flatMap { key in row.text(1).map { (key, $0) } }
        }
        func date(_ number: Int?) -> ServiceDate? {
            number.flatMap(Int32.init(exactly:)).flatMap(ServiceDate.init(yyyymmdd:))
        }
        self.init(
            info: info,
            agencies: try Agency.fetchAll(db),
            attributions: try Attribution.fetchAll(db),
            validity: FeedValidity(
                feedStart: date(info?.feedStartDate), feedEnd: date(info?.feedEndDate),
                firstServiceDay: date(metadata["first_service_day"].flatMap { Int($0) }),
                lastServiceDay: date(metadata["last_service_day"].flatMap { Int($0) })),
            metadata: metadata)
    }
}

extension FeedInfo: BundleRecord {
    public static let bundleTable = "feed_info"
    public static let bundleColumns = CodingKeys.allCases.map(\.rawValue)
    public init(row: BundleRow) {
        self.init(
            feedPublisherName: row.text(0), feedPublisherURL: row.text(1), feedLang: row.text(2),
            defaultLang: row.text(3), feedStartDate: row.integer(4), feedEndDate: row.integer(5),
            feedVersion: row.text(6), feedContactEmail: row.text(7), feedContactURL: row.text(8))
    }
}

extension Attribution: BundleRecord {
    public static let bundleTable = "attributions"
    public static let bundleColumns = CodingKeys.allCases.map(\.rawValue)
    public init(row: BundleRow) {
        self.init(
            attributionID: row.text(0), agencyID: row.text(1), routeID: row.text(2),
            tripID: row.text(3), organizationName: row.text(4), isProducer: row.integer(5),
            isOperator: row.integer(6), isAuthority: row.integer(7), attributionURL: row.text(8),
            attributionEmail: row.text(9), attributionPhone: row.text(10))
    }
}

extension Agency: BundleRecord {
    public static let bundleTable = "agency"
    public static let bundleColumns = CodingKeys.allCases.map(\.rawValue)
    public init(row: BundleRow) {
        self.init(
            agencyID: row.text(0), agencyName: row.text(1), agencyURL: row.text(2),
            agencyTimezone: row.text(3), agencyLang: row.text(4), agencyPhone: row.text(5),
            agencyFareURL: row.text(6), agencyEmail: row.text(7))
    }
}
