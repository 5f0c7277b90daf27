import GRDB
import GTFSSchedule
import SQLiteLayer

/// Which services run on a date, exceptions of `calendar_dates.txt` applied.
struct ServiceCalendarLookup {
    let db: Database

    private static let runs = """
        SELECT service_id FROM service
        WHERE :day BETWEEN first_day AND last_day
          AND substr(days, 1 + CASE WHEN :day - first_day < length(days)
            THEN :day - first_day
            ELSE length(days) - 7 + (:day - first_day - length(days)) % 7 END, 1) = '1'
        """

    /// In the order of their ids. (The plus keeps SQLite from the index on the ids, through which
    /// it would read all services in that order.)
    func activeServices(on date: ServiceDate) throws -> [String] {
        try db.readAll(Self.runs + " ORDER BY +service_id", ["day": date.dayNumber]) {
            $0.text(0)
        }
    }

    func isActive(_ serviceID: String, on date: ServiceDate) throws -> Bool {
        try Row.fetchOne(
            db.cachedStatement(sql: Self.runs + " AND service_id = :id"),
            arguments: ["day": date.dayNumber, "id": serviceID]) != nil
    }
}
