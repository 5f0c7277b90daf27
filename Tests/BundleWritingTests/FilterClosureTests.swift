import BundleWriting
import FeedCompiling
import GTFSSchedule
import TestSupport
import Testing

@Suite("Rules that filters keep whole")
struct FilterClosureTests {
    /// Route R calls at A to D; route S at D and E, which only it serves.
    private func feed(_ files: String) -> TestFeed {
        TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,zone_id
            A,Harbour,48.0,2.0,1
            B,Market,48.0,2.1,2
            C,Museum,48.0,2.2,2
            D,Airport,48.0,2.4,3
            E,Island,58.0,12.4,4
            # routes.txt
            route_id,agency_id,route_short_name,route_type,network_id
            R,X,1,3,N
            S,X,2,4,N
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,1,1,1,1,1,0,0,20260101,20261231
            PEAK,1,1,1,1,1,0,0,20260101,20261231
            # trips.txt
            route_id,service_id,trip_id
            R,WD,T1
            R,WD,T2
            S,WD,T3
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            T1,08:10:00,08:11:00,B,2
            T1,08:20:00,08:20:30,C,3
            T1,08:30:00,08:30:00,D,4
            T2,23:50:00,23:50:00,A,1
            T2,24:00:00,24:01:00,B,2
            T3,09:00:00,09:00:00,D,1
            T3,09:30:00,09:30:00,E,2
            """
        ).with(TestFeed(stringLiteral: files))
    }

    private func bundle(_ files: String, _ filter: FeedFilter) throws -> BuiltBundle {
        var options = BundleBuild.Options()
        options.filter = filter
        let bundle = try BuiltBundle(feed(files), options)
        #expect(try ForeignKeys.dangling(in: bundle) == [])
        return bundle
    }

    private static let ofR = FeedFilter(routes: ["R"])

    @Test("A fare whose only rule goes is for no ride that is left")
    func fareOfOneRoute() throws {
        let bundle = try bundle(
            """
            # fare_attributes.txt
            fare_id,price,currency_type,payment_method,transfers
            ANY,1.00,EUR,0,0
            ONE,2.00,EUR,0,0
            FERRY,3.00,EUR,0,0
            ISLAND,4.00,EUR,0,0
            # fare_rules.txt
            fare_id,route_id,origin_id,destination_id,contains_id
            ONE,R,,,
            FERRY,S,,,
            ISLAND,,3,4,
            """, Self.ofR)
        #expect(try bundle.lines("SELECT fare_id FROM fare_attributes") == ["ANY", "ONE"])
        #expect(try bundle.lines("SELECT fare_id, route_id FROM fare_rules") == ["ONE|R"])
    }

    @Test("The zones that a ride has to pass are one rule, which goes as a whole")
    func containedZones() throws {
        let bundle = try bundle(
            """
            # fare_attributes.txt
            fare_id,price,currency_type,payment_method,transfers
            TWO,2.00,EUR,0,0
            THREE,5.00,EUR,0,0
            # fare_rules.txt
            fare_id,route_id,origin_id,destination_id,contains_id
            TWO,R,,,2
            TWO,R,,,3
            THREE,R,,,2
            THREE,R,,,3
            THREE,R,,,4
            """, Self.ofR)
        #expect(try bundle.lines("SELECT fare_id FROM fare_attributes") == ["TWO"])
        #expect(
            try bundle.lines("SELECT fare_id, contains_id FROM fare_rules") == ["TWO|2", "TWO|3"])
    }

    private static let fares = """
        # areas.txt
        area_id
        TOWN
        ISLAND
        # stop_areas.txt
        area_id,stop_id
        TOWN,A
        TOWN,B
        ISLAND,E
        # fare_products.txt
        fare_product_id,amount,currency
        DEAR,9.00,EUR
        CHEAP,2.00,EUR
        """

    @Test("A rule that lists a network keeps that of all other networks from applying to it")
    func blankNetwork() throws {
        let rules = """
            \(Self.fares)
            # fare_leg_rules.txt
            leg_group_id,network_id,from_area_id,to_area_id,fare_product_id
            FAR,N,ISLAND,ISLAND,DEAR
            REST,,,,CHEAP
            """
        let bundle = try bundle(rules, Self.ofR)
        #expect(try bundle.lines("SELECT leg_group_id FROM fare_leg_rules") == ["FAR", "REST"])
        #expect(try bundle.lines("SELECT area_id FROM areas") == ["TOWN", "ISLAND"])
        #expect(try bundle.lines("SELECT area_id FROM stop_areas") == ["TOWN", "TOWN"])
    }

    @Test("With priorities a blank is for all, so that no rule has to be kept for others")
    func priorities() throws {
        let rules = """
            \(Self.fares)
            # fare_leg_rules.txt
            leg_group_id,network_id,from_area_id,to_area_id,fare_product_id,rule_priority
            FAR,N,ISLAND,ISLAND,DEAR,1
            REST,,,,CHEAP,
            """
        let bundle = try bundle(rules, Self.ofR)
        #expect(try bundle.lines("SELECT leg_group_id FROM fare_leg_rules") == ["REST"])
        #expect(try bundle.lines("SELECT area_id FROM areas") == ["TOWN"])
    }

    @Test("A transfer that lists a group keeps that of all other groups from applying to it")
    func blankGroup() throws {
        let bundle = try bundle(
            """
            \(Self.fares)
            # fare_leg_rules.txt
            leg_group_id,network_id,from_area_id,to_area_id,fare_product_id,rule_priority
            NEAR,N,TOWN,TOWN,CHEAP,1
            FAR,N,ISLAND,ISLAND,DEAR,1
            ALONE,,ISLAND,,DEAR,1
            # fare_transfer_rules.txt
            from_leg_group_id,to_leg_group_id,fare_transfer_type,fare_product_id
            NEAR,FAR,0,DEAR
            ,NEAR,0,CHEAP
            """, Self.ofR)
        #expect(try bundle.lines("SELECT leg_group_id FROM fare_leg_rules") == ["NEAR", "FAR"])
        #expect(
            try bundle.lines("SELECT from_leg_group_id, to_leg_group_id FROM fare_transfer_rules")
                == ["NEAR|FAR", "|NEAR"])
    }

    @Test(
        "The service that only a timeframe names stays, with all rules", arguments: [false, true])
    func timeframes(hasWindow: Bool) throws {
        var filter = Self.ofR
        if hasWindow { filter.from = ServiceDate(yyyymmdd: 2026_06_01) }
        let bundle = try bundle(
            """
            \(Self.fares)
            # timeframes.txt
            timeframe_group_id,start_time,end_time,service_id
            RUSH,06:00:00,10:00:00,PEAK
            # fare_leg_rules.txt
            network_id,from_timeframe_group_id,fare_product_id
            N,RUSH,DEAR
            N,,CHEAP
            """, filter)
        #expect(try bundle.lines("SELECT service_id FROM calendar") == ["WD", "PEAK"])
        #expect(try bundle.lines("SELECT timeframe_group_id FROM timeframes") == ["RUSH"])
        #expect(try bundle.count("SELECT count(*) FROM fare_leg_rules") == 2)
    }

    @Test("A rule that stays keeps its timeframe and service, also outside of the window")
    func timeframeOfAnotherMonth() throws {
        var filter = FeedFilter()
        filter.from = ServiceDate(yyyymmdd: 2026_06_01)
        filter.to = ServiceDate(yyyymmdd: 2026_06_05)
        let files = """
            \(Self.fares)
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,1,1,1,1,1,0,0,20260101,20261231
            FAIR,1,1,1,1,1,1,1,20261001,20261031
            # timeframes.txt
            timeframe_group_id,start_time,end_time,service_id
            FAIR,06:00:00,10:00:00,FAIR
            # fare_leg_rules.txt
            network_id,from_timeframe_group_id,fare_product_id
            N,FAIR,DEAR
            """
        let excluding = try bundle(files + "\n,,CHEAP", filter)
        #expect(
            try excluding.lines(
                "SELECT service_id, start_date, end_date FROM calendar WHERE end_date > 20260605")
                == ["FAIR|20261001|20261031"])
        #expect(try excluding.lines("SELECT service_id FROM timeframes") == ["FAIR"])
        #expect(try excluding.count("SELECT count(*) FROM fare_leg_rules") == 2)
        // It keeps no other from applying, and so goes.
        let alone = try bundle(files, filter)
        #expect(try alone.lines("SELECT service_id FROM calendar") == ["WD"])
        #expect(try alone.count("SELECT count(*) FROM timeframes") == 0)
        #expect(try alone.count("SELECT count(*) FROM fare_leg_rules") == 0)
    }

    @Test(
        "A timeframe keeps the day that the night after the window reaches",
        arguments: [("R", "20260606"), ("S", "20260605")])
    func timeframeOfLastNight(route: RouteID, lastDay: String) throws {
        var filter = FeedFilter(routes: [route])
        // From a Monday to the Friday of which T2 runs until Saturday.
        filter.from = ServiceDate(yyyymmdd: 2026_06_01)
        filter.to = ServiceDate(yyyymmdd: 2026_06_05)
        for hasFirstDay in [true, false] {
            if !hasFirstDay { filter.from = nil }
            let bundle = try bundle(
                """
                \(Self.fares)
                # calendar.txt
                service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
                WD,1,1,1,1,1,0,0,20260101,20261231
                ALL,1,1,1,1,1,1,1,20260101,20261231
                # timeframes.txt
                timeframe_group_id,start_time,end_time,service_id
                WORK,,,WD
                DAILY,,,ALL
                # fare_leg_rules.txt
                network_id,from_timeframe_group_id,fare_product_id
                N,WORK,CHEAP
                N,DAILY,DEAR
                """, filter)
            #expect(
                try bundle.lines("SELECT service_id, end_date FROM calendar")
                    == ["WD|20260605", "ALL|\(lastDay)"])
            #expect(
                try bundle.lines("SELECT value FROM metadata WHERE key = 'last_service_day'")
                    == ["20260605"])
        }
    }

    @Test("A rule that stays for its area keeps a route of its network, and that route's agency")
    func networkOfRoutes() throws {
        let files = """
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone
            X,Works,https://example.org,Europe/Paris
            Y,Ferries,https://example.org,Europe/Paris
            # routes.txt
            route_id,agency_id,route_short_name,route_type,network_id
            R,X,1,3,N
            S,Y,2,4,ISLES
            # areas.txt
            area_id
            TOWN
            # stop_areas.txt
            area_id,stop_id
            TOWN,A
            # fare_products.txt
            fare_product_id,amount,currency
            CHEAP,1,EUR
            DEAR,2,EUR
            # fare_leg_rules.txt
            network_id,from_area_id,fare_product_id
            """
        let excluding = try bundle(files + "\n,,CHEAP\nISLES,TOWN,DEAR", Self.ofR)
        #expect(try excluding.lines("SELECT route_id FROM routes") == ["R", "S"])
        #expect(try excluding.lines("SELECT agency_id FROM agency") == ["X", "Y"])
        #expect(try excluding.count("SELECT count(*) FROM fare_leg_rules") == 2)
        let alone = try bundle(files + "\nN,TOWN,CHEAP\nISLES,TOWN,DEAR", Self.ofR)
        #expect(try alone.lines("SELECT route_id FROM routes") == ["R"])
        #expect(try alone.lines("SELECT agency_id FROM agency") == ["X"])
        #expect(try alone.lines("SELECT network_id FROM fare_leg_rules") == ["N"])
    }

    @Test(
        "Leg rules of a feed without agencies or routes stay, where none can be restored",
        arguments: ["agency", "routes"])
    func leftOutFile(table: String) throws {
        // T2 alone runs before the window, and only T3 is of another route.
        var filter = FeedFilter()
        filter.from = ServiceDate(yyyymmdd: 2026_12_01)
        if table == "agency" { filter.routes = ["R"] }
        let feed = feed(
            """
            \(Self.fares)
            # calendar_dates.txt
            service_id,date,exception_type
            OLD,20260601,1
            # trips.txt
            route_id,service_id,trip_id
            R,WD,T1
            R,OLD,T2
            S,WD,T3
            # fare_leg_rules.txt
            network_id,from_area_id,fare_product_id
            N,TOWN,CHEAP
            """
        ).without(table + ".txt")
        let bundle = try BuiltBundle(feed, options(filter))
        #expect(
            try bundle.lines("SELECT type FROM sqlite_master WHERE name = '\(table)'") == ["view"])
        #expect(try bundle.lines("SELECT network_id FROM fare_leg_rules") == ["N"])
    }

    @Test(
        "Where no trip is left, the agencies that were asked for stay, with their fares",
        arguments: [(["Y"], ["Y"]), (["X", "Y"], ["X", "Y"]), (["NONE"], ["X", "Y"])]
            as [(Set<AgencyID>, [String])])
    func agenciesWithoutTrips(asked: Set<AgencyID>, kept: [String]) throws {
        var filter = FeedFilter()
        filter.agencies = asked
        // The feed has trips of X on earlier days only.
        filter.from = ServiceDate(yyyymmdd: 2030_01_01)
        let bundle = try bundle(
            """
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone
            X,Works,https://example.org,Europe/Paris
            Y,Ferries,https://example.org,Europe/Paris
            # routes.txt
            route_id,agency_id,route_short_name,route_type
            R,X,1,3
            S,X,2,4
            Q,Y,3,4
            # fare_attributes.txt
            fare_id,price,currency_type,payment_method,transfers,agency_id
            FX,1.00,EUR,0,0,X
            FY,2.00,EUR,0,0,Y
            """, filter)
        #expect(try bundle.count("SELECT count(*) FROM trip") == 0)
        #expect(try bundle.lines("SELECT agency_id FROM agency") == kept)
        #expect(try bundle.lines("SELECT agency_id FROM fare_attributes") == kept)
    }

    @Test("Days that only a deadline counts back by stay, however long before the window")
    func deadlines() throws {
        var filter = FeedFilter()
        filter.from = ServiceDate(yyyymmdd: 2026_06_01)
        let bundle = try bundle(
            """
            # booking_rules.txt
            booking_rule_id,booking_type,prior_notice_last_day,prior_notice_service_id
            BR,2,1,PEAK
            # stop_times.txt
            trip_id,stop_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_type,drop_off_type,pickup_booking_rule_id
            T1,A,1,08:00:00,18:00:00,2,1,BR
            T1,C,2,08:00:00,18:00:00,1,2,BR
            """, filter)
        #expect(
            try bundle.lines("SELECT service_id, start_date FROM calendar")
                == ["WD|20260601", "PEAK|20260101"])
        #expect(
            try bundle.lines("SELECT service_id, date(first_day * 86400, 'unixepoch') FROM service")
                == ["WD|2026-06-01", "PEAK|2026-01-01"])
    }

    @Test("A service by which deadlines count stays whole if it has no day in the window")
    func deadlineOfAnotherMonth() throws {
        var filter = FeedFilter()
        filter.from = ServiceDate(yyyymmdd: 2026_03_02)
        filter.to = ServiceDate(yyyymmdd: 2026_03_06)
        let bundle = try bundle(
            """
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,1,1,1,1,1,0,0,20260101,20261231
            SUMMER,1,1,1,1,1,0,0,20260601,20260831
            IDLE,1,1,1,1,1,0,0,20260601,20260831
            # booking_rules.txt
            booking_rule_id,booking_type,prior_notice_last_day,prior_notice_service_id
            BR,2,1,SUMMER
            # stop_times.txt
            trip_id,stop_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_type,drop_off_type,pickup_booking_rule_id
            T1,A,1,08:00:00,18:00:00,2,1,BR
            T1,C,2,08:00:00,18:00:00,1,2,BR
            """, filter)
        #expect(
            try bundle.lines("SELECT service_id, start_date, end_date FROM calendar")
                == ["WD|20260302|20260306", "SUMMER|20260601|20260831"])
    }

    @Test("Translations go with their record, whatever its table, and with a part that is not read")
    func translations() throws {
        let files = """
            \(Self.fares)
            # fare_leg_rules.txt
            from_area_id,fare_product_id
            TOWN,CHEAP
            # attributions.txt
            attribution_id,route_id,organization_name,is_producer
            AR,R,Works,1
            AS,S,Ferries,1
            # translations.txt
            table_name,field_name,language,translation,record_id,field_value
            areas,area_name,fr,Ville,TOWN,
            areas,area_name,fr,Ile,ISLAND,
            Areas,area_name,de,Insel,ISLAND,
            attributions,organization_name,fr,Atelier,AR,
            attributions,organization_name,fr,Bacs,AS,
            attributions,organization_name,fr,Atelier,,Works
            attributions,organization_name,fr,Bacs,,Ferries
            trips,trip_headsign,fr,Ile,T3,
            """
        let records = "SELECT table_name, record_id, field_value FROM translations"
        #expect(
            try bundle(files, Self.ofR).lines(records)
                == ["areas|TOWN|", "attributions|AR|", "attributions||Works"])
        var without = FeedFilter()
        without.without = [.attributions, .fares]
        #expect(try BuiltBundle(feed(files), options(without)).lines(records) == ["trips|T3|"])
    }

    @Test("So do those of records with keys of two columns")
    func translationsOfPairs() throws {
        var filter = Self.ofR
        filter.from = ServiceDate(yyyymmdd: 2026_06_01)
        let bundle = try bundle(
            """
            # frequencies.txt
            trip_id,start_time,end_time,headway_secs
            T1,06:00:00,07:00:00,600
            T3,06:00:00,07:00:00,600
            # calendar_dates.txt
            service_id,date,exception_type
            WD,20260504,2
            WD,20260608,2
            # location_groups.txt
            location_group_id
            G
            # location_group_stops.txt
            location_group_id,stop_id
            G,E
            # transfers.txt
            from_stop_id,to_stop_id,from_route_id,transfer_type
            D,E,,0
            A,B,S,0
            A,B,,0
            # translations.txt
            table_name,field_name,language,translation,record_id,record_sub_id
            frequencies,headway_secs,fr,dix minutes,T1,06:00:00
            frequencies,headway_secs,fr,dix minutes,T3,06:00:00
            calendar_dates,exception_type,fr,non,WD,20260504
            calendar_dates,exception_type,fr,non,WD,20260608
            location_group_stops,stop_id,fr,Ile,G,E
            transfers,transfer_type,fr,bac,D,E
            transfers,transfer_type,fr,bus,A,B
            """, filter)
        #expect(
            try bundle.lines("SELECT table_name, record_id, record_sub_id FROM translations")
                == ["frequencies|T1|06:00:00", "calendar_dates|WD|20260608", "transfers|A|B"])
    }

    @Test("Translations by value go with the last row that has it, and stay if none ever had it")
    func translationsOfValues() throws {
        let files = """
            # trips.txt
            route_id,service_id,trip_id,trip_headsign,trip_short_name
            R,WD,T1,Airport,101
            R,WD,T2,Market,
            S,WD,T3,Island,301
            # levels.txt
            level_id,level_index,level_name
            L,0,Ground
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,level_id
            A,Harbour,48.0,2.0,
            B,Market,48.0,2.1,
            C,Museum,48.0,2.2,
            D,Airport,48.0,2.4,
            E,Island,58.0,12.4,L
            F,Market,58.0,12.4,
            # translations.txt
            table_name,field_name,language,translation,field_value
            stops,stop_name,fr,Marche,Market
            stops,stop_name,fr,Ile,Island
            Stops,stop_name,de,Insel,Island
            stops,stop_name,fr,Ile,island
            stops,stop_desc,fr,Ile,Island
            stops,stop_nom,fr,Ile,Island
            routes,route_short_name,fr,un,1
            routes,route_short_name,fr,deux,2
            routes,route_type,fr,bac,4
            levels,level_name,fr,Rez,Ground
            trips,trip_headsign,fr,Aeroport,Airport
            trips,trip_headsign,fr,Ile,Island
            trips,trip_short_name,fr,cent un,101
            trips,trip_short_name,fr,trois cent un,301
            stop_times,stop_headsign,fr,Aeroport,Airport
            stop_times,stop_headsign,fr,Ile,Island
            """
        let values = "SELECT table_name, field_name, field_value FROM translations"
        #expect(
            try bundle(files, Self.ofR).lines(values) == [
                "stops|stop_name|Market", "stops|stop_name|island", "stops|stop_desc|Island",
                "stops|stop_nom|Island", "routes|route_short_name|1",
                "trips|trip_headsign|Airport", "trips|trip_short_name|101",
                "stop_times|stop_headsign|Airport",
            ])
        let whole = try bundle(files, FeedFilter(routes: ["R", "S"]))
        #expect(try whole.count("SELECT count(*) FROM translations") == 16)
    }

    private func options(_ filter: FeedFilter) -> BundleBuild.Options {
        var options = BundleBuild.Options()
        options.filter = filter
        return options
    }

    @Test("A filter that keeps every trip and day keeps everything")
    func everything() throws {
        let whole = try BuiltBundle.sample()
        var filter = FeedFilter()
        filter.routes = Set(try whole.lines("SELECT route_id FROM routes").map { RouteID($0) })
        filter.from = ServiceDate(yyyymmdd: 2000_01_01)
        let bundle = try BuiltBundle.sample(options(filter))
        for table in Schedule.tables {
            let query = "SELECT * FROM \(table.name)"
            #expect(try bundle.lines(query) == whole.lines(query), "\(table.name)")
        }
    }
}
