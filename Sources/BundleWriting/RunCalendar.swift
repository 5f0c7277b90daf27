package import BundleCodec
import GTFSSchedule
package import SQLiteLayer

package struct RunCalendar: Sendable {
    package struct Service: Sendable {
        package let days: ServiceDays
        package let count: RunCount
    }

    package let services: [Int: Service]
    private let parts: [RunCounts.Part]
    /// The first day of the feed: services may have earlier days, only for boards.
    private let first: Int?

    package init(_ connection: Connection) throws {
        let counts = try RunCounts(connection.readIntegers)
        parts = counts.parts
        let ofServices = counts.ofServices
        var services: [Int: Service] = [:]
        try connection.readRows(
            "SELECT service, first_day, last_day, days FROM service"
        ) { row in
            let days = try row.serviceDays(1)
            guard let service = row.integer(0), let days else { return }
            services[service] = Service(days: days, count: ofServices[service] ?? RunCount())
        }
        self.services = services
        first = try PublishedBundle.metadata("first_service_day", connection)
            .flatMap { Int32($0) }.flatMap { ServiceDate(yyyymmdd: $0) }?.dayNumber
    }

    /// Without the days for boards.
    package var window: ClosedRange<Int>? {
        let used = services.values.filter { $0.count.runs > 0 }
        guard let first = used.map(\.days.first).min(),
            let last = used.map(\.days.last).max()
        else {
            return nil
        }
        return min(max(first, self.first ?? first), last)...last
    }

    package func counts(on days: ClosedRange<Int>) -> [RunCount] {
        var counts = [RunCount](repeating: RunCount(), count: days.count)
        // First the difference of each day from a week before, then its total.
        for service in services.values where service.count.trips > 0 {
            for day in service.days.changes(within: days) {
                let place = day - days.lowerBound
                counts[place] =
                    service.days.contains(day)
                    ? counts[place] + service.count : counts[place] - service.count
            }
        }
        for day in counts.indices.dropFirst(7) { counts[day] += counts[day - 7] }
        return counts
    }

    package var busiestDay: (day: Int, count: RunCount)? {
        guard let window else { return nil }
        let counts = counts(on: window)
        guard let most = counts.map(\.runs).max(),
            let place = counts.firstIndex(where: { $0.runs == most })
        else { return nil }
        return (window.lowerBound + place, counts[place])
    }

    /// By `rid`.
    package func routes(on day: Int) -> [Int: RunCount] {
        parts(on: day).reduce(into: [:]) { counts, part in
            if let route = part.route { counts[route, default: RunCount()] += part.count }
        }
    }

    /// By `rid`: the runs of all these days together.
    package func routeRuns(on days: ClosedRange<Int>) -> [Int: Int] {
        let active = services.mapValues { service in
            service.count.runs > 0 ? days.count(where: service.days.contains) : 0
        }
        return parts.reduce(into: [:]) { runs, part in
            guard let route = part.route, let service = part.service else { return }
            runs[route, default: 0] &+= part.count.runs &* (active[service] ?? 0)
        }
    }

    /// By `sid`.
    package func departures(on days: [Int], _ connection: Connection) throws -> [Int: Int] {
        try RunCounts.departures(days.flatMap(parts), connection.readIntegers)
    }

    package func running(on day: Int) -> Set<Int> {
        Set(services.filter { $0.value.days.contains(day) }.keys)
    }

    package func parts(on day: Int) -> [RunCounts.Part] {
        let running = running(on: day)
        return parts.filter { $0.service.map(running.contains) ?? false }
    }
}
