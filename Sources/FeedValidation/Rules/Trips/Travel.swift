import FeedCompiling

/// Nearly all trips are slow enough, so speeds are first estimated from straight-line distances;
/// only near the limit are they computed as in the canonical validator.
struct Travel {
    struct Hop {
        let start: Int
        let end: Int
        let distanceKm: Double
        let speedKph: Double
    }

    /// Ways up to this length may be too fast, because times are rounded.
    private static let farKm = 10.0
    /// More than the sum of all rounding in the estimate.
    private static let slackKm = 0.001

    private let trip: TripView
    private let points: StopPoints
    private let limitKph: Double
    /// In kilometers per second.
    private let limit: Double

    init(_ trip: TripView, limitKph: Double) {
        self.trip = trip
        self.limitKph = limitKph
        limit = limitKph / 3600
        points = trip.feed.stopPoints
    }

    /// The ways from a call to the next one with a place and times, where these times are too
    /// short.
    func fastHops() -> [Hop] {
        var hops: [Hop] = []
        var start = 0
        for end in 1..<trip.count {
            guard let one = points.located(trip.calls[start].stop),
                let other = points.located(trip.calls[end].stop),
                trip.times[start].departure != CallTimes.none,
                trip.times[end].arrival != CallTimes.none
            else { continue }
            defer { start = end }
            let seconds = Double(seconds(start, end))
            let rough = Self.roughKm(points.point[one], points.point[other])
            guard rough * 3600.001 > limitKph * seconds else { continue }
            let distance = exactKm(one, other)
            let speed = distance * 3600 / seconds
            guard speed > limitKph else { continue }
            hops.append(Hop(start: start, end: end, distanceKm: distance, speedKph: speed))
        }
        return hops
    }

    /// More than 10 km, measured from stop to stop.
    func fastFarHop() -> Hop? {
        let count = trip.count
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: count * 2) { memory in
            let along = UnsafeMutableBufferPointer(rebasing: memory[..<count])
            let least = UnsafeMutableBufferPointer(rebasing: memory[count...])
            measure(along)
            guard along[count - 1] > Self.farKm - Self.slackKm else { return nil }
            return fastFarHop(along, least)
        }
    }

    /// A way is too fast only if distance - limit * time is greater at its end than at its start.
    /// So a single pass with the smallest value of all starts finds the ends that need a closer
    /// look: hardly ever one.
    private func fastFarHop(
        _ along: UnsafeMutableBufferPointer<Double>, _ least: UnsafeMutableBufferPointer<Double>
    ) -> Hop? {
        var exact: [Double]?
        var far = 0
        var leastFar = Double.infinity
        var leastUndefined = Double.infinity
        for end in 0..<trip.count {
            if end > 0 {
                let value = startValue(end - 1, along)
                least[end - 1] = min(value, end > 1 ? least[end - 2] : .infinity)
                if !isDefined(end - 1) { leastUndefined = min(leastUndefined, value) }
            }
            guard trip.times[end].arrival != CallTimes.none else { continue }
            // An undefined stop ends the search, as it does in the canonical validator.
            guard isDefined(end) else { return nil }
            while far < end, along[end] - along[far] > Self.farKm - Self.slackKm {
                leastFar = min(leastFar, startValue(far, along))
                far += 1
            }
            let value = along[end] - limit * Double(trip.times[end].arrival) + Self.slackKm
            guard value > min(leastFar, leastUndefined) else { continue }
            let distances = exact ?? exactHops()
            exact = distances
            var distance = 0.0
            for start in stride(from: end - 1, through: 0, by: -1) {
                guard value > least[start] else { break }
                distance += distances[start]
                guard trip.times[start].departure != CallTimes.none else { continue }
                let speed = distance * 3600 / Double(seconds(start, end))
                if speed <= limitKph { continue }
                guard isDefined(start) else { return nil }
                if distance > Self.farKm {
                    return Hop(start: start, end: end, distanceKm: distance, speedKph: speed)
                }
            }
        }
        return nil
    }

    private func startValue(
        _ start: Int, _ along: UnsafeMutableBufferPointer<Double>
    ) -> Double {
        let departure = trip.times[start].departure
        return departure == CallTimes.none ? .infinity : along[start] - limit * Double(departure)
    }

    private func isDefined(_ position: Int) -> Bool {
        trip.feed.stopRows.row(Int(trip.calls[position].stop)) != nil
    }

    /// A minute is added when both are full minutes.
    @inline(__always)
    private func seconds(_ start: Int, _ end: Int) -> Int {
        let departure = trip.origin + Int(trip.times[start].departure)
        let arrival = trip.origin + Int(trip.times[end].arrival)
        if arrival <= departure { return 60 }
        let areMinutes = arrival % 60 == 0 && departure % 60 == 0
        return arrival - departure + (areMinutes ? 60 : 0)
    }
}

extension Travel {
    /// Kilometers from the first call, never too few.
    private func measure(_ along: UnsafeMutableBufferPointer<Double>) {
        var here = points.location(trip.calls[0].stop)
        var total = 0.0
        along[0] = 0
        for position in 1..<trip.count {
            if let next = points.located(trip.calls[position].stop) {
                if let here { total += Self.roughKm(here, points.point[next]) }
                here = points.point[next]
            }
            along[position] = total
        }
    }

    /// Kilometers, as the canonical validator measures them.
    private func exactHops() -> [Double] {
        var hops = [Double](repeating: 0, count: trip.count - 1)
        var here = points.located(trip.calls[0].stop)
        for position in 1..<trip.count {
            guard let next = points.located(trip.calls[position].stop) else { continue }
            if here != nil || points.unknown != nil { hops[position - 1] = exactKm(here, next) }
            here = next
        }
        return hops
    }

    /// - Parameter one: nil for a stop without a place.
    private func exactKm(_ one: Int?, _ other: Int) -> Double {
        Earth.meters(
            fromLatitude: one.map { points.latitude[$0] } ?? 0,
            longitude: one.map { points.longitude[$0] } ?? 0, toLatitude: points.latitude[other],
            longitude: points.longitude[other]) / 1000
    }

    @inline(__always)
    private static func roughKm(_ one: SpherePoint, _ other: SpherePoint) -> Double {
        let chord2 = one.chord2(other)
        // The arc is at most the chord times this; half a circle is the worst of all.
        let bulge = chord2 < 0.01 ? 1 + chord2 * 0.05 : .pi / 2
        return chord2.squareRoot() * bulge * (Earth.radiusMeters / 1000)
    }
}
