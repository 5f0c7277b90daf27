struct HostileFeeds {
    var divisor = 1

    var all: [HostileFeed] {
        [HostileFeed("base")] + services + trips + places + zones + tables + texts
    }

    func some(_ count: Int) -> Int { max(count / divisor, 2) }

    func trips(
        _ count: Int, columns: String = "", service: @escaping (Int) -> String = { _ in "C" },
        more: String = ""
    ) -> [String: HostileFeed.Body] {
        [
            "trips.txt": HostileFeed.lines("route_id,service_id,trip_id" + columns, count: count) {
                "R,\(service($0)),T\($0)\(more)"
            },
            "stop_times.txt": { text in
                text.line(HostileFeed.stopTimesHeader)
                for trip in 0..<count {
                    text.line("T\(trip),08:00:00,08:00:00,S1,1")
                    text.line("T\(trip),08:10:00,08:10:00,S2,2")
                }
            },
        ]
    }
}
