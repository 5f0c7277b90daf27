import GRDB
import SQLiteLayer
import TransitModel

/// The services that run on a day, kept for the days that are asked for again and again: an app
/// asks for today, time after time.
struct ActiveServices: Sendable {
    private let known = BoundedCache<Int, Set<Int64>>(most: 32)
    /// What no day depends on is looked at before the first is asked for.
    private let checked = LazyValue<Bool>()

    /// Their keys.
    func keys(on date: ServiceDate, _ db: Database) throws -> Set<Int64> {
        try known.value(for: date.dayNumber) { try lookup(db).keys(on: date) }
    }

    /// Their ids, in order.
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
