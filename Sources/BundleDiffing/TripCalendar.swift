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

    /// Trips on each day of a range; a trip of `frequencies.txt` is one.
    func trips(on days: ClosedRange<Int>) -> [Int] {
        var counts = [Int](repeating: 0, count: days.count)
        for service in services.values where service.trips > 0 {
            let first = max(service.days.first, days.lowerBound)
            let last = min(service.days.last, days.upperBound)
            guard first <= last else { continue }
            for day in first...last where service.days.contains(day) {
                counts[day - days.lowerBound] += service.trips
            }
        }
        return counts
    }

    /// A digest of the days on which each service runs, within a range.
    func digests(in days: ClosedRange<Int>?) -> [Int: Int] {
        services.mapValues { service in
            var hasher = Hasher()
            if let days {
                for day in days where service.days.contains(day) { hasher.combine(day) }
            }
            return hasher.finalize()
        }
    }
}
