import GTFSSchedule

extension HostileFeeds {
    var trips: [HostileFeed] {
        [
            feed("one-trip-1M", "stop_times.txt", count: some(1_000_000)) {
                Self.call("T", $0, stop: 1 + $0 % 2, sequence: $0)
            },
            HostileFeed(
                "trips-1M", tripsOfOneRoute(some(1_000_000)),
                rows("stop_times.txt", count: some(1_000_000)) { "T\($0),08:00:00,08:00:00,S1,1" }),
            feed("dup-stop-times", "stop_times.txt", count: some(1_000_000)) { _ in
                "T,08:00:00,08:00:00,S1,1"
            },
            feed("desc-sequence", "stop_times.txt", count: some(1_000_000)) {
                "T,,,S1,\(1_000_000 - $0)"
            },
            HostileFeed(
                "scattered-trips", tripsOfOneRoute(some(100_000)),
                rows("stop_times.txt", count: some(100_000) * 10) { [count = some(100_000)] row in
                    let position = row / count
                    return Self.call(
                        "T\(row % count)", 30_000 + position * 60, stop: 1 + position % 2,
                        sequence: position)
                }),
            HostileFeed(
                "patterns", tripsOfOneRoute(some(2_000)),
                rows("stop_times.txt", count: some(2_000) * 500) { row in
                    let (trip, call) = (row / 500, row % 500)
                    return Self.call(
                        "T\(trip)", 30_000 + call * 60,
                        stop: 1 + ((call * call + trip * call) >> 3) % 2, sequence: call)
                }),
        ] + matches
    }

    private var matches: [HostileFeed] {
        let calls = some(2_000)
        let near = rows("shapes.txt", count: some(200_000)) {
            "H,\(52.5 + Double($0 % 2) * 0.001),\(13.4 + Double($0 / 2 % 2) * 0.001),\($0)"
        }
        // The path passes the last stop for the last time long before its end.
        let passing = rows("shapes.txt", count: some(200_000)) {
            $0 == 0 ? "H,52.52,13.42,0" : "H,52.50\($0 % 2),13.40\($0 / 2 % 2),\($0)"
        }
        let stops = ["S1,One,52.5,13.4", "S2,Two,52.5005,13.4005", "S3,Three,52.52,13.42"]
        let two = rows("stops.txt", count: 2) { stops[$0] }
        let three = rows("stops.txt", count: 3) { stops[$0] }
        func turns(_ trip: Int, _ call: Int) -> Int { 1 + (call + trip) % 2 }
        return [
            HostileFeed("matcher", near, two, matched(some(10), calls: { _ in calls }, turns)),
            HostileFeed(
                "matcher-dist", near, two, matched(some(2_000), calls: { 2 + $0 % 40 }, turns)),
            HostileFeed(
                "matcher-backwards", passing, three,
                matched(10, calls: { _ in calls }) { trip, call in
                    call == calls - 1 ? 3 : 1 + (call + trip * call / 10) % 2
                }),
        ]
    }

    /// Trips that have a shape.
    private func matched(
        _ count: Int, calls: @escaping (Int) -> Int, _ stop: @escaping (_ trip: Int, Int) -> Int
    ) -> [String: HostileFeed.Body] {
        let trips = rows("trips.txt", ",shape_id", count: count) { "R,C,T\($0),H" }
        let stopTimes = rows("stop_times.txt", count: count) { trip in
            (0..<calls(trip)).map {
                Self.call("T\(trip)", 28_800 + $0, stop: stop(trip, $0), sequence: $0)
            }.joined(separator: "\n")
        }
        return trips.merging(stopTimes) { $1 }
    }

    private func tripsOfOneRoute(_ count: Int) -> [String: HostileFeed.Body] {
        rows("trips.txt", count: count) { "R,C,T\($0)" }
    }

    private static func call(_ trip: String, _ time: Int, stop: Int, sequence: Int) -> String {
        let time = ServiceTime(seconds: time)
        return "\(trip),\(time),\(time),S\(stop),\(sequence)"
    }
}
