import TestSupport

/// A feed of many trips that share their stops, times, distances and headsigns, as those of a city
/// do: what `gtfs verify` proves for the most part without asking the views.
struct SharedListsFeed {
    /// A seed for cells that are wrong, blank or of something else; nil for a feed without any.
    var flaws: UInt64?

    static let trips = 60
    static let shapes = 40

    /// Trips of one way: 0, 3, 6, ... go the first, 1, 4, 7, ... the second.
    private static let ways = [
        ["S0", "S1", "S2", "S3"], ["S3", "S2", "S1", "S0"], ["S4", "S1", "S5"],
    ]
    private static let calls =
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign,pickup_type,"
        + "shape_dist_traveled,timepoint"

    func feed() -> TestFeed {
        var generator = SeededGenerator(seed: flaws ?? 0)
        let odd = ["", "x", "-1", "99:99:99", "S9", "0", "7", "1.5", "08:00:00", "T1", "\"a, b\""]
        func flawed(_ cell: String) -> String {
            guard flaws != nil, Int.random(in: 0..<40, using: &generator) == 0 else { return cell }
            return odd.randomElement(using: &generator) ?? cell
        }
        func lines(_ header: String, _ rows: [[String]]) -> String {
            var lines = rows.map { $0.map(flawed).joined(separator: ",") }
            if flaws != nil, Int.random(in: 0..<4, using: &generator) == 0, lines.count > 20 {
                lines.append(lines.remove(at: Int.random(in: 0..<20, using: &generator)))
            }
            return ([header] + lines).joined(separator: "\n") + "\n"
        }
        var feed = TestFeed.base
        feed["stops.txt"] =
            "stop_id,stop_name,stop_lat,stop_lon\n"
            + (0..<6).map { "S\($0),Stop \($0),48.\($0),2.\($0)\n" }.joined()
        feed["trips.txt"] = lines(
            "route_id,service_id,trip_id,trip_headsign,trip_short_name,block_id,shape_id",
            (0..<Self.trips).map { trip in
                [
                    "R", "WD", "T\(trip)", "To \(trip % 3)", trip % 2 == 0 ? "N\(trip)" : "",
                    trip % 5 == 0 ? "B\(trip % 10)" : "", "P\(trip % 3)",
                ]
            })
        feed["stop_times.txt"] = lines(Self.calls, (0..<Self.trips).flatMap(Self.calls))
        feed["shapes.txt"] = lines(
            "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled",
            (0..<Self.shapes).flatMap { shape in
                (0..<30).map { point in
                    [
                        "P\(shape)", "48.\(100_000 + point * 37)", "2.\(200_000 + shape * point)",
                        "\(point)", "\(point).\(shape % 10)",
                    ]
                }
            })
        return feed
    }

    private static func calls(_ trip: Int) -> [[String]] {
        let start = 18_000 + trip * 600
        return ways[trip % 3].enumerated().map { place, stop in
            let arrival = start + place * (trip % 4 < 2 ? 300 : 420)
            return [
                "T\(trip)", time(arrival), time(arrival + (trip % 2) * 30), stop,
                "\(place * 2 + 1)",
                trip % 3 == 0 ? "Via \(place)" : "", place == 0 ? "" : "\(trip % 3)",
                "\(place).\(trip % 3)5", place == 0 ? "1" : "",
            ]
        }
    }

    private static func time(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }
}
