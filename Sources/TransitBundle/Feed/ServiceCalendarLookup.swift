import BundleCodec
import SQLiteLayer
import TransitModel

struct ServiceCalendarLookup {
    let db: Database

    private static let days = "SELECT first_day, last_day, days"

    /// Throws for the first service whose days are unreadable.
    func check() throws {
        try db.readRows(Self.days + " FROM service WHERE \(ServiceDays.hasNoSpan) LIMIT 1") { row in
            _ = try Self.runs(row, on: .earliest)
        }
    }

    /// The ids of the services that run on a date, sorted. (The plus keeps SQLite from using the
    /// index on the ids, through which it would read all services in that order.)
    func activeServices(on date: ServiceDate) throws -> [String] {
        try db.readAll(
            Self.days
                + ", service_id FROM service WHERE \(ServiceDays.mayRun) ORDER BY +service_id",
            arguments: ["day": date.dayNumber]
        ) { row in
            try Self.runs(row, on: date) ? row.text(3) : nil
        }
    }

    func keys(on date: ServiceDate) throws -> Set<Int64> {
        try Set(
            db.readAll(
                Self.days + ", service FROM service WHERE \(ServiceDays.mayRun)",
                arguments: ["day": date.dayNumber]
            ) { row in
                try Self.runs(row, on: date) ? row.key(3) : nil
            })
    }

    func isActive(_ serviceID: String, on date: ServiceDate) throws -> Bool {
        try db.readAll(Self.days + " FROM service WHERE service_id = ?", arguments: [serviceID]) {
            row in
            try Self.runs(row, on: date)
        }.contains(true)
    }

    /// Nil when the service never runs or is undefined.
    func days(of service: Int64?) throws -> ServiceDays? {
        try db.readAll(Self.days + " FROM service WHERE service = ?", arguments: [service]) { row in
            try row.serviceDays(0)
        }.first
    }

    private static func runs(_ row: Columns, on date: ServiceDate) throws -> Bool {
        try ServiceDays.runs(
            on: date.dayNumber, first: row.integer(0), last: row.integer(1), days: row.asBytes(2))
    }
}

/// Cached: an app asks about today time after time.
struct ActiveServices: Sendable {
    private let known = BoundedCache<Int, Set<Int64>>(most: 32)
    /// Checks that do not depend on a day run before the first one is requested.
    private let checked = LazyValue<Bool>()

    func keys(on date: ServiceDate, _ db: Database) throws -> Set<Int64> {
        try known.value(for: date.dayNumber) { try lookup(db).keys(on: date) }
    }

    func ids(on date: ServiceDate, _ db: Database) throws -> [String] {
        try lookup(db).activeServices(on: date)
    }

    private func lookup(_ db: Database) throws -> ServiceCalendarLookup {
        let lookup = ServiceCalendarLookup(db: db)
        _ = try checked.value {
            try lookup.check()
            return true
        }
        return lookup
    }
}
