import BundleWriting
import FeedCompiling
import FeedReading
import GRDB
import GTFSSchedule
import TestSupport
import Testing

@Suite("Bundles of a part of a feed")
struct FilterTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let filter: FeedFilter
        let routes: [String]

        var testDescription: String { name }

        init(_ name: String, routes: [String], _ set: (inout FeedFilter) -> Void) {
            self.name = name
            self.routes = routes
            var filter = FeedFilter()
            set(&filter)
            self.filter = filter
        }
    }

    @Test("Ids that look the same but have different bytes do not match")
    func canonicalEquivalents() throws {
        let feed = TestFeed.base.with(
            """
            # routes.txt
            route_id,agency_id,route_short_name,route_type
            \u{E9},X,1,3
            e\u{301},X,2,3
            # trips.txt
            route_id,service_id,trip_id
            \u{E9},WD,T1
            e\u{301},WD,T2
            """)
        var options = BundleBuild.Options()
        options.filter.routes = ["e\u{301}"]
        #expect(try BuiltBundle(feed, options).lines("SELECT trip_id FROM trips") == ["T2"])
        // The order of what a set holds must not get into the bundle.
        options.filter.routes = ["e\u{301}", "\u{E9}"]
        let text = try #require(
            try BuiltBundle(feed, options).lines(
                "SELECT value FROM metadata WHERE key = 'options'"
            ).first)
        #expect(text.utf8.elementsEqual("{\"route\":[\"e\u{301}\",\"\u{E9}\"]}".utf8))
    }

    private static let all = ["B333", "F1", "FX1", "L2", "M1", "N90", "RB1", "T1"]

    static let examples = [
        Example("agency", routes: ["F1"]) { $0.agencies = ["HFL"] },
        Example("routes", routes: ["B333", "T1"]) { $0.routes = ["T1", "B333"] },
        Example("flexible route", routes: ["FX1"]) { $0.routes = ["FX1"] },
        Example("route type", routes: ["F1"]) { $0.routeTypes = [4] },
        Example("modes", routes: ["L2", "M1"]) { $0.modes = [.tram, .metro] },
        Example("type or mode", routes: ["L2", "RB1"]) {
            $0.modes = [.tram]
            $0.routeTypes = [714]
        },
        Example("agency and route", routes: ["F1"]) {
            $0.agencies = ["HFL"]
            $0.routes = ["F1", "T1"]
        },
        Example("box", routes: ["F1"]) {
            $0.area = .box(west: 151.28, south: -33.81, east: 151.29, north: -33.79)
        },
        Example("polygon", routes: ["F1"]) {
            $0.area = .polygons([
                [
                    FilterArea.Ring(
                        [(151.28, -33.81), (151.29, -33.81), (151.285, -33.79)].map {
                            FilterArea.Point(longitude: $0.0, latitude: $0.1)
                        })
                ]
            ])
        },
        Example("one night", routes: ["B333", "F1", "FX1", "L2", "M1", "N90", "T1"]) {
            $0.from = ServiceDate(yyyymmdd: 2026_12_31)
            $0.to = ServiceDate(yyyymmdd: 2026_12_31)
        },
        Example("track work", routes: ["B333", "F1", "FX1", "L2", "M1", "N90", "RB1", "T1"]) {
            $0.from = ServiceDate(yyyymmdd: 2026_11_14)
            $0.to = ServiceDate(yyyymmdd: 2026_11_15)
        },
        Example("from a day on", routes: all) { $0.from = ServiceDate(yyyymmdd: 2027_01_01) },
        Example("without parts", routes: all) { $0.without = Set(FeedPart.allCases) },
    ]

    private func build(_ filter: FeedFilter) throws -> BuiltBundle {
        var options = BundleBuild.Options()
        options.filter = filter
        return try BuiltBundle.sample(options)
    }

    @Test("Nothing dangles that did not dangle in the feed", arguments: examples)
    func closure(_ example: Example) throws {
        let whole = try BuiltBundle.sample()
        let bundle = try build(example.filter)
        #expect(try bundle.lines("SELECT route_id FROM routes ORDER BY 1") == example.routes)
        let before = try Set(ForeignKeys.dangling(in: whole))
        let parts = Set(example.filter.without.flatMap(\.files))
        let after = try Set(ForeignKeys.dangling(in: bundle, ignoring: parts))
        #expect(after.subtracting(before) == [])
        #expect(
            try bundle.lines(
                "SELECT kind, id FROM dangling EXCEPT SELECT kind, id FROM dangling WHERE 0"
            )
            .allSatisfy { try whole.lines("SELECT kind || '|' || id FROM dangling").contains($0) })
        #expect(try IntegerKeys.unresolved(in: bundle) == [])
        #expect(try bundle.lines("PRAGMA integrity_check") == ["ok"])
        #expect(try bundle.count("PRAGMA freelist_count") == 0)
    }

    @Test("Kept rows are unchanged, and dropped ones are counted", arguments: examples)
    func kept(_ example: Example) throws {
        let whole = try BuiltBundle.sample()
        let bundle = try build(example.filter)
        for table in Schedule.tables {
            let columns = table.fields.map(\.name).filter {
                !["start_date", "end_date"].contains($0) || table.name != "calendar"
            }
            let query = "SELECT \(columns.joined(separator: ", ")) FROM \(table.name)"
            let all = try Set(whole.lines(query))
            guard !example.filter.without.contains(.flex) || table.name != "stop_times",
                !example.filter.without.contains(.shapes) || table.name != "trips"
            else { continue }
            #expect(try Set(bundle.lines(query)).subtracting(all) == [], "\(table.name)")
        }
        for count in bundle.summary.tables {
            let table = count.file.prefix { $0 != "." }
            #expect(try bundle.count("SELECT count(*) FROM \(table)") == count.bundleRows)
            #expect(try whole.count("SELECT count(*) FROM \(table)") == count.feedRows)
        }
    }

    @Test("Only rows that the kept trips need are left")
    func minimal() throws {
        let bundle = try build(FeedFilter(routes: ["F1"]))
        #expect(try bundle.lines("SELECT agency_id FROM agency") == ["HFL"])
        #expect(
            try bundle.lines(
                "SELECT stop_id FROM stops WHERE coalesce(location_type, 0) = 0 ORDER BY 1")
                == ["FH", "LP_W", "QUAY_W4", "ZW"].filter {
                    try bundle.count("SELECT count(*) FROM stop_times WHERE stop_id = ?", [$0]) > 0
                })
        #expect(try bundle.lines("SELECT stop_id FROM stops WHERE location_type = 1") == ["QUAY"])
        #expect(try bundle.count("SELECT count(*) FROM locations") == 0)
        #expect(try bundle.count("SELECT count(*) FROM location_groups") == 0)
        #expect(try bundle.count("SELECT count(*) FROM booking_rules") == 0)
        #expect(try bundle.lines("SELECT network_id FROM networks") == ["WATER"])
        #expect(
            try bundle.lines("SELECT DISTINCT network_id FROM fare_leg_rules") == ["WATER"])
        #expect(
            try bundle.count(
                """
                SELECT count(*) FROM service WHERE service NOT IN (SELECT service FROM trips)
                AND service_id NOT IN (SELECT service_id FROM timeframes)
                """)
                == 0)
        #expect(
            try bundle.count("SELECT count(*) FROM shapes WHERE shape_id NOT LIKE 'F1%'") == 0)
    }

    @Test("Stations of stations stay, however many there are, and in a circle too")
    func stationsOfStations() throws {
        let feed = TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
            A,Harbour,48.0,2.0,,P0
            B,Market,48.0,2.1,,Q0
            C,Museum,48.0,2.2,,
            D,Airport,48.0,2.4,,
            P0,Pier,48.0,2.0,1,P1
            P1,Quay,48.0,2.0,1,P2
            P2,Port,48.0,2.0,1,P3
            P3,Coast,48.0,2.0,1,
            Q0,Hall,48.0,2.1,1,Q1
            Q1,Square,48.0,2.1,1,Q0
            Z,Elsewhere,48.0,2.5,1,
            # routes.txt
            route_id,agency_id,route_short_name,route_type
            R,X,1,3
            S,X,2,3
            # trips.txt
            route_id,service_id,trip_id
            R,WD,T1
            R,WD,T2
            S,WD,T3
            """)
        var options = BundleBuild.Options()
        options.filter.routes = ["R"]
        #expect(
            try BuiltBundle(feed, options).lines("SELECT stop_id FROM stops ORDER BY 1")
                == ["A", "B", "C", "D", "P0", "P1", "P2", "P3", "Q0", "Q1"])
    }

    @Test("Dates: services are cut to the days, and run on none other")
    func dates() throws {
        var filter = FeedFilter()
        filter.from = ServiceDate(yyyymmdd: 2026_12_24)
        filter.to = ServiceDate(yyyymmdd: 2026_12_27)
        let bundle = try build(filter)
        #expect(
            try bundle.lines(
                """
                SELECT service_id, date(first_day * 86400, 'unixepoch'), days FROM service
                ORDER BY 1
                """) == [
                    // The metro runs until 25:17, a booking rule counts 14 days of WD back.
                    "DAILY|2026-12-23|11111", "NIGHT|2026-12-26|1", "WD|2026-12-04|1001111",
                    "WE|2026-12-25|111",
                ])
        #expect(
            try bundle.lines("SELECT DISTINCT start_date, end_date FROM calendar")
                == ["20261204|20261227", "20261223|20261227"])
        #expect(
            try bundle.lines("SELECT key, value FROM metadata WHERE key LIKE '%\\_day' ESCAPE '\\'")
                == [
                    "first_kept_day|20261204", "first_service_day|20261224",
                    "last_service_day|20261227",
                ])
        #expect(
            try bundle.lines("SELECT DISTINCT date FROM calendar_dates") == ["20261225"])
    }

    @Test("One agency needs no id on its routes", arguments: [true, false])
    func blankAgency(_ filtersAgency: Bool) throws {
        var options = BundleBuild.Options()
        if filtersAgency {
            options.filter.agencies = ["X"]
        } else {
            options.filter.routes = ["R"]
        }
        let bundle = try BuiltBundle(
            .base.with("# routes.txt\nroute_id,route_short_name,route_type\nR,1,3"), options)
        #expect(try bundle.lines("SELECT agency_id FROM agency") == ["X"])
        #expect(try bundle.lines("SELECT route_id FROM routes") == ["R"])
    }

    @Test("Trips that the feed does not define go with the routes they do not have")
    func undefinedTrips() throws {
        var feed = TestFeed.base
        feed["stop_times.txt"]? += "GHOST,09:00:00,09:00:00,A,1\nGHOST,09:10:00,09:10:00,B,2\n"
        #expect(try BuiltBundle(feed).count("SELECT count(*) FROM trip") == 3)
        var options = BundleBuild.Options()
        options.filter.routes = ["R"]
        let bundle = try BuiltBundle(feed, options)
        #expect(try bundle.lines("SELECT trip_id FROM trip ORDER BY 1") == ["T1", "T2"])
        #expect(try bundle.count("SELECT count(*) FROM dangling") == 0)
        options.filter.routes = ["NONE"]
        options.allowsEmpty = false
        #expect(throws: BundleError.self) { try BuiltBundle(feed, options) }
    }

    @Test(
        "Filters that leave nothing are an error, and no bundle is written",
        arguments: [
            { $0.routes = ["NONE"] }, { $0.agencies = ["NONE"] }, { $0.routeTypes = [12] },
            { $0.area = .box(west: 0, south: 0, east: 1, north: 1) },
            { $0.from = ServiceDate(yyyymmdd: 2030_01_01) },
            { $0.to = ServiceDate(yyyymmdd: 2020_01_01) },
        ] as [@Sendable (inout FeedFilter) -> Void])
    func nothingLeft(_ set: @Sendable (inout FeedFilter) -> Void) throws {
        var options = BundleBuild.Options()
        options.allowsEmpty = false
        set(&options.filter)
        let error = #expect(throws: BundleError.self) { try BuiltBundle.sample(options) }
        #expect(error?.exitCode == 65)
        #expect(error?.description == "the filters leave no trip: nothing to write")
    }

    @Test("Unknown names are reported, with the nearest known ones")
    func unknownNames() throws {
        func names(_ set: (inout FeedFilter) -> Void) throws -> [String] {
            var filter = FeedFilter()
            set(&filter)
            return try build(filter).summary.unknownNames.map(\.description)
        }
        #expect(try names { $0.routes = ["T1"] } == [])
        #expect(
            try names { $0.routes = ["T1", "T8", "NOPE"] } == [
                "the feed has no route NOPE; it has B333, F1, FX1, L2, M1 and 3 more",
                "the feed has no route T8; the nearest is T1",
            ])
        let agencies = try names { $0.agencies = ["PLX", "PLT", "Metro"] }
        #expect(agencies.count == 2, "\(agencies)")
        #expect(
            try names {
                $0.routeTypes = [1, 12]
                $0.modes = [.monorail]
            } == [
                "the feed has no route of type 12; it has 0, 1, 2, 3, 4 and 1 more",
                "the feed has no route of mode monorail; it has bus, ferry, metro, rail, tram",
            ])
    }

    @Test("An agency that only a route names is known, and so is one without routes")
    func knownAgencies() throws {
        var feed = TestFeed.base
        feed["agency.txt"]? += "Y,Yonder,https://example.org,Europe/Paris\n"
        feed["routes.txt"]? += "Q,Z,2,3\n"
        var options = BundleBuild.Options()
        options.filter.agencies = ["X", "Y", "Z"]
        #expect(try BuiltBundle(feed, options).summary.unknownNames == [])
    }

    @Test("Parts that are left out are not read, and nothing of them is in the bundle")
    func parts() throws {
        for part in FeedPart.allCases {
            var filter = FeedFilter()
            filter.without = [part]
            let bundle = try build(filter)
            for file in part.files {
                let table = file.prefix { $0 != "." }
                #expect(try bundle.count("SELECT count(*) FROM \(table)") == 0, "\(table)")
                #expect(!bundle.summary.unknownFiles.contains(file))
            }
        }
    }

    /// Trips on demand: GROUP to stops of which one is at 0, 0; ZONE in a square from 1, 1 to 2, 2.
    private static let onDemand = TestFeed.base.with(
        """
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Harbour,0,0
        B,Market,10,10
        C,Museum,20,20
        D,Airport,30,30
        # trips.txt
        route_id,service_id,trip_id
        R,WD,FIXED
        R,WD,GROUP
        R,WD,ZONE
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence,location_group_id,location_id,\
        start_pickup_drop_off_window,end_pickup_drop_off_window
        FIXED,08:00:00,08:00:00,C,1,,,,
        FIXED,08:10:00,08:10:00,D,2,,,,
        GROUP,,,,1,G,,08:00:00,10:00:00
        GROUP,,,,2,G,,08:00:00,10:00:00
        ZONE,,,,1,,Z,08:00:00,10:00:00
        ZONE,,,,2,,Z,08:00:00,10:00:00
        # location_groups.txt
        location_group_id,location_group_name
        G,Group
        # location_group_stops.txt
        location_group_id,stop_id
        G,A
        G,B
        # locations.geojson
        {"type": "FeatureCollection", "features": [{"type": "Feature", "id": "Z", "properties": {},
          "geometry": {"type": "Polygon", "coordinates": [[[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]]]}}]}
        """)

    @Test(
        "An area keeps the trips on demand that reach it",
        arguments: [
            // A corner of the box in the zone, the zone in the box, the box in the zone, a cross.
            (FilterArea.box(west: 1.5, south: 1.5, east: 3, north: 3), ["ZONE"]),
            (.box(west: 0.5, south: 0.5, east: 3, north: 3), ["ZONE"]),
            (.box(west: 1.4, south: 1.4, east: 1.5, north: 1.5), ["ZONE"]),
            (.box(west: 1.4, south: 0.5, east: 1.5, north: 3), ["ZONE"]),
            (.box(west: 2.5, south: 2.5, east: 3, north: 3), []),
            (.box(west: -1, south: -1, east: 0.5, north: 0.5), ["GROUP"]),
            (.box(west: 9, south: 9, east: 11, north: 11), ["GROUP"]),
            (.box(west: 19, south: 19, east: 21, north: 21), ["FIXED"]),
            // Over the antimeridian, from 170 east to 1.5.
            (.box(west: 170, south: 1.5, east: 1.5, north: 3), ["ZONE"]),
        ])
    func areaOnDemand(area: FilterArea, trips: [String]) throws {
        var options = BundleBuild.Options()
        options.allowsEmpty = false
        options.filter.area = area
        guard !trips.isEmpty else {
            #expect(throws: BundleError.self) { try BuiltBundle(Self.onDemand, options) }
            return
        }
        let bundle = try BuiltBundle(Self.onDemand, options)
        #expect(try bundle.lines("SELECT trip_id FROM trips") == trips)
        let stops = try bundle.lines("SELECT stop_id FROM location_group_stops")
        #expect(stops == (trips == ["GROUP"] ? ["A", "B"] : []))
    }

    @Test(
        "Stops that are left out take the trips that serve them along, also on demand",
        arguments: [
            (["A"], ["FIXED", "ZONE"]), (["C"], ["GROUP", "ZONE"]), (["A", "D"], ["ZONE"]),
            (["G"], ["FIXED", "GROUP", "ZONE"]), (["HUB"], ["GROUP", "ZONE"]),
        ] as [(Set<StopID>, [String])])
    func leftOutStops(stops: Set<StopID>, trips: [String]) throws {
        let feed = Self.onDemand.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
            A,Harbour,0,0,,
            B,Market,10,10,,
            C,Museum,20,20,,
            D,Airport,30,30,0,HUB
            HUB,Airport,30,30,1,
            """)
        var options = BundleBuild.Options()
        options.filter.leftOutStops = stops
        let bundle = try BuiltBundle(feed, options)
        #expect(try bundle.lines("SELECT trip_id FROM trips") == trips)
        let unknown = bundle.summary.unknownNames.map(\.description)
        #expect(
            unknown == (stops == ["G"] ? ["the feed has no stop G; it has A, B, C, D, HUB"] : []))
    }

    @Test("Trips of routes that the feed lacks stay if only others are left out")
    func leftOutRoutes() throws {
        let feed = TestFeed.base.with(
            """
            # trips.txt
            route_id,service_id,trip_id
            R,WD,T1
            NONE,WD,T2
            """)
        var options = BundleBuild.Options()
        options.filter.leftOutRoutes = ["R"]
        #expect(try BuiltBundle(feed, options).lines("SELECT trip_id FROM trips") == ["T2"])
        options.filter = FeedFilter()
        options.filter.leftOutModes = [.bus]
        #expect(try BuiltBundle(feed, options).lines("SELECT trip_id FROM trips") == ["T2"])
    }

    @Test(
        "Zones go across the antimeridian the short way",
        arguments: [
            (FilterArea.box(west: 179.5, south: -16.8, east: 179.6, north: -16.7), true),
            (.box(west: -179.6, south: -16.8, east: -179.5, north: -16.7), true),
            (.box(west: 179.9, south: -16.8, east: -179.9, north: -16.7), true),
            (.box(west: 0, south: -16.8, east: 1, north: -16.7), false),
            // The other zone goes on to 182.
            (.box(west: -178.5, south: 0.2, east: -178.2, north: 0.3), true),
            (.box(west: -177.5, south: 0.2, east: -177.2, north: 0.3), false),
        ])
    func zonesAcross(area: FilterArea, isKept: Bool) throws {
        var feed = Self.onDemand
        feed["locations.geojson"] = """
            {"type": "FeatureCollection", "features": [{"type": "Feature", "id": "Z", "properties": {},
              "geometry": {"type": "MultiPolygon", "coordinates": [
                [[[179, -17], [-179, -17], [-179, -16], [179, -16], [179, -17]]],
                [[[178, 0], [182, 0], [182, 1], [178, 1], [178, 0]]]]}}]}
            """
        var options = BundleBuild.Options()
        options.allowsEmpty = true
        options.filter.area = area
        let bundle = try BuiltBundle(feed, options)
        #expect(try bundle.lines("SELECT trip_id FROM trips") == (isKept ? ["ZONE"] : []))
    }
}

extension FeedFilter {
    init(routes: Set<RouteID>) {
        self.init()
        self.routes = routes
    }
}
