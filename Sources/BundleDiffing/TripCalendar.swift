import BundleCodec

/// The service days of a bundle, and how many trips each service has.
struct TripCalendar {
    /// A service that runs on some day.
    struct Service {
        let days: ServiceDays
        let trips: Int
    }

    /// By the bundle's key.
    let services: [Int: Service]

    /// Days from the first on which a trip runs to the last.
    var window: ClosedRange<Int>? {
        let used = services.values.filter { $0.trips > 0 }
        guard let first = used.map(\.days.first).min(),
            let last = used.map(\.days.last).max()
        else {
            return nil
        }
        return first...last
    }

    /// Trips on each day of a range; a trip of `frequencies.txt` counts once.
    func trips(on days: ClosedRange<Int>) -> [Int] {
        var counts = [Int](repeating: 0, count: days.count)
        // First how much a day differs from a week before, then its total.
        for service in services.values where service.trips > 0 {
            for day in service.days.changes(within: days) {
                counts[day - days.lowerBound] +=
                    service.days.contains(day) ? service.trips : -service.trips
            }
        }
        for day in counts.indices.dropFirst(7) { counts[day] += counts[day - 7] }
        return counts
    }

    /// A digest of the days on which each service runs, within a range.
    func digests(in days: ClosedRange<Int>?) -> [Int: Int] {
        services.mapValues { service in
            var hasher = Hasher()
            if let days { hasher.combine(service.days.changes(within: days)) }
            return hasher.finalize()
        }
    }
}
