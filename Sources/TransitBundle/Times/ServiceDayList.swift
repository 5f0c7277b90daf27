import GRDB
import GTFSSchedule

/// The days on which a service runs, exceptions applied: a row of `service`.
struct ServiceDayList {
    /// The first and last day on which it may run, as numbers of days since 1970; empty when it
    /// never runs.
    let span: Range<Int>
    private let days: [UInt8]

    /// Whether a row of `service s` runs on the day `:day`, in SQL.
    static let condition = """
        :day BETWEEN s.first_day AND s.last_day
          AND substr(s.days, 1 + CASE WHEN :day - s.first_day < length(s.days)
            THEN :day - s.first_day
            ELSE length(s.days) - 7 + (:day - s.first_day - length(s.days)) % 7 END, 1) = '1'
        """

    /// The days of a service; of one that the feed does not define, none.
    init(service: Int64?, _ db: Database) throws {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT first_day, last_day, days FROM service WHERE service = ?"),
            arguments: [service])
        let days = Array((row?.text("days") ?? "").utf8)
        let bounds = ServiceDate.earliest.dayNumber...ServiceDate.latest.dayNumber
        guard let first = row?.integer("first_day"), let last = row?.integer("last_day"),
            !days.isEmpty, bounds ~= first, bounds ~= last, first <= last
        else {
            span = 0..<0
            self.days = []
            return
        }
        span = first..<last + 1
        self.days = days
    }

    /// Whether the service runs on the day of that number.
    func contains(_ day: Int) -> Bool {
        guard span.contains(day) else { return false }
        let offset = day - span.lowerBound
        // Where the list ends, its last week repeats.
        let place = offset < days.count ? offset : days.count - 7 + (offset - days.count) % 7
        return days.indices.contains(place) && days[place] == UInt8(ascii: "1")
    }
}
