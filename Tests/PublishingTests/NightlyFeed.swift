import GTFSSchedule
import TestSupport

/// A feed as it changes from night to night.
struct NightlyFeed {
    var stops = 20
    var routes = 4
    var trips = 40
    /// The first and last day of service, YYYYMMDD.
    var from: Int32 = 20_260_101
    var until: Int32 = 20_261_231
    /// Of `calendar.txt`, from Monday on.
    var weekdays = "1,1,1,1,1,1,1"
    var routeType = 3
    /// What the ids of stops and routes begin with.
    var stopPrefix = "S"
    var routePrefix = "R"
    var marketName = "Market"
    /// A row that is a new error for the validator.
    var hasBadTime = false
    /// The id of one stop more.
    var extraStop: String?
    /// Seconds between two runs of each trip, from 6 to 20 o'clock; nil for one run.
    var headway: Int?

    var feed: TestFeed {
        var feed = TestFeed.base
        feed["stops.txt"] =
            "stop_id,stop_name,stop_lat,stop_lon\n"
            + (0..<stops).map {
                "\(stopPrefix)\($0),\($0 == 1 ? marketName : "Stop \($0)"),48.0,2.\(100 + $0)\n"
            }
            .joined() + (extraStop.map { "\($0),Extra,48.5,2.5\n" } ?? "")
        feed["routes.txt"] =
            "route_id,agency_id,route_short_name,route_type\n"
            + (0..<routes).map { "\(routePrefix)\($0),X,\($0),\(routeType)\n" }.joined()
        feed["calendar.txt"] =
            "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,"
            + "end_date\nWD,\(weekdays),\(from),\(until)\n"
        feed["trips.txt"] =
            "route_id,service_id,trip_id\n"
            + (0..<trips).map { "\(routePrefix)\($0 % max(routes, 1)),WD,T\($0)\n" }.joined()
        feed["stop_times.txt"] =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
            + (0..<trips).map { trip in
                let hour = 6 + trip % 12
                let minute = trip % 50 + 10
                return "T\(trip),\(hour):\(minute):00,\(hour):\(minute):00,"
                    + "\(stopPrefix)\(trip % stops),1\n"
                    + "T\(trip),\(hour + 1):00:00,\(hour + 1):0\(hasBadTime ? "x" : "0"):00,"
                    + "\(stopPrefix)\((trip + 1) % stops),2\n"
            }.joined()
        guard let headway else { return feed }
        feed["frequencies.txt"] =
            "trip_id,start_time,end_time,headway_secs\n"
            + (0..<trips).map { "T\($0),06:00:00,20:00:00,\(headway)\n" }.joined()
        return feed
    }
}
