import FeedCompiling
import GTFSSchedule
import TestSupport

/// A small feed with every file and every reference of the reference, and filters of it, by chance.
struct RandomFeed {
    private var random: SeededGenerator
    /// Rows by file, after the header.
    private var rows: [String: [[String]]] = [:]
    let filter: FeedFilter
    /// With `rule_priority` blanks of leg rules mean something else.
    let hasPriority: Bool
    /// Whether `routes.txt` names the networks.
    private let hasNetworksOfRoutes: Bool

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        hasNetworksOfRoutes = seed % 3 == 2
        hasPriority = Bool.random(using: &random)
        filter = Self.filter(&random)
        makeService()
        makeTrips()
        makeFares()
        makeNames()
    }

    var feed: TestFeed {
        var feed = TestFeed("")
        for (file, header) in Self.headers {
            let lines = [header] + (rows[file] ?? []).map { $0.joined(separator: ",") }
            feed[file] = lines.joined(separator: "\n") + "\n"
        }
        if !hasPriority { feed = feed.droppingColumn("rule_priority", of: Self.legRules) }
        let zones = [
            "[[2, 48], [2.1, 48], [2.1, 48.1], [2, 48]]",
            "[[5, 50], [5.1, 50], [5.1, 50.1], [5, 50]]",
        ]
        let features = zones.enumerated().map { number, ring in
            """
            {"type": "Feature", "id": "Z\(number)", "properties": {},
            "geometry": {"type": "Polygon", "coordinates": [\(ring)]}}
            """
        }
        feed["locations.geojson"] = """
            {"type": "FeatureCollection", "features": [\(features.joined(separator: ","))]}
            """
        return feed
    }

    private static let legRules = "fare_leg_rules.txt"

    private static let headers: [(file: String, header: String)] = [
        ("agency.txt", "agency_id,agency_name,agency_url,agency_timezone"),
        (
            "stops.txt",
            "stop_id,stop_name,stop_lat,stop_lon,zone_id,location_type,parent_station,level_id"
        ),
        ("levels.txt", "level_id,level_index"),
        ("routes.txt", "route_id,agency_id,route_short_name,route_type,network_id"),
        (
            "calendar.txt",
            "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date"
        ),
        ("calendar_dates.txt", "service_id,date,exception_type"),
        ("trips.txt", "route_id,service_id,trip_id,shape_id"),
        (
            "stop_times.txt",
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence,location_group_id,location_id,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_booking_rule_id,drop_off_booking_rule_id"
        ),
        ("shapes.txt", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence"),
        ("frequencies.txt", "trip_id,start_time,end_time,headway_secs"),
        (
            "transfers.txt",
            "from_stop_id,to_stop_id,from_route_id,to_route_id,from_trip_id,to_trip_id,transfer_type"
        ),
        ("pathways.txt", "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional"),
        ("location_groups.txt", "location_group_id"),
        ("location_group_stops.txt", "location_group_id,stop_id"),
        (
            "booking_rules.txt",
            "booking_rule_id,booking_type,prior_notice_last_day,prior_notice_service_id"
        ),
        ("fare_attributes.txt", "fare_id,price,currency_type,payment_method,transfers,agency_id"),
        ("fare_rules.txt", "fare_id,route_id,origin_id,destination_id,contains_id"),
        ("areas.txt", "area_id"), ("stop_areas.txt", "area_id,stop_id"),
        ("networks.txt", "network_id"), ("route_networks.txt", "network_id,route_id"),
        ("timeframes.txt", "timeframe_group_id,start_time,end_time,service_id"),
        ("rider_categories.txt", "rider_category_id,rider_category_name"),
        ("fare_media.txt", "fare_media_id,fare_media_type"),
        (
            "fare_products.txt",
            "fare_product_id,rider_category_id,fare_media_id,amount,currency"
        ),
        (
            legRules,
            "leg_group_id,network_id,from_area_id,to_area_id,from_timeframe_group_id,to_timeframe_group_id,fare_product_id,rule_priority"
        ),
        (
            "fare_transfer_rules.txt",
            "from_leg_group_id,to_leg_group_id,fare_transfer_type,fare_product_id"
        ),
        ("fare_leg_join_rules.txt", "from_network_id,to_network_id,from_stop_id,to_stop_id"),
        ("translations.txt", "table_name,field_name,language,translation,record_id,field_value"),
        ("attributions.txt", "attribution_id,agency_id,route_id,trip_id,organization_name"),
    ]

    // MARK: Chance

    private mutating func add(_ file: String, _ cells: String...) {
        rows[file, default: []].append(cells)
    }

    /// An id with a number below `count`.
    private mutating func pick(_ letter: String, _ count: Int) -> String {
        "\(letter)\(Int.random(in: 0..<count, using: &random))"
    }

    private mutating func maybe(_ letter: String, _ count: Int) -> String {
        Bool.random(using: &random) ? "" : pick(letter, count)
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    private static let stops = 8
    private static let routes = 4
    private static let trips = 9

    // MARK: Parts

    private mutating func makeService() {
        for agency in 0..<2 {
            add("agency.txt", "A\(agency)", "Agency", "https://example.org", "Europe/Paris")
        }
        for level in 0..<2 { add("levels.txt", "L\(level)", "\(level)") }
        for station in 0..<2 {
            add("stops.txt", "P\(station)", "Station", "48.\(station)", "2.5", "", "1", "", "")
        }
        for stop in 0..<Self.stops {
            add(
                "stops.txt", "S\(stop)", "Stop", "4\(7 + stop / 4).0\(stop)", "2.0\(stop)",
                "Z\(stop % 4)", "0", maybe("P", 2), maybe("L", 2))
        }
        let days = ["1,1,1,1,1,0,0", "0,0,0,0,0,1,1", "1,1,1,1,1,1,1"]
        for (service, days) in days.enumerated() {
            add("calendar.txt", "C\(service)", days, "20260601", "202606\(20 + number(0...9))")
        }
        for day in 1...8 where Bool.random(using: &random) {
            add("calendar_dates.txt", "C3", "202606\(10 + day)", "1")
        }
        add("calendar_dates.txt", "C3", "20260630", "1")
        for route in 0..<Self.routes {
            add(
                "routes.txt", "R\(route)", pick("A", 2), "\(route)", "\(route % 4)",
                hasNetworksOfRoutes ? "N\(route % 3)" : "")
        }
    }

    private mutating func makeTrips() {
        for shape in 0..<3 {
            for point in 1...2 { add("shapes.txt", "H\(shape)", "48.\(point)", "2", "\(point)") }
        }
        for group in 0..<2 {
            add("location_groups.txt", "G\(group)")
            for _ in 0..<2 {
                addOnce("location_group_stops.txt", "G\(group)", pick("S", Self.stops))
            }
        }
        for rule in 0..<3 {
            // These name a service of calendar.txt.
            add("booking_rules.txt", "B\(rule)", "2", "\(number(1...5))", pick("C", 3))
        }
        for trip in 0..<Self.trips {
            add("trips.txt", pick("R", Self.routes), pick("C", 4), "T\(trip)", maybe("H", 3))
            let isFlexible = number(0...3) == 0
            var hour = number(5...24)
            for call in 1...number(2...4) {
                if isFlexible, Bool.random(using: &random) {
                    let place = number(0...2)
                    add(
                        "stop_times.txt", "T\(trip)", "", "",
                        place == 0 ? pick("S", Self.stops) : "", "\(call)",
                        place == 1 ? pick("G", 2) : "", place == 2 ? pick("Z", 2) : "",
                        Self.time(hour), Self.time(hour + 2), maybe("B", 3), maybe("B", 3))
                } else {
                    add(
                        "stop_times.txt", "T\(trip)", Self.time(hour), Self.time(hour),
                        pick("S", Self.stops), "\(call)", "", "", "", "", maybe("B", 3),
                        maybe("B", 3))
                }
                hour += number(0...3)
            }
        }
        add("frequencies.txt", pick("T", Self.trips), "06:00:00", "25:00:00", "1800")
        for _ in 0..<4 {
            addOnce(
                "transfers.txt", pick("S", Self.stops), pick("S", Self.stops),
                maybe("R", Self.routes), maybe("R", Self.routes), maybe("T", Self.trips),
                maybe("T", Self.trips), "1")
        }
        for path in 0..<3 {
            add("pathways.txt", "W\(path)", pick("S", Self.stops), pick("S", Self.stops), "1", "1")
        }
    }

    private static func time(_ hour: Int) -> String { "\(hour < 10 ? "0" : "")\(hour):00:00" }

    private mutating func makeFares() {
        for fare in 0..<4 {
            add("fare_attributes.txt", "F\(fare)", "\(fare).00", "EUR", "0", "", pick("A", 2))
        }
        for _ in 0..<7 {
            addOnce(
                "fare_rules.txt", pick("F", 4), maybe("R", Self.routes), maybe("Z", 4),
                maybe("Z", 4), maybe("Z", 4))
        }
        for area in 0..<3 { add("areas.txt", "E\(area)") }
        for _ in 0..<6 { addOnce("stop_areas.txt", pick("E", 3), pick("S", Self.stops)) }
        if !hasNetworksOfRoutes {
            for network in 0..<3 { add("networks.txt", "N\(network)") }
            for _ in 0..<4 { addOnce("route_networks.txt", pick("N", 3), pick("R", Self.routes)) }
        }
        for group in 0..<2 {
            let first = number(0...20)
            add("timeframes.txt", "I\(group)", Self.time(first), Self.time(first + 4), pick("C", 4))
        }
        add("rider_categories.txt", "Y0", "Rider")
        add("fare_media.txt", "M0", "0")
        for product in 0..<4 { add("fare_products.txt", "D\(product)", "Y0", "M0", "2.00", "EUR") }
        for rule in 0..<6 {
            add(
                Self.legRules, "K\(rule % 4)", maybe("N", 3), maybe("E", 3), maybe("E", 3),
                maybe("I", 2), "", "D\(rule % 4)", "\(number(0...1))")
        }
        for _ in 0..<4 {
            addOnce("fare_transfer_rules.txt", maybe("K", 4), maybe("K", 4), "0", pick("D", 4))
        }
        addOnce("fare_leg_join_rules.txt", pick("N", 3), pick("N", 3), pick("S", Self.stops), "")
        let joins = rows["fare_leg_join_rules.txt"] ?? []
        // Both stops or none.
        rows["fare_leg_join_rules.txt"] = joins.map { [$0[0], $0[1], $0[2], $0[2]] }
    }

    private mutating func makeNames() {
        for (table, letter, count) in [
            ("stops", "S", Self.stops), ("trips", "T", Self.trips), ("routes", "R", Self.routes),
            ("booking_rules", "B", 3), ("areas", "E", 3), ("pathways", "W", 3),
        ] {
            add("translations.txt", table, "name", "fr", "Nom", pick(letter, count), "")
        }
        // The last is of no route.
        for name in 0...Self.routes {
            add("translations.txt", "routes", "route_short_name", "fr", "Nom", "", "\(name)")
        }
        add("attributions.txt", "U0", pick("A", 2), "", "", "Works")
        add("attributions.txt", "U1", "", pick("R", Self.routes), "", "Works")
        add("attributions.txt", "U2", "", "", pick("T", Self.trips), "Works")
    }

    private mutating func addOnce(_ file: String, _ cells: String...) {
        if rows[file]?.contains(cells) != true { rows[file, default: []].append(cells) }
    }

    // MARK: Filters

    private static func filter(_ random: inout SeededGenerator) -> FeedFilter {
        var filter = FeedFilter()
        func chance(_ sides: Int) -> Bool { Int.random(in: 0..<sides, using: &random) == 0 }
        if chance(2) {
            for route in 0..<routes where chance(2) { filter.routes.insert(RouteID("R\(route)")) }
        }
        if chance(4) { filter.agencies = ["A1"] }
        if chance(3) {
            filter.area = .box(west: 1, south: chance(2) ? 47.5 : 40, east: 3, north: 48.045)
        }
        if chance(2) {
            let day = Int32.random(in: 1...25, using: &random)
            filter.from = ServiceDate(yyyymmdd: 2026_06_00 + day)
            if chance(2) { filter.to = ServiceDate(yyyymmdd: 2026_06_03 + day) }
        }
        if chance(4) { filter.without.insert(.flex) }
        return filter
    }
}

extension TestFeed {
    func droppingColumn(_ name: String, of file: String) -> TestFeed {
        var feed = self
        let lines = (self[file] ?? "").split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let place = lines.first?.firstIndex { $0 == name }
        feed[file] =
            lines.map { cells in
                cells.indices.filter { $0 != place }.map { cells[$0] }.joined(separator: ",")
            }.joined(separator: "\n") + "\n"
        return feed
    }
}
