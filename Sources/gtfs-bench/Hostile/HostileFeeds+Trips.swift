extension HostileFeeds {
    var trips: [HostileFeed] {
        [
            HostileFeed(
                "one-trip-1M",
                [
                    "stop_times.txt": HostileFeed.lines(
                        HostileFeed.stopTimesHeader, count: some(1_000_000)
                    ) { Self.call("T", $0, stop: 1 + $0 % 2, sequence: $0) }
                ]),
            HostileFeed(
                "trips-1M",
                [
                    "trips.txt": tripsOfOneRoute(some(1_000_000)),
                    "stop_times.txt": HostileFeed.lines(
                        HostileFeed.stopTimesHeader, count: some(1_000_000)
                    ) { "T\($0),08:00:00,08:00:00,S1,1" },
                ]),
            HostileFeed(
                "dup-stop-times",
                [
                    "stop_times.txt": HostileFeed.lines(
                        HostileFeed.stopTimesHeader, count: some(1_000_000)
                    ) { _ in "T,08:00:00,08:00:00,S1,1" }
                ]),
            HostileFeed(
                "desc-sequence",
                [
                    "stop_times.txt": HostileFeed.lines(
                        HostileFeed.stopTimesHeader, count: some(1_000_000)
                    ) { "T,,,S1,\(1_000_000 - $0)" }
                ]),
            HostileFeed(
                "scattered-trips",
                [
                    "trips.txt": tripsOfOneRoute(some(100_000)),
                    "stop_times.txt": HostileFeed.lines(
                        HostileFeed.stopTimesHeader, count: some(100_000) * 10
                    ) { [count = some(100_000)] row in
                        let position = row / count
                        return Self.call(
                            "T\(row % count)", 30_000 + position * 60, stop: 1 + position % 2,
                            sequence: position)
                    },
                ]),
            HostileFeed(
                "patterns",
                [
                    "trips.txt": tripsOfOneRoute(some(2_000)),
                    "stop_times.txt": HostileFeed.lines(
                        HostileFeed.stopTimesHeader, count: some(2_000) * 500
                    ) { row in
                        let (trip, call) = (row / 500, row % 500)
                        return Self.call(
                            "T\(trip)", 30_000 + call * 60,
                            stop: 1 + ((call * call + trip * call) >> 3) % 2, sequence: call)
                    },
                ]),
        ] + matches
    }

    private var matches: [HostileFeed] {
        func files(_ trips: Int, calls: @escaping (Int) -> Int) -> [String: HostileFeed.Body] {
            [
                "shapes.txt": HostileFeed.lines(HostileFeed.shapesHeader, count: some(200_000)) {
                    "H,\(52.5 + Double($0 % 2) * 0.001),\(13.4 + Double($0 / 2 % 2) * 0.001),\($0)"
                },
                "stops.txt": HostileFeed.lines(HostileFeed.stopsHeader, count: 2) {
                    $0 == 0 ? "S1,One,52.5,13.4" : "S2,Two,52.5005,13.4005"
                },
                "trips.txt": HostileFeed.lines("route_id,service_id,trip_id,shape_id", count: trips)
                {
                    "R,C,T\($0),H"
                },
                "stop_times.txt": { text in
                    text.line(HostileFeed.stopTimesHeader)
                    for trip in 0..<trips {
                        for call in 0..<calls(trip) {
                            text.line(
                                Self.call(
                                    "T\(trip)", 28_800 + call, stop: 1 + (call + trip) % 2,
                                    sequence: call))
                        }
                    }
                },
            ]
        }
        let calls = some(2_000)
        var unreachable = files(10) { _ in calls }
        // The path passes the last stop for the last time long before its end.
        unreachable["shapes.txt"] = HostileFeed.lines(
            HostileFeed.shapesHeader, count: some(200_000)
        ) { $0 == 0 ? "H,52.52,13.42,0" : "H,52.50\($0 % 2),13.40\($0 / 2 % 2),\($0)" }
        unreachable["stops.txt"] = HostileFeed.lines(HostileFeed.stopsHeader, count: 3) {
            [
                "S1,One,52.5,13.4", "S2,Two,52.5005,13.4005", "S3,Three,52.52,13.42",
            ][$0]
        }
        unreachable["stop_times.txt"] = { text in
            text.line(HostileFeed.stopTimesHeader)
            for trip in 0..<10 {
                for call in 0..<calls {
                    let stop = call == calls - 1 ? 3 : 1 + (call + trip * call / 10) % 2
                    text.line(Self.call("T\(trip)", 28_800 + call, stop: stop, sequence: call))
                }
            }
        }
        return [
            HostileFeed("matcher", files(some(10)) { _ in calls }),
            HostileFeed("matcher-dist", files(some(2_000)) { 2 + $0 % 40 }),
            HostileFeed("matcher-backwards", unreachable),
        ]
    }

    private func tripsOfOneRoute(_ count: Int) -> HostileFeed.Body {
        HostileFeed.lines("route_id,service_id,trip_id", count: count) { "R,C,T\($0)" }
    }

    private static func call(_ trip: String, _ time: Int, stop: Int, sequence: Int) -> String {
        let time = HostileFeed.clock(time)
        return "\(trip),\(time),\(time),S\(stop),\(sequence)"
    }
}
