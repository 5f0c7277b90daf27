import FeedReading
import TestSupport
import Testing

/// Differences of `schema/rules.md` that no test of a rule shows.
@Suite("Differences from the canonical validator") struct CanonicalDifferenceTests {
    struct Difference: CustomTestStringConvertible, Sendable {
        let code: String
        let count: Int
        let canonical: Int
        let feed: TestFeed
        var testDescription: String { "\(code): \(feed.files.map(\.name))" }

        init(_ code: String, _ count: Int, canonical: Int, in feed: TestFeed) {
            (self.code, self.count, self.canonical, self.feed) = (code, count, canonical, feed)
        }
    }

    private static let calendar =
        "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date"
    private static let manyCells = String(repeating: ",", count: 600)

    private static let reading = [
        Difference(
            "invalid_time", 0, canonical: 1,
            in: """
                # stop_times.txt
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:00:00,08:00:00,A,1
                T1,8:10,08:10:00,B,2
                """),
        // A header with errors.
        Difference(
            "invalid_float", 1, canonical: 0,
            in: """
                # levels.txt
                level_id,level_id,level_index
                L,L,x
                """),
        Difference(
            "invalid_float", 1, canonical: 0,
            in: TestFeed("# levels.txt\nlevel_id,level_index\nL,1\(manyCells)\nM,x\n")),
        // Both take two byte order marks for none, but not three.
        Difference(
            "missing_required_column", 0, canonical: 1,
            in: TestFeed("# levels.txt\n\u{FEFF}\u{FEFF}\u{FEFF}level_id,level_index\nL,1\n")),
        Difference(
            "missing_required_column", 0, canonical: 0,
            in: TestFeed("# levels.txt\n\u{FEFF}\u{FEFF}level_id,level_index\nL,1\n")),
        Difference(
            "invalid_float", 1, canonical: 0,
            in: TestFeed("# levels.txt\nlevel_id,level_index\nL,1\u{0}\n")),
    ]

    private static let keys = [
        Difference(
            "duplicate_key", 1, canonical: 0,
            in: """
                # networks.txt
                network_id
                N
                # fare_leg_join_rules.txt
                from_network_id,to_network_id,from_stop_id,to_stop_id
                N,N,,
                N,N,,
                """),
        Difference(
            "duplicate_key", 1, canonical: 0,
            in: """
                # location_groups.txt
                location_group_id
                G
                # location_group_stops.txt
                location_group_id,stop_id
                G,B
                G,B
                """),
        // The first of two calendars, or the last.
        Difference(
            "expired_calendar", 0, canonical: 1,
            in: TestFeed(
                "# calendar.txt\n\(calendar)\nWD,1,1,1,1,1,0,0,20260101,20261231\n"
                    + "WD,1,1,1,1,1,0,0,20250101,20251231\n")),
    ]

    private static let fields = [
        Difference(
            "invalid_float", 1, canonical: 0,
            in: """
                # fare_products.txt
                fare_product_id,amount,currency
                P,1e1,EUR
                """),
        Difference(
            "invalid_date", 1, canonical: 0,
            in: TestFeed("# calendar.txt\n\(calendar)\nWD,1,1,1,1,1,0,0,2026+1+1,20261231\n")),
        Difference(
            "missing_required_field", 1, canonical: 0,
            in: """
                # timeframes.txt
                timeframe_group_id,start_time,end_time,service_id
                ,08:00:00,09:00:00,WD
                """),
        Difference(
            "missing_required_column", 1, canonical: 0,
            in: """
                # fare_attributes.txt
                fare_id,price,currency_type,payment_method
                F,1.00,EUR,0
                """),
        Difference(
            "missing_required_field", 3, canonical: 0,
            in: """
                # transfers.txt
                from_stop_id,to_stop_id,transfer_type
                ,B,
                ,,
                """),
        Difference(
            "non_ascii_or_non_printable_char", 1, canonical: 0,
            in: """
                # frequencies.txt
                trip_id,start_time,end_time,headway_secs
                Té,06:00:00,07:00:00,600
                """),
        Difference(
            "number_out_of_range", 1, canonical: 0,
            in: """
                # fare_transfer_rules.txt
                from_leg_group_id,to_leg_group_id,transfer_count,fare_transfer_type
                ,,0,0
                """),
        // The release v8.0.1 reports it.
        Difference(
            "number_out_of_range", 0, canonical: 0,
            in: """
                # fare_products.txt
                fare_product_id,amount,currency
                P,-1.50,EUR
                """),
        // Of a row with another error.
        Difference(
            "start_and_end_range_out_of_order", 1, canonical: 0,
            in: """
                # frequencies.txt
                trip_id,start_time,end_time,headway_secs
                T1,08:00:00,07:00:00,x
                """),
    ]

    private static let rules = [
        Difference(
            "expired_calendar", 0, canonical: 1,
            in: TestFeed("# calendar.txt\n\(calendar)\nWD,1,1,1,1,1,0,0,20260601,20260501\n")),
        // An unknown exception_type removes a day, or means nothing.
        Difference(
            "trip_coverage_not_active_for_next7_days", 1, canonical: 0,
            in: TestFeed(
                "# calendar.txt\n\(calendar)\nWD,1,1,1,1,1,0,0,20260615,20260616\n"
                    + "# calendar_dates.txt\nservice_id,date,exception_type\n"
                    + "WD,20260615,9\nWD,20260616,9\n")),
        Difference(
            "missing_bike_allowance", 2, canonical: 4,
            in: """
                # routes.txt
                route_id,agency_id,route_short_name,route_type
                R,X,1,4
                R,X,2,4
                """),
        Difference(
            "fast_travel_between_far_stops", 0, canonical: 1,
            in: """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon
                A,Harbor,,
                B,Market,48.0,2.1
                C,Museum,48.0,2.2
                # stop_times.txt
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:00:00,08:00:00,A,1
                T1,,,B,2
                T1,08:10:00,08:10:00,C,3
                """),
        Difference(
            "duplicate_route_name", 0, canonical: 2,
            in: """
                # routes.txt
                route_id,agency_id,route_short_name,route_type
                R,X,1,715
                S,X,1,716
                T,X,1,99
                """),
        Difference(
            "duplicate_fare_media", 0, canonical: 1,
            in: """
                # fare_media.txt
                fare_media_id,fare_media_name,fare_media_type
                A,Card,77
                B,Card,78
                """),
    ]

    @Test("Counts are those of either mode", arguments: reading + keys + fields + rules)
    func counts(_ difference: Difference) throws {
        let feed = TestFeed.base.with(difference.feed)
        #expect(try Findings(feed).count(difference.code) == difference.count)
        #expect(
            try Findings(feed, isCanonical: true).count(difference.code) == difference.canonical)
    }

    @Test("Samples of canonical counts have 00:00:00 for a blank end of the window")
    func blankWindow() throws {
        let feed = TestFeed.base.with(
            """
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_sequence,start_pickup_drop_off_window,\
            end_pickup_drop_off_window,pickup_type,location_id
            T1,,,1,08:00:00,,0,L
            """)
        let (code, field) = ("forbidden_pickup_type", "endPickupDropOffWindow")
        #expect(try Findings(feed).count(code) == 1)
        #expect(try Findings(feed).sample(code)?[field] == nil)
        #expect(
            try Findings(feed, isCanonical: true).sample(code)?[field] == .text("00:00:00"))
    }
}
