enum SmallFeed {
    static func files(
        stops: String = "stop_id,stop_name,stop_lat,stop_lon\na,A,1,1\nb,B,1,1\n",
        trips: String = "route_id,service_id,trip_id\nr,daily,t\n",
        stopTimes: String = """
        trip_id,stop_id,stop_sequence,arrival_time,departure_time
        t,a,1,08:00:00,08:00:00
        t,b,2,09:00:00,09:00:00

        """,
        zone: String = "Europe/Zurich", first: String = "20260101", last: String = "20261231",
        others: [String: String] = [:]
    ) -> [String: String] {
        [
            "agency.txt": "agency_name,agency_url,agency_timezone\nS,https://s.example/,\(zone)\n",
            "stops.txt": stops, "routes.txt": "route_id,route_short_name,route_type\nr,R,3\n",
            "trips.txt": trips, "stop_times.txt": stopTimes,
            "calendar.txt": """
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            daily,1,1,1,1,1,1,1,\(first),\(last)

            """,
        ].merging(others) { _, new in new }
    }
}
