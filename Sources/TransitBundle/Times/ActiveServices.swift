import Foundation
import GRDB
import GTFSSchedule

/// The services that run on a day, kept for the days that are asked for again and again: an app
/// asks for today, time after time.
final class ActiveServices: @unchecked Sendable {
    // Sendable: `known` is only touched with `lock` held, and what it holds are values.
    private let lock = NSLock()
    private var known: [Int: [Int64]] = [:]
    private static let mostDays = 32

    /// Their keys as a JSON array, for `json_each`; nil when none runs.
    func json(on date: ServiceDate, _ db: Database) throws -> String? {
        let keys = try keys(on: date.dayNumber, db)
        return keys.isEmpty ? nil : DepartureSearch.json(keys)
    }

    private func keys(on day: Int, _ db: Database) throws -> [Int64] {
        lock.lock()
        defer { lock.unlock() }
        if let keys = known[day] { return keys }
        let keys = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT s.service FROM service s WHERE \(ServiceDayList.condition)"),
            arguments: ["day": day]
        ).compactMap { $0.integer(at: 0).map(Int64.init) }
        if known.count >= Self.mostDays { known.removeAll() }
        known[day] = keys
        return keys
    }
}
