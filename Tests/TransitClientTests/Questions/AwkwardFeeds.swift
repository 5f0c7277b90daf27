import GTFSSchedule
import TestSupport

/// Small feeds that are hard to ask about.
enum AwkwardFeeds {
    /// Ids of all characters, ids that look like keys, routes and shapes that are named and not there.
    static let ids: TestFeed = """
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        caf\u{E9},One,https://example.org,America/New_York
        cafe\u{301},Two,https://example.org,America/New_York
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
        sid:2,Looks like a key,40.000000123456789,-74.000000000000001,,
        a/b,Slash,40.001,-74.1,,
        a b,Blank,40.002,-74.1,,
        a+b,Plus,40.003,-74.1,,
        a%2Fb,Percent,40.004,-74.1,,
        caf\u{E9},Composed,40.005,-74.1,1,
        cafe\u{301},Decomposed,40.006,-74.1,1,
        ?&=#,Query,40.007,-74.1,,caf\u{E9}
        ..,Up,40.008,-74.1,,cafe\u{301}
        "q""x",Quote,40.009,-74.1,,
        \u{1F68B},Tram,-0.0000012,179.999999,,
        Z,,,,3,caf\u{E9}
        # routes.txt
        route_id,agency_id,route_short_name,route_type,route_color
        rid:2,caf\u{E9},1,3,
        r/1,cafe\u{301},2,0,00FF00
        caf\u{E9},caf\u{E9},10,1,
        cafe\u{301},,A,1702,
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        ALL,1,1,1,1,1,1,1,20261025,20261107
        # trips.txt
        route_id,service_id,trip_id,shape_id,direction_id,block_id,trip_headsign
        rid:2,ALL,t/1,s/1,0,b,To \u{E9}
        r/1,ALL,caf\u{E9},,1,b,
        caf\u{E9},ALL,cafe\u{301},gone,0,,"a ""b"" c"
        nowhere,ALL,sid:1,s/1,,,
        r/1,ALL,point,one,1,,
        r/1,ALL,same,twice,1,,
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        t/1,08:00:00,08:00:00,sid:2,1
        t/1,,,a/b,2
        t/1,08:20:00,08:21:00,?&=#,3
        caf\u{E9},08:30:00,08:30:00,?&=#,1
        caf\u{E9},24:30:00,24:31:00,..,5
        caf\u{E9},27:00:00,27:00:00,a b,9
        cafe\u{301},09:00:00,09:00:00,a+b,1
        cafe\u{301},09:10:00,09:10:00,a%2Fb,2
        cafe\u{301},09:20:00,09:20:00,\u{1F68B},3
        point,09:00:00,09:00:00,a/b,1
        point,09:20:00,09:20:00,a b,2
        same,09:00:00,09:00:00,a/b,1
        same,09:20:00,09:20:00,a b,2
        sid:1,09:00:00,09:00:00,a/b,1
        sid:1,09:20:00,09:20:00,"q""x",2
        # frequencies.txt
        trip_id,start_time,end_time,headway_secs,exact_times
        cafe\u{301},06:00:00,07:00:00,600,1
        cafe\u{301},06:30:00,08:00:00,900,0
        # shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled
        s/1,40.000000123456789,-74,1,0
        s/1,40.0010000009,-74.1,2,1.5
        s/1,40.009,-74.100000001,3,3
        one,40.000000123456789,-74.1,1,0
        twice,40.000000123456789,-74.1,1,
        twice,40.000000123456789,-74.1,2,
        """

    /// One agency without an id or a zone, and routes that name none.
    static let bare: TestFeed = """
        # agency.txt
        agency_name,agency_url,agency_timezone
        Bare,https://example.org,Nowhere/City
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon,stop_timezone
        A,Alpha,1,1,Mars/Base
        B,Beta,1,2,
        C,Gamma,,,
        # routes.txt
        route_id,route_short_name,route_type
        R,,3
        # calendar_dates.txt
        service_id,date,exception_type
        D,20260301,1
        D,20260310,1
        # trips.txt
        route_id,service_id,trip_id
        R,D,T
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T,23:00:00,23:00:00,A,1
        T,,,C,2
        T,30:00:00,30:00:00,B,3
        """

    /// More departures in a day than a page of a window has, and some at the same instant.
    static let busy: TestFeed = {
        var trips = "route_id,service_id,trip_id\n"
        var times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        for number in 0..<1100 {
            trips += "R,WD,t\(number)\n"
            // Three at a time.
            let time = ServiceTime(hours: 8, minutes: number / 3).description
            times += "t\(number),\(time),\(time),A,1\nt\(number),\(time),\(time),B,2\n"
        }
        return TestFeed.base.with(TestFeed("# trips.txt\n\(trips)# stop_times.txt\n\(times)"))
    }()

    /// More routes than a page of routes has, and more fare rules than a page of fares.
    static let wide: TestFeed = {
        var routes = "route_id,agency_id,route_short_name,route_type\nR,X,1,3\n"
        for number in 0..<5200 { routes += "w\(number),X,\(number),\(number % 4)\n" }
        var rules = "fare_id,origin_id,destination_id\n"
        for number in 0..<5100 { rules += "F\(number % 2),\(number),\(number + 1)\n" }
        return TestFeed.base.with(
            TestFeed(
                """
                # routes.txt
                \(routes)# fare_attributes.txt
                fare_id,price,currency_type,payment_method,transfers
                F0,1.50,EUR,0,0
                F1,2.50,EUR,1,
                # fare_rules.txt
                \(rules)
                """))
    }()
}
