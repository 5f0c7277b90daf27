enum TinyFeed {
    static func files(
        stops: String = "stop_id,stop_name,stop_lat,stop_lon\na,A,1,1\nb,B,1,1\n",
        routes: String = "route_id,route_short_name,route_type\nr,R,3\n",
        trips: String? = nil,
        stopTimes: String = "trip_id,stop_id,stop_sequence\n",
        calendar: String = """
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        daily,1,1,1,1,1,1,1,20260101,20261231

        """,
        others: [String: String] = [:]
    ) -> [String: String] {
        // Without trips of its own the feed has one for every id among the stop times, on r.
        let ids = stopTimes.split(separator: "\n").dropFirst().compactMap {
            $0.split(separator: ",").first
        }
        var seen: Set<Substring> = []
        let made = ids.filter { seen.insert($0).inserted }.map { "r,daily,\($0)\n" }
        return [
            "agency.txt": """
            agency_name,agency_url,agency_timezone
            Tiny,https://tiny.example.org/,Europe/Zurich

            """,
            "stops.txt": stops, "routes.txt": routes, "stop_times.txt": stopTimes,
            "trips.txt": trips ?? "route_id,service_id,trip_id\n" + made.joined(),
            "calendar.txt": calendar,
        ].merging(others) { _, new in new }
    }
}
