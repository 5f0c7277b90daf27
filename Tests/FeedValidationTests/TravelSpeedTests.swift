import FeedValidation
import TestSupport
import Testing

/// Speeds of random trips, compared with those of every pair of their calls.
@Suite struct TravelSpeedTests {
    private struct Call {
        let stop: Int
        let arrival: Int?
        let departure: Int?
    }

    /// Stops in a row to the east, 0.01 degrees apart on the equator.
    private static let stops = 60
    private static let limit = 150.0

    @Test func speedsAgreeWithAllPairs() throws {
        var generator = SeededGenerator(seed: 7)
        let trips = (0..<400).map { _ in Self.trip(&generator) }
        let found = try Findings(Self.feed(trips))
        let hops = trips.map(Self.fastHops).reduce(0, +)
        let far = trips.filter(Self.hasFastFarHop).count
        #expect(found.count("fast_travel_between_consecutive_stops") == hops)
        #expect(found.count("fast_travel_between_far_stops") == far)
        #expect(hops > 100 && (50..<350).contains(far))
    }

    /// There, the first of the trips alike describes all hops of each.
    @Test func severalHopsOfATripInTheCanonicalValidator() throws {
        var generator = SeededGenerator(seed: 7)
        let trips = (0..<40).map { _ in Self.trip(&generator) }
        #expect(trips.contains { Self.fastHops($0) > 1 })
        let code = "fast_travel_between_consecutive_stops"
        let feed = Self.feed(trips + trips)
        #expect(try Findings(feed, isCanonical: true).count(code) == Findings(feed).count(code))
    }

    private static func trip(_ generator: inout SeededGenerator) -> [Call] {
        var calls: [Call] = []
        var stop = 0
        var time = 8 * 3600
        let isRounded = Bool.random(using: &generator)
        while stop < stops, calls.count < 30 {
            let wait = [0, 0, 20, 300].randomElement(using: &generator) ?? 0
            let isTimed = calls.isEmpty || Int.random(in: 0..<4, using: &generator) > 0
            let arrival = isRounded ? time / 60 * 60 : time
            let departure = isRounded ? (time + wait) / 60 * 60 : time + wait
            calls.append(
                Call(
                    stop: stop, arrival: isTimed ? arrival : nil,
                    departure: isTimed ? departure : nil))
            let step = Int.random(in: 1...3, using: &generator)
            stop += step
            // 100 to 220 km/h: around the limit.
            let speed = Double.random(in: 100...220, using: &generator)
            time += wait + Int(Double(step) * 1.112 / speed * 3600)
        }
        return calls
    }

    private static func feed(_ trips: [[Call]]) -> TestFeed {
        var text = "# stops.txt\nstop_id,stop_name,stop_lat,stop_lon\n"
        for stop in 0..<stops + 3 {
            text += "S\(stop),Stop \(stop),0.0,\(10 + Double(stop) / 100)\n"
        }
        text += "# trips.txt\nroute_id,service_id,trip_id\n"
        for trip in trips.indices { text += "R,WD,T\(trip)\n" }
        text += "# stop_times.txt\ntrip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        for (trip, calls) in trips.enumerated() {
            for (sequence, call) in calls.enumerated() {
                text += "T\(trip),\(clock(call.arrival)),\(clock(call.departure)),S\(call.stop),"
                text += "\(sequence)\n"
            }
        }
        return .base.with(TestFeed(text))
    }

    private static func clock(_ time: Int?) -> String {
        guard let time else { return "" }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))"
    }

    private static func speed(_ start: Call, _ end: Call) -> Double? {
        guard let departure = start.departure, let arrival = end.arrival else { return nil }
        var seconds = arrival - departure
        if seconds <= 0 {
            seconds = 60
        } else if arrival % 60 == 0, departure % 60 == 0 {
            seconds += 60
        }
        return km(start, end) * 3600 / Double(seconds)
    }

    private static func km(_ start: Call, _ end: Call) -> Double {
        Double(end.stop - start.stop) * 0.01 * .pi / 180 * 6371.01
    }

    private static func fastHops(_ trip: [Call]) -> Int {
        var count = 0
        var start = trip[0]
        for end in trip.dropFirst() {
            guard let speed = speed(start, end) else { continue }
            if speed > limit { count += 1 }
            start = end
        }
        return count
    }

    private static func hasFastFarHop(_ trip: [Call]) -> Bool {
        trip.indices.contains { end in
            trip[..<end].contains { start in
                km(start, trip[end]) > 10 && (speed(start, trip[end]) ?? 0) > limit
            }
        }
    }
}
