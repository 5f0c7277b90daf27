package enum ConstructedFeed {
    /// A feed in one zone whose trips leave every half hour of a service day of 28 hours, one of two
    /// days' length, and some every few minutes around the hours at which clocks change.
    package static func clock(zone: String, from start: String, to end: String) -> [String: String]
    {
        var trips = ""
        var stopTimes = ""
        for number in 0..<56 {
            let id = "T\(number)"
            trips += "R,ALL,\(id),To \(number)\n"
            stopTimes += call(id, at: number * 1800 + 600, stop: "S1", number: 1)
            stopTimes += call(id, at: number * 1800 + 1500, stop: "S2", number: 2)
            stopTimes += call(id, at: number * 1800 + 2400, stop: "S3", number: 3)
        }
        trips += "R,ALL,LONG,\nR,ALL,EXACT,\nR,ALL,ABOUT,\n"
        for (number, hours) in [0, 12, 24, 36, 47].enumerated() {
            stopTimes += call(
                "LONG", at: hours * 3600 + 1800, stop: "S\(number % 3 + 1)", number: number)
        }
        for trip in ["EXACT", "ABOUT"] {
            stopTimes +=
                call(trip, at: 0, stop: "S1", number: 1)
                + call(trip, at: 300, stop: "S2", number: 2)
                + call(trip, at: 700, stop: "S3", number: 3)
        }
        return [
            "agency.txt":
                "agency_id,agency_name,agency_url,agency_timezone\nA,A,http://a.example,\(zone)\n",
            "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nS1,1,1,1\nS2,2,1,1.1\nS3,3,1,1.2\n",
            "routes.txt": "route_id,agency_id,route_short_name,route_type\nR,A,1,3\n",
            "calendar.txt": """
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            ALL,1,1,1,1,1,1,1,\(start),\(end)
            """,
            "trips.txt": "route_id,service_id,trip_id,trip_headsign\n" + trips,
            "stop_times.txt":
                "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + stopTimes,
            "frequencies.txt": """
            trip_id,start_time,end_time,headway_secs,exact_times
            EXACT,00:00:00,04:30:00,420,1
            ABOUT,01:00:00,03:30:00,660,0
            ABOUT,24:30:00,26:00:00,900,
            """,
        ]
    }

    /// Agencies in three zones, stations and stops with zones of their own.
    package static let zones: [String: String] = {
        var trips = ""
        var stopTimes = ""
        for (route, name) in [("RX", "X"), ("RY", "Y"), ("RZ", "Z"), ("RN", "N")] {
            for number in 0..<26 {
                trips += "\(route),ALL,\(name)\(number)\n"
                let start = number * 3600 + 300
                for (place, stop) in ["P1", "Q", "P2", "R", "V"].enumerated() {
                    stopTimes += call(
                        "\(name)\(number)", at: start + place * 1200, stop: stop, number: place * 10
                    )
                }
            }
        }
        return [
            "agency.txt": """
            agency_id,agency_name,agency_url,agency_timezone
            X,X,http://x.example,America/Los_Angeles
            Y,Y,http://y.example,America/New_York
            Z,Z,http://z.example,Australia/Lord_Howe
            """,
            "stops.txt": """
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_timezone
            ST,Station,1,1,1,,America/Denver
            P1,One,1,1,0,ST,America/New_York
            P2,Two,1,1,0,ST,
            Q,Queue,1,2,,,America/Chicago
            R,Rest,1,3,,,
            V,Very far,1,4,,,Australia/Lord_Howe
            """,
            "routes.txt": """
            route_id,agency_id,route_short_name,route_type
            RX,X,x,3
            RY,Y,y,3
            RZ,Z,z,3
            RN,,n,3
            """,
            "calendar.txt": """
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            ALL,1,1,1,1,1,1,1,20261024,20261107
            """,
            "trips.txt": "route_id,service_id,trip_id\n" + trips,
            "stop_times.txt":
                "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + stopTimes,
        ]
    }()

    private static func call(_ trip: String, at seconds: Int, stop: String, number: Int)
        -> String
    {
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
        let time = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return "\(trip),\(time),\(time),\(stop),\(number)\n"
    }
}
