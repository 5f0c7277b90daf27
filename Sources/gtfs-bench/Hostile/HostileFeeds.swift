/// All feeds that are made to cost much, each for one thing.
struct HostileFeeds {
    /// How many times smaller they are made.
    var divisor = 1

    var all: [HostileFeed] {
        [HostileFeed("base")] + services + trips + places + zones + tables + texts
    }

    /// A count, as many times smaller.
    func some(_ count: Int) -> Int { max(count / divisor, 2) }

    /// Trips, each with two calls, of services of their own or of one; `more` is at the end of a row.
    func trips(
        _ count: Int, columns: String = "", service: @escaping (Int) -> String = { _ in "C" },
        more: String = ""
    ) -> [String: HostileFeed.Body] {
        [
            "trips.txt": HostileFeed.lines("route_id,service_id,trip_id" + columns, count) {
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
