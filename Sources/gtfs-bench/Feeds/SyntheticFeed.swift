import GTFSSchedule

/// A feed made of numbers: every value follows from the options, none is random.
struct SyntheticFeed {
    let trips: Int
    let stops: Int
    let patterns: Int
    let timings: Int
    let scattered: Bool

    private static let services = ["WEEKDAY", "SATURDAY", "SUNDAY"]

    func write(to zip: ZipWriter) throws {
        try zip.add("agency.txt") { text in
            text.header("agency.txt")
            text.line("A,Synthetic,https://example.org,Europe/Oslo")
        }
        try zip.add("calendar.txt") { text in
            text.header("calendar.txt")
            let days = ["1,1,1,1,1,0,0", "0,0,0,0,0,1,0", "0,0,0,0,0,0,1"]
            for (service, days) in Swift.zip(Self.services, days) {
                text.line("\(service),\(days),20260101,20271231")
            }
        }
        try zip.add("routes.txt") { text in
            text.line("route_id,agency_id,route_short_name,route_long_name,route_type")
            for pattern in 0..<patterns {
                text.line("R\(pattern),A,\(pattern),Line \(pattern) to the sea,3")
            }
        }
        try zip.add("stops.txt", body: writeStops)
        try zip.add("shapes.txt", body: writeShapes)
        try zip.add("trips.txt") { text in
            text.line("route_id,service_id,trip_id,trip_headsign,shape_id")
            for trip in 0..<trips {
                let service = Self.services[trip / patterns % Self.services.count]
                let pattern = trip % patterns
                text.line("R\(pattern),\(service),trip-\(trip),Seaside \(pattern),H\(pattern)")
            }
        }
        try zip.add("stop_times.txt", body: writeStopTimes)
    }

    /// The stops of a pattern follow each other; neighboring patterns share half of theirs.
    private func stop(_ pattern: Int, _ position: Int) -> Int {
        pattern * ((stops + 1) / 2) + position
    }

    /// Degrees: patterns lie side by side, their stops some 300 m apart.
    private func place(_ stop: Int) -> (latitude: Double, longitude: Double) {
        let row = stop / 500
        let column = stop % 500
        return (
            Double(59_000_000 + row * 2_700) / 1e6, Double(10_000_000 + column * 5_300) / 1e6
        )
    }

    private func writeStops(_ text: inout FeedText) {
        let words = ["Harbour", "Mill", "Station", "Church", "Park", "Bridge", "Market", "Garden"]
        text.header("stops.txt")
        for number in 0...stop(patterns - 1, stops - 1) {
            let place = place(number)
            let name = "\(words[number % 8]) \(words[number / 8 % 8]) \(number)"
            text.line("S\(number),\(name),\(place.latitude),\(place.longitude)")
        }
    }

    private func writeShapes(_ text: inout FeedText) {
        text.header("shapes.txt", ",shape_dist_traveled")
        for pattern in 0..<patterns {
            for position in 0..<stops {
                let place = place(stop(pattern, position))
                text.line(
                    "H\(pattern),\(place.latitude),\(place.longitude),\(position + 1),"
                        + meters(position * 300 * 10))
            }
        }
    }

    private func writeStopTimes(_ text: inout FeedText) {
        text.header("stop_times.txt", ",shape_dist_traveled")
        for row in 0..<trips * stops {
            let trip = scattered ? row % trips : row / stops
            let position = scattered ? row / trips : row % stops
            let pattern = trip % patterns
            let timing = trip / patterns % timings
            let origin = 4 * 3600 + trip / patterns * 60 % (20 * 3600)
            // From one to six minutes from stop to stop, all the way.
            let time = ServiceTime(seconds: origin + position * (60 + timing % 300))
            text.line(
                "trip-\(trip),\(time),\(time),S\(stop(pattern, position)),\(position + 1),"
                    + meters(position * 300 * 10))
        }
    }

    private func meters(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }
}

struct FeedText {
    private var bytes: [UInt8] = []
    private let consume: (UnsafeRawBufferPointer) -> Void

    init(_ consume: @escaping (UnsafeRawBufferPointer) -> Void) {
        self.consume = consume
    }

    /// The usual columns of a file, and others.
    mutating func header(_ file: String, _ others: String = "") {
        line(Self.columns[file, default: ""] + others)
    }

    private static let columns = [
        "agency.txt": "agency_id,agency_name,agency_url,agency_timezone",
        "calendar.txt":
            "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
        "calendar_dates.txt": "service_id,date,exception_type",
        "fare_attributes.txt": "fare_id,price,currency_type,payment_method,transfers",
        "fare_rules.txt": "fare_id,route_id,origin_id,destination_id,contains_id",
        "frequencies.txt": "trip_id,start_time,end_time,headway_secs",
        "pathways.txt": "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional",
        "routes.txt": "route_id,agency_id,route_short_name,route_type",
        "shapes.txt": "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence",
        "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence",
        "stops.txt": "stop_id,stop_name,stop_lat,stop_lon",
        "timeframes.txt": "timeframe_group_id,start_time,end_time,service_id",
        "transfers.txt": "from_stop_id,to_stop_id,transfer_type,min_transfer_time",
        "translations.txt":
            "table_name,field_name,language,translation,record_id,record_sub_id,field_value",
        "trips.txt": "route_id,service_id,trip_id",
    ]

    mutating func line(_ text: String) {
        add(text)
        bytes.append(10)
    }

    mutating func add(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        if bytes.count > 1 << 20 { flush() }
    }

    mutating func flush() {
        bytes.withUnsafeBytes(consume)
        bytes.removeAll(keepingCapacity: true)
    }
}

struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
