import BundleCodec
public import Foundation
public import GRDB
import SQLiteLayer
public import TransitModel

extension TransitBundle {
    /// Whether a service runs on a date, including exceptions; an undefined service never runs.
    public func isActive(_ serviceID: String, on date: ServiceDate) async throws -> Bool {
        try await question { db in
            try ServiceCalendarLookup(db: db).isActive(serviceID, on: date)
        }
    }

    /// The services that run on a date, including exceptions, sorted by id.
    public func activeServices(on date: ServiceDate) async throws -> [String] {
        let active = facts.activeServices
        return try await question { db in try active.ids(on: date, db) }
    }

    /// Information about the feed for an app: publisher, agencies, attributions, validity,
    /// provenance.
    public func feed() async throws -> FeedDescription {
        try await question { db in try FeedDescription(db) }
    }

    /// The days for which the feed is meant, and the days on which trips run.
    public func validity() async throws -> FeedValidity {
        try await feed().validity
    }

    /// The zone in which service days count: that of the first agency that has one, else GMT.
    public var timeZone: TimeZone { facts.agencyZone.timeZone }

    /// The feed's name for ``timeZone``, which may differ from its `identifier`: that of `UTC` is
    /// `GMT`.
    public var timeZoneName: String { facts.agencyZone.name }

    /// Whether ``timeZone`` is assumed because the first agency gives no zone, or none that exists.
    /// Routes of other agencies may have known zones: each answer with instants says whether its
    /// own zone was assumed. `FeedDescription.agenciesWithoutTimeZone` lists the agencies.
    public var isTimeZoneAssumed: Bool { facts.assumedZones.contains(nil) }

    /// The date on a clock of the agency.
    public func date(at now: Date = Date()) -> ServiceDate {
        ServiceClock(timeZone: timeZone).date(at: now)
    }
}

extension TransitBundle {
    /// The tables and views of the bundle, by name. They are measured on first use, when SQLite
    /// looks at every page of the file.
    package func tables() async throws -> [TableSize] {
        let known = tableSizes
        return try await question { db in try known.value { try TableSize.all(db) } }
    }
}

/// A table or view of a bundle.
package struct TableSize: Hashable, Sendable {
    /// As in `schema/bundle.sql`.
    package let name: String
    package let rows: Int
    /// The bytes with all its indexes, including those for search and for places; 0 for a view; nil
    /// when this SQLite cannot tell.
    package let bytes: Int?

    fileprivate static func all(_ db: Database) throws -> [TableSize] {
        let bytes = try bytes(db)
        return try String.fetchAll(db, sql: BundleTables.names).map { name in
            TableSize(
                name: name, rows: try Int.fetchOne(db, sql: BundleTables.count(name)) ?? 0,
                bytes: bytes.map { $0[name] ?? 0 })
        }
    }

    private static func bytes(_ db: Database) throws -> [String: Int]? {
        guard try Int.fetchOne(db, sql: BundleTables.knowsSizes) != nil else { return nil }
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
        let info = try FeedInfo.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM feed_info LIMIT 1"))
        var metadata: [String: String] = [:]
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT key, value FROM metadata"))
        while let row = try rows.next() {
            if let key = row.text("key") { metadata[key] = row.text("value") }
        }
        func date(_ number: Int?) -> ServiceDate? {
            number.flatMap(Int32.init(exactly:)).flatMap(ServiceDate.init(yyyymmdd:))
        }
        self.init(
            info: info,
            agencies: try Agency.fetchAll(db.cachedStatement(sql: "SELECT * FROM agency")),
            attributions: try Attribution.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM attributions")),
            validity: FeedValidity(
                feedStart: date(info?.feedStartDate), feedEnd: date(info?.feedEndDate),
                firstServiceDay: date(metadata["first_service_day"].flatMap { Int($0) }),
                lastServiceDay: date(metadata["last_service_day"].flatMap { Int($0) })),
            metadata: metadata)
    }
}

/// A record of GRDB.
extension FeedInfo: BundleRecord {
    public static let databaseTableName = "feed_info"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}

/// A record of GRDB.
extension Attribution: BundleRecord {
    public static let databaseTableName = "attributions"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}

/// A record of GRDB.
extension Agency: BundleRecord {
    public static let databaseTableName = "agency"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}
