import GRDB
import GTFSSchedule
import SQLiteLayer

/// The services that run on a day, kept for the days that are asked for again and again: an app
/// asks for today, time after time.
struct ActiveServices: Sendable {
    private let known = BoundedCache<Int, Set<Int64>>(most: 32)

    /// Their keys.
    func keys(on date: ServiceDate, _ db: Database) throws -> Set<Int64> {
        let day = date.dayNumber
        return try known.value(for: day) {
            try Set(db.readAll(Self.running, ["day": day]) { $0.key(0) })
        }
    }

    private static let running =
        "SELECT s.service FROM service s WHERE \(ServiceDayList.condition)"
}
