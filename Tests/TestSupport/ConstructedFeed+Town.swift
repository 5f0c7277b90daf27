extension ConstructedFeed {
    /// A town whose feed has all that makes departures hard, another one for each seed: trips after
    /// midnight and in loops, calls without times, on demand and for one direction only, overlapping
    /// frequencies, exceptions, agencies and stops in several zones whose clocks change, platforms
    /// with boarding areas, and times that are written in several ways.
    package static func town(seed: UInt64) -> [String: String] {
        var town = Town(seed)
        return town.files()
    }
}

private struct Town {
    private var random: SeededGenerator
    private let seed: UInt64

    /// The first and the last day of service: in each of them clocks change in two zones or more.
    private var days: (first: Int, last: Int) {
        [(2026_03_02, 2026_03_31), (2026_10_01, 2026_10_31), (2026_04_01, 2026_04_30)][
            Int(seed % 3)]
    }

    private static let stops = ["P1", "P2", "B", "C", "D", "E"]

    init(_ seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
    }

    mutating func files() -> [String: String] {
        var trips = "route_id,service_id,trip_id,trip_headsign\n"
        var calls = "trip_id,stop_id,stop_sequence,arrival_time,departure_time,pickup_type,"
        calls += "stop_headsign,shape_dist_traveled,location_group_id,"
        calls += "start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_booking_rule_id\n"
        var frequencies = "trip_id,start_time,end_time,headway_secs,exact_times\n"
        for number in 0..<40 {
            let route = ["RX", "RY", "RZ", "RN"].randomElement(using: &random) ?? ""
            let service = ["W", "E", "X"].randomElement(using: &random) ?? ""
            trips +=
                "\(route),\(service),T\(number),\(number.isMultiple(of: 3) ? "" : "To \(number)")\n"
            calls += self.calls(of: "T\(number)")
            guard number.isMultiple(of: 5) else { continue }
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let start = Int.random(in: 0...104, using: &random) * 900
                let end = start + Int.random(in: 1...20, using: &random) * 600
                let headway = Int.random(in: 1...6, using: &random) * 300
                let exact = ["", "0", "1"].randomElement(using: &random) ?? ""
                frequencies += "T\(number),\(time(start)),\(time(end)),\(headway),\(exact)\n"
            }
        }
        var files = Self.places
        files["trips.txt"] = trips
        files["stop_times.txt"] = calls
        files["frequencies.txt"] = frequencies
        files.merge(services()) { _, new in new }
        return files
    }

    /// Weekdays, weekends and days of no pattern; every second town has only `calendar_dates.txt`.
    private mutating func services() -> [String: String] {
        var dates = "service_id,date,exception_type\n"
        let hasCalendar = seed.isMultiple(of: 2)
        for day in days.first...days.last {
            for service in ["W", "E", "X"] where Int.random(in: 0..<4, using: &random) == 0 {
                let isAdded = service == "X" || !hasCalendar || Bool.random(using: &random)
                dates += "\(service),\(day),\(isAdded ? 1 : 2)\n"
            }
        }
        guard hasCalendar else { return ["calendar_dates.txt": dates] }
        let period = "\(days.first),\(days.last)"
        return [
            "calendar_dates.txt": dates,
            "calendar.txt": """
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            W,1,1,1,1,1,0,0,\(period)
            E,0,0,0,0,0,1,1,\(period)

            """,
        ]
    }

    /// Rows of a trip; its first and last calls have times.
    private mutating func calls(of trip: String) -> String {
        let count = Int.random(in: 2...9, using: &random)
        let hasDistances = Bool.random(using: &random)
        var clock = Int.random(in: 0...108_000, using: &random)
        var rows = ""
        for number in 1...count {
            // Now and then the stop of the call before, or of another: loops.
            let stop = Self.stops.randomElement(using: &random) ?? ""
            let arrival = clock
            clock += Int.random(in: 0...2, using: &random) * 45
            let distance = hasDistances ? "\(number * number)" : ""
            let isEnd = number == 1 || number == count
            let (times, demand) =
                isEnd
                ? ("\(time(arrival)),\(time(clock))", ",,,")
                : middle(arrival, clock)
            let isGroup = demand.hasPrefix("G")
            let pickup = isEnd ? "" : ["", "0", "1", "2", "3"].randomElement(using: &random) ?? ""
            let headsign = Int.random(in: 0..<5, using: &random) == 0 ? "Via \(number)" : ""
            rows += "\(trip),\(isGroup ? "" : stop),\(number * 3),\(times),\(pickup),\(headsign),"
            rows += "\(isGroup ? "" : distance),\(demand)\n"
            clock += Int.random(in: 1...40, using: &random) * 50
        }
        return rows
    }

    /// Times of a call between others, and the cells of on-demand service.
    private mutating func middle(_ arrival: Int, _ departure: Int) -> (String, String) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: (",", "G,08:00:00,17:00:00,")
        case 1: (",", ",08:00:00,17:00:00,")
        case 2: ("\(time(arrival)),\(time(departure))", ",,,BOOK")
        case 3: ("\(time(arrival)),", ",,,")
        case 4: (",\(time(departure))", ",,,")
        case 5, 6, 7: (",", ",,,")
        default: ("\(time(arrival)),\(time(departure))", ",,,")
        }
    }

    /// The hour with one digit or two, now and then between blanks.
    private mutating func time(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let hour = seconds / 3600
        let text =
            "\(Bool.random(using: &random) ? "\(hour)" : two(hour))"
            + ":\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        return Int.random(in: 0..<8, using: &random) == 0 ? " \(text) " : text
    }

    private static let places = [
        "agency.txt": """
        agency_id,agency_name,agency_url,agency_timezone
        X,X,http://x.example,America/New_York
        Y,Y,http://y.example,Europe/London
        Z,Z,http://z.example,Australia/Lord_Howe

        """,
        "stops.txt": """
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_timezone
        S,Station,1,1,1,,America/Chicago
        P1,One,1,1,0,S,
        P2,Two,1,1.01,0,S,Europe/Paris
        P2A,Part,,,4,P2,
        B,Bridge,1.1,1,,,
        C,Corner,1.1,1.2,,,Australia/Lord_Howe
        D,Dam,1.3,1.2,,,
        E,Elm,1.3,1.4,,,America/Denver

        """,
        "location_groups.txt": "location_group_id,location_group_name\nG,Group\n",
        "location_group_stops.txt": "location_group_id,stop_id\nG,D\nG,E\n",
        "booking_rules.txt": "booking_rule_id,booking_type\nBOOK,0\n",
        "routes.txt": """
        route_id,agency_id,route_short_name,route_type
        RX,X,x,3
        RY,Y,y,3
        RZ,Z,z,3
        RN,,n,3

        """,
    ]
}
