import BundleCodec
package import GTFSSchedule
import SQLiteLayer

extension TransitBundle {
    /// A trip of `frequencies.txt` has one for each of its starts.
    package func runs(on date: ServiceDate) async throws -> Int {
        let facts = facts
        return try await question { db in try Self.runs(on: date, facts, db) }
    }

    private static func runs(
        on date: ServiceDate, _ facts: BundleFacts, _ db: Database
    ) throws -> Int {
        let active = try facts.activeServices.keys(on: date, db)
        return try facts.runCounts(db).parts.reduce(into: 0) { sum, part in
            guard let service = part.service, active.contains(Int64(service)) else { return }
            sum &+= part.count.runs
        }
    }

    /// The last service day with at least half as many runs as the busiest day of the four weeks
    /// before it, which the last days of a feed often fail; nil when nothing ever runs.
    package func lastUsualDay() async throws -> ServiceDate? {
        let facts = facts
        guard let days = facts.serviceDays else { return nil }
        return try await question { db in
            try facts.lastUsualDay.value {
                let last = days.upperBound.dayNumber
                let window = max(last - 27, days.lowerBound.dayNumber)...last
                let runs = try window.map { number in
                    let date = ServiceDate(dayNumber: number)
                    return (date: date, runs: try Self.runs(on: date, facts, db))
                }
                let most = runs.map(\.runs).max() ?? 0
                return runs.last { $0.runs > 0 && $0.runs >= most - $0.runs }?.date
            }
        }
    }

    /// Stations represent their platforms.
    package func busiestStops(on date: ServiceDate, count: Int) async throws -> [BusyStop] {
        let facts = facts
        return try await question { db in
            try facts.busiestStops.value(for: date) {
                try Self.busiestStops(on: date, facts, db)
            }.prefix(count).map { $0 }
        }
    }

    private static func busiestStops(
        on date: ServiceDate, _ facts: BundleFacts, _ db: Database
    ) throws -> [BusyStop] {
        let active = try facts.activeServices.keys(on: date, db)
        let parts = try facts.runCounts(db).parts.lazy.filter {
            $0.service.map { active.contains(Int64($0)) } ?? false
        }
        let departures = try RunCounts.departures(parts, db.readIntegers)
        // Among so many are the busiest stations, however many platforms they have.
        let top = departures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(mostPlaces)
        let stations = try facts.stopStations.entries(of: Set(top.map { Int64($0.key) }), db)
        let places = top.reduce(into: [Int64: Int]()) { sums, stop in
            let sid = Int64(stop.key)
            sums[stations[sid]?.station ?? sid, default: 0] &+= stop.value
        }
        return places.map { BusyStop(sid: $0.key, departures: $0.value) }
            .sorted { ($1.departures, $0.sid) < ($0.departures, $1.sid) }
            .prefix(mostBusy).map { $0 }
    }

    private static let mostPlaces = 2000
    private static let mostBusy = 20
}

package struct BusyStop: Hashable, Sendable {
    package let sid: Int64
    package let departures: Int
}
