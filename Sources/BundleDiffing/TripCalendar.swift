/// The service days of a bundle, and how many trips each service has.
struct TripCalendar {
    /// A service's days, counted from 1970-01-01: see the table `service` in `schema/bundle.sql`.
    struct Service {
        let first: Int
        let last: Int
        let days: [UInt8]
        let trips: Int

        func runs(on day: Int) -> Bool {
            guard (first...last).contains(day), !days.isEmpty else { return false }
            let place = day - first
            if place < days.count { return days[place] == UInt8(ascii: "1") }
            let week = days.suffix(7)
            return week[week.startIndex + (place - days.count) % week.count] == UInt8(ascii: "1")
        }
    }

    /// By the bundle's key.
    let services: [Int: Service]

    /// Days from the first on which a trip runs to the last.
    var window: ClosedRange<Int>? {
        let used = services.values.filter { $0.trips > 0 }
        guard let first = used.map(\.first).min(), let last = used.map(\.last).max() else {
            return nil
        }
        return first...last
    }

    /// Trips on each day of a range; a trip of `frequencies.txt` is one.
    func trips(on days: ClosedRange<Int>) -> [Int] {
        var counts = [Int](repeating: 0, count: days.count)
        for service in services.values where service.trips > 0 {
            let first = max(service.first, days.lowerBound)
            let last = min(service.last, days.upperBound)
            guard first <= last else { continue }
            for day in first...last where service.runs(on: day) {
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
                for day in days where service.runs(on: day) { hasher.combine(day) }
            }
            return hasher.finalize()
        }
    }
}
