import GRDB
import SQLiteLayer
import TransitModel

/// The services that run on a day, kept for the days that are asked for again and again: an app
/// asks for today, time after time.
struct ActiveServices: Sendable {
    private let known = BoundedCache<Int, Set<Int64>>(most: 32)

    /// Their keys.
    func keys(on date: ServiceDate, _ db: Database) throws -> Set<Int64> {
        try known.value(for: date.dayNumber) { try ServiceCalendarLookup(db: db).keys(on: date) }
    }
}
