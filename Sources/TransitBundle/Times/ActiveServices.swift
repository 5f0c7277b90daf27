import GRDB
import SQLiteLayer
import TransitModel

/// The services that run on a day, cached for repeated days: an app asks about today time after
/// time.
struct ActiveServices: Sendable {
    private let known = BoundedCache<Int, Set<Int64>>(most: 32)
    /// Checks that do not depend on a day run before the first one is requested.
    private let checked = LazyValue<Bool>()

    /// The keys of the day's services.
    func keys(on date: ServiceDate, _ db: Database) throws -> Set<Int64> {
        try known.value(for: date.dayNumber) { try lookup(db).keys(on: date) }
    }

    /// The ids of the day's services, sorted.
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
