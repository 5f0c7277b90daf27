import TestSupport

/// A feed whose stop times use every column, and whose rows can be laid out in any order.
///
/// The values of a row are a function of its trip and position, so that feeds made with the same
/// seed differ in nothing but the order.
struct StopTimesFeed {
    let trips: Int
    let stops: Int
    var seed: UInt64 = 1
    /// Whether every trip has its own distances along its way.
    var hasDistances = true

    private static let header =
        "trip_id,arrival_time,departure_time,stop_id,location_group_id,stop_sequence,"
        + "stop_headsign,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_type,"
        + "drop_off_type,continuous_pickup,shape_dist_traveled,timepoint,pickup_booking_rule_id"

    func rows() -> [String] {
        var generator = SeededGenerator(seed: seed)
        func pick(_ values: String...) -> String {
            values.randomElement(using: &generator) ?? ""
        }
        var rows: [String] = []
        rows.reserveCapacity(trips * stops)
        for trip in 0..<trips {
            var seconds = Int.random(in: 0...80_000, using: &generator)
            var tenths = 0
            for position in 0..<stops {
                let arrival = Self.time(seconds)
                seconds += Int.random(in: 0...2, using: &generator) * 15
                let departure = Self.time(seconds)
                seconds += Int.random(in: 1...9, using: &generator) * 30
                tenths += Int.random(in: 1...5000, using: &generator)
                let isTimed = position == 0 || position == stops - 1 || pick("t", "t", "") == "t"
                let isFlexible = pick("f", "", "", "", "", "") == "f" && !isTimed
                let cells = [
                    "T\(trip)", isTimed ? arrival : "", isTimed ? departure : "",
                    isFlexible ? "" : "S\((trip % 7 + position * 3) % 50)",
                    isFlexible ? "G1" : "", "\(position * 5 + 1)", pick("", "", "Harbour", "Hills"),
                    isFlexible ? "08:00:00" : "", isFlexible ? "19:30:00" : "",
                    pick("", "0", "1", "2"), pick("", "0", "3"), pick("", "1"),
                    isFlexible || !hasDistances ? "" : "\(tenths / 10).\(tenths % 10)",
                    pick("", "0", "1"), isFlexible ? "B1" : "",
                ]
                rows.append(cells.joined(separator: ","))
            }
        }
        return rows
    }

    func feed(_ rows: [String]) -> TestFeed {
        let stops = (0..<50).map { "S\($0),Stop \($0),48.\(100 + $0),2.\(100 + $0 * $0 % 89)\n" }
        var feed = TestFeed.base
        feed["stops.txt"] = "stop_id,stop_name,stop_lat,stop_lon\n" + stops.joined()
        feed["trips.txt"] =
            "route_id,service_id,trip_id\n" + (0..<trips).map { "R,WD,T\($0)\n" }.joined()
        feed["location_groups.txt"] = "location_group_id\nG1\n"
        feed["location_group_stops.txt"] = "location_group_id,stop_id\nG1,S1\n"
        feed["booking_rules.txt"] = "booking_rule_id,booking_type\nB1,0\n"
        feed["stop_times.txt"] = Self.header + "\n" + rows.joined(separator: "\n") + "\n"
        return feed
    }

    /// The values that the view must have for a row.
    static func expectation(_ row: String) -> String {
        var cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if let number = Double(cells[12]), number == number.rounded() {
            cells[12] = "\(Int(number))"
        }
        return cells.joined(separator: "|")
    }

    /// The same columns of the view.
    static let query =
        "SELECT \(header) FROM stop_times ORDER BY CAST(substr(trip_id, 2) AS INTEGER), "
        + "stop_sequence"

    static func time(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }
}
