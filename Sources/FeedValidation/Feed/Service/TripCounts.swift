import FeedCompiling
import GTFSSchedule

struct TripCounts {
    /// The days have about as many trips as a busy day; nil when no trip ever runs.
    private(set) var majority: (first: Int, last: Int)?

    /// With the days sorted by their trips, at least this share of them is left out.
    private static let busyShare = 0.9
    /// Fewer are left out if otherwise fewer days than these would count as busy.
    private static let busyDays = 30
    /// A day with this share of a busy day's trips belongs to the majority.
    private static let majorityShare = 0.75

    init(_ feed: LoadedFeed) {
        let counts = Self.countDays(feed)
        guard !counts.isEmpty else { return }
        let sorted = counts.map(\.trips).sorted()
        let index = max(
            Int(Double(sorted.count) * Self.busyShare), sorted.count - Self.busyDays)
        let threshold = Int(Self.majorityShare * Double(sorted[index]))
        let first = counts.first { $0.trips >= threshold } ?? counts[0]
        let last = counts.last { $0.trips >= threshold } ?? counts[counts.count - 1]
        majority = (first.day, last.day)
    }

    /// The days with service, in order.
    static func countDays(_ feed: LoadedFeed) -> [(day: Int, trips: Int)] {
        let services = feed.servicePeriods
        let trips = countTrips(feed)
        let used = services.periods.indices.lazy.filter { trips[$0].isUsed }
        guard let start = used.compactMap({ services.periods[$0]?.first }).min(),
            let end = used.compactMap({ services.periods[$0]?.last }).max()
        else { return [] }
        var changes = TripCountChanges(start...end)
        for service in used {
            guard let period = services.periods[service] else { continue }
            changes.add(period, trips: trips[service].count)
        }
        return changes.counts()
    }

    /// By number of a service id, counting the repeats of `frequencies.txt`.
    private static func countTrips(_ feed: LoadedFeed) -> [(isUsed: Bool, count: Int)] {
        let repeats = repeats(feed)
        var counts = [(isUsed: Bool, count: Int)](
            repeating: (false, 0), count: feed.serviceIDs.count)
        feed.trips.forEachRow { row in
            guard row.service >= 0 else { return }
            counts[Int(row.service)].isUsed = true
            counts[Int(row.service)].count &+= repeats[row.trip] ?? 1
        }
        return counts
    }

    private static func repeats(_ feed: LoadedFeed) -> [Int32: Int] {
        var repeats: [Int32: Int] = [:]
        for row in feed.frequencies.rows {
            guard let id = row.tripID, let trip = feed.trips.ids.find(id.text),
                let start = row.startTime, let end = row.endTime
            else { continue }
            var count = 1
            if let headway = row.headwaySecs, headway > 0 {
                count += (end.seconds - start.seconds - 1) / headway
            }
            repeats[Int32(trip), default: 0] += count
        }
        return repeats
    }
}

private struct TripCountChanges {
    private struct Change {
        var trips = 0
        var services = 0
    }

    private let days: ClosedRange<Int>
    private var exceptions: [Change]
    /// By day, then by day of the week: patterns begin and end.
    private var edges: [Int: [Change]] = [:]

    init(_ days: ClosedRange<Int>) {
        self.days = days
        exceptions = Array(repeating: Change(), count: days.count)
    }

    mutating func add(_ period: ServicePeriod, trips: Int) {
        for pattern in period.patterns {
            for weekday in 0..<7 where pattern.weekdays >> UInt8(weekday) & 1 == 1 {
                change(pattern.days.lowerBound, weekday: weekday, trips: trips, services: 1)
                change(
                    pattern.days.upperBound + 1, weekday: weekday, trips: 0 &- trips, services: -1)
            }
        }
        for day in period.added where !period.patterns.contains(where: { $0.contains(day) }) {
            exceptions[day - days.lowerBound].trips &+= trips
            exceptions[day - days.lowerBound].services += 1
        }
        for day in period.removed
        where days.contains(day) && period.patterns.contains(where: { $0.contains(day) }) {
            exceptions[day - days.lowerBound].trips &-= trips
            exceptions[day - days.lowerBound].services -= 1
        }
    }

    private mutating func change(_ day: Int, weekday: Int, trips: Int, services: Int) {
        edges[day, default: Array(repeating: Change(), count: 7)][weekday].trips &+= trips
        edges[day, default: Array(repeating: Change(), count: 7)][weekday].services += services
    }

    func counts() -> [(day: Int, trips: Int)] {
        var counts: [(day: Int, trips: Int)] = []
        var week = [Change](repeating: Change(), count: 7)
        // Patterns may begin before the first day of service: their exceptions take it away.
        for day in edges.keys.sorted() where day < days.lowerBound {
            Self.apply(edges[day], &week)
        }
        for day in days {
            Self.apply(edges[day], &week)
            let weekday = week[ServicePeriod.weekday(day)]
            let exception = exceptions[day - days.lowerBound]
            guard weekday.services + exception.services > 0 else { continue }
            counts.append((day, weekday.trips &+ exception.trips))
        }
        return counts
    }

    private static func apply(_ changes: [Change]?, _ week: inout [Change]) {
        guard let changes else { return }
        for weekday in week.indices {
            week[weekday].trips &+= changes[weekday].trips
            week[weekday].services += changes[weekday].services
        }
    }
}
