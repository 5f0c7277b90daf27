import TestSupport

/// The feed of the sample: a station with two platforms, a train and a ferry in both directions, a bus
/// that comes about every ten minutes, a service on demand. All of it runs on each day of seven years,
/// from five past midnight on.
enum SampleFeed {
    /// The trips of a route in one direction.
    private struct Line {
        let route: String
        let headsign: String
        var direction = 0
        let stops: [String]
        /// From each stop to the next.
        let minutes: [Int]
        /// Minutes between trips.
        var period = 10
        /// One trip of `frequencies.txt`.
        var isAboutEvery = false

        var shape: String { "\(route)-\(direction)" }
        var count: Int { isAboutEvery ? 1 : 24 * 60 / period }

        func trip(_ number: Int) -> String { "\(shape)-\(number + 1)" }

        /// The vehicle of a trip, which goes back with the first trip after it has arrived.
        func vehicle(_ number: Int) -> String {
            guard !isAboutEvery else { return "" }
            let turn = (minutes.reduce(0, +) + period - 1) / period
            return "\(route)-\((number + turn * (2 - direction)) % (2 * turn) + 1)"
        }
    }

    private static let inland = ["200070", "202030", "220510", "256010"]
    private static let beach = ["200030", "202210", "202610"]

    private static let lines = [
        Line(
            route: "T8", headsign: "Macarthur", stops: ["2000601"] + inland + ["256020"],
            minutes: [8, 9, 4, 31, 4]),
        Line(
            route: "T8", headsign: "Circular Quay", direction: 1,
            stops: ["256020"] + inland.reversed() + ["2000602"], minutes: [4, 31, 4, 9, 8]),
        Line(
            route: "F1", headsign: "Manly", stops: ["200020", "209510"], minutes: [30], period: 20),
        Line(
            route: "F1", headsign: "Circular Quay", direction: 1, stops: ["209510", "200020"],
            minutes: [30], period: 20),
        Line(
            route: "333", headsign: "Bondi Beach", stops: beach, minutes: [20, 12],
            isAboutEvery: true),
        Line(
            route: "333", headsign: "Circular Quay", direction: 1, stops: beach.reversed(),
            minutes: [12, 20], isAboutEvery: true),
    ]

    /// All of it.
    static func whole() -> TestFeed {
        var feed = tables
        for line in lines {
            feed["shapes.txt"]? += path(line)
            for number in 0..<line.count {
                feed["trips.txt"]? +=
                    "\(line.route),DAILY,\(line.trip(number)),\(line.headsign),\(line.direction),"
                    + "\(line.vehicle(number)),\(line.shape),1,1\n"
                feed["stop_times.txt"]? += calls(
                    of: line, number, from: line.isAboutEvery ? 0 : 5 + number * line.period)
            }
        }
        return feed
    }

    /// Calls that wait half a minute on the way.
    private static func calls(of line: Line, _ number: Int, from start: Int) -> String {
        var seconds = start * 60
        return line.stops.indices.map { place in
            if place > 0 { seconds += line.minutes[place - 1] * 60 }
            let isOnTheWay = 0 < place && place < line.stops.count - 1
            let arrival = clock(seconds - (isOnTheWay ? 30 : 0))
            return "\(line.trip(number)),\(place + 1),\(line.stops[place]),\(arrival),"
                + "\(clock(seconds)),1,,,,,,,\n"
        }.joined()
    }

