import FeedCompiling
package import GTFSSchedule

/// The service that a feed has between its first and its last day; see
/// ``FeedSummary/serviceWindow``.
package struct FeedService: Sendable {
    /// The days from the validation date to the last day of service, below 0 if it has ended; nil
    /// when no trip has a day.
    package let daysLeft: Int?
    /// The days between the first and the last one on which no trip runs.
    package let daysWithoutService: Int
    /// The number of periods of at least three days without service: a weekend is shorter.
    package let gapCount: Int
    /// The first hundred of these periods.
    package let gaps: [ClosedRange<ServiceDate>]
    /// The number of routes that no row of `trips.txt` names.
    package let routesWithoutTripsCount: Int
    /// The ids of the first hundred of these routes.
    package let routesWithoutTrips: [String]

    private static let shortestGap = 3
    private static let listLimit = 100

    init(_ feed: LoadedFeed) {
        let days = TripCounts.countDays(feed).map(\.day)
        daysLeft = days.last.map { $0 - feed.options.date.dayNumber }
        var without = 0
        var count = 0
        var gaps: [ClosedRange<ServiceDate>] = []
        for (day, next) in zip(days, days.dropFirst()) where next > day + 1 {
            without += next - day - 1
            guard next - day > Self.shortestGap else { continue }
            count += 1
            guard gaps.count < Self.listLimit else { continue }
            gaps.append(ServiceDate(dayNumber: day + 1)...ServiceDate(dayNumber: next - 1))
        }
        daysWithoutService = without
        gapCount = count
        self.gaps = gaps
        let isUsed = feed.trips.areUsed(feed.routeIDs.count) { $0.route }
        let unused = feed.routeRows.indices.filter { feed.routeRows[$0] >= 0 && !isUsed[$0] }
        routesWithoutTripsCount = unused.count
        routesWithoutTrips = unused.prefix(Self.listLimit).map { feed.routeIDs.string($0).cut }
    }
}

extension FeedSummary {
    /// For people.
    package func serviceFacts(
        on day: ServiceDate, _ number: (Int) -> String
    ) -> [(name: String, value: String)] {
        let window = serviceWindow?.words(on: day)
        guard let service else { return window.map { [("Service", $0)] } ?? [] }
        var facts: [(name: String, value: String)] = []
        if let window, let left = service.daysLeft {
            let rest = left < 0 ? "" : ", \(number(left)) \(left == 1 ? "day" : "days") left"
            facts.append(("Service", window + rest))
        }
        if service.daysWithoutService > 0 {
            let gaps = Self.list(
                service.gaps.map { "\($0.lowerBound.words) to \($0.upperBound.words)" },
                of: service.gapCount, number)
            facts.append(
                (
                    "Days without service",
                    number(service.daysWithoutService) + (gaps.isEmpty ? "" : ", such as \(gaps)")
                ))
        }
        if service.routesWithoutTripsCount > 0 {
            let routes = Self.list(
                service.routesWithoutTrips, of: service.routesWithoutTripsCount, number)
            facts.append(
                (
                    "Routes without trips",
                    "\(number(service.routesWithoutTripsCount)): \(routes)"
                ))
        }
        return facts
    }

    private static func list(
        _ things: [String], of count: Int, _ number: (Int) -> String
    ) -> String {
        let shown = things.prefix(5)
        let rest = count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(number(rest)) more" : "")
    }
}