    private static func clock(_ seconds: Int) -> String {
        [seconds / 3600, seconds / 60 % 60, seconds % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// The stops of a line, and a bend between each two of them.
    private static func path(_ line: Line) -> String {
        let rows = (tables["stops.txt"] ?? "").split(separator: "\n").map {
            $0.split(separator: ",")
        }
        var points: [(latitude: Double, longitude: Double)] = []
        for id in line.stops {
            guard let row = rows.first(where: { $0[0] == id }), let latitude = Double(row[1]),
                let longitude = Double(row[2])
            else { continue }
            if let last = points.last {
                points.append(
                    ((last.latitude + latitude) / 2 + 0.001, (last.longitude + longitude) / 2))
            }
            points.append((latitude, longitude))
        }
        return points.enumerated().map { number, point in
            "\(line.shape),\(point.latitude),\(point.longitude),\(number + 1)\n"
        }.joined()
    }

    private static let tables: TestFeed = """
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        ST,Sydney Trains,https://example.org/trains,Australia/Sydney
        SF,Sydney Ferries,https://example.org/ferries,Australia/Sydney
        SB,Sydney Buses,https://example.org/buses,Australia/Sydney
        # booking_rules.txt
        booking_rule_id,booking_type,prior_notice_duration_min,message,phone_number
        BONDI,1,60,Book an hour ahead.,+61 2 5550 0100
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        DAILY,1,1,1,1,1,1,1,20260101,20321231
        # fare_attributes.txt
        fare_id,price,currency_type,payment_method,transfers,agency_id
        ADULT,4.20,AUD,1,,ST
        # fare_products.txt
        fare_product_id,fare_product_name,amount,currency
        ADULT,Adult,4.20,AUD
        # feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang
        Sydney Transit,https://example.org,en
        # frequencies.txt
        trip_id,start_time,end_time,headway_secs,exact_times
        333-0-1,00:05:00,24:00:00,600,0
        333-1-1,00:05:00,24:00:00,600,0
        # levels.txt
        level_id,level_index,level_name
        P,1,Platforms
        S,0,Street
        # location_group_stops.txt
        location_group_id,stop_id
        BONDI,202210
        BONDI,202610
        # location_groups.txt
        location_group_id,location_group_name
        BONDI,Bondi
        # pathways.txt
        pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,traversal_time
        ELEVATOR,200060A,2000601,5,1,60
        STAIRS,200060A,2000602,2,1,60
        # routes.txt
        route_id,agency_id,route_short_name,route_long_name,route_type,route_color,route_sort_order
        T8,ST,T8,Airport & South Line,2,00954C,1
        333,SB,333,Bondi Beach,3,,2
        F1,SF,F1,Manly,4,,3
        # shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        # stops.txt
        stop_id,stop_lat,stop_lon,stop_code,location_type,parent_station,wheelchair_boarding,level_id,\
        platform_code,stop_name
        200060,-33.8615,151.2106,200060,1,,1,,,Circular Quay Station
        2000601,-33.8612,151.211,,,200060,1,P,1,"Circular Quay Station, Platform 1"
        2000602,-33.8613,151.211,,,200060,2,P,2,"Circular Quay Station, Platform 2"
        200060A,-33.8617,151.2107,,2,200060,1,S,,"Circular Quay Station, Alfred St"
        200020,-33.8606,151.2113,200020,,,1,,3,"Circular Quay, Wharf 3"
        200030,-33.8621,151.2101,200030,,,1,,,"Circular Quay, Stand A"
        200070,-33.8832,151.2069,200070,,,1,,,Central Station
        202030,-33.9334,151.1811,202030,,,1,,,Domestic Airport Station
        220510,-33.9285,151.154,220510,,,1,,,Wolli Creek Station
        256010,-34.0637,150.814,256010,,,1,,,Campbelltown Station
        256020,-34.0719,150.7964,256020,,,1,,,Macarthur Station
        209510,-33.8003,151.2838,209510,,,1,,,Manly Wharf
        202210,-33.8914,151.2479,202210,,,1,,,Bondi Junction Station
        202610,-33.8908,151.2748,202610,,,1,,,Bondi Beach
        # stop_times.txt
        trip_id,stop_sequence,stop_id,arrival_time,departure_time,timepoint,pickup_type,drop_off_type,\
        location_group_id,start_pickup_drop_off_window,end_pickup_drop_off_window,\
        pickup_booking_rule_id,drop_off_booking_rule_id
        333-ON-DEMAND,1,,,,,2,1,BONDI,06:00:00,22:00:00,BONDI,BONDI
        333-ON-DEMAND,2,,,,,1,2,BONDI,06:00:00,22:00:00,BONDI,BONDI
        # transfers.txt
        from_stop_id,to_stop_id,transfer_type,min_transfer_time
        200060,200020,2,240
        # trips.txt
        route_id,service_id,trip_id,trip_headsign,direction_id,block_id,shape_id,\
        wheelchair_accessible,bikes_allowed
        333,DAILY,333-ON-DEMAND,Bondi on demand,0,,,,
        """
}
