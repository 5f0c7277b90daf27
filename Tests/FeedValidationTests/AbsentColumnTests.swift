import FeedValidation
import GTFSSchedule
import TestSupport
import Testing

@Suite("Columns that are absent") struct AbsentColumnTests {
    /// Files of a feed that has something to say about most fields.
    private static let feed = TestFeed.base.with(
        """
        # stops.txt
        stop_id,stop_lat,stop_lon
        A,48.0,2.0
        B,48.0,2.1
        C,48.0,2.2
        D,48.0,2.4
        # attributions.txt
        organization_name
        One
        # stop_times.txt
        trip_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window
        T1,1,08:00:00,09:00:00
        T1,2,08:00:00,09:00:00
        # booking_rules.txt
        booking_rule_id,booking_type
        B,1
        # transfers.txt
        transfer_type
        0
        # pathways.txt
        pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional
        W,A,B,7,1
        # fare_transfer_rules.txt
        fare_transfer_type
        0
        # fare_leg_join_rules.txt
        from_network_id,to_network_id,from_stop_id
        N,N,A
        # translations.txt
        table_name,field_name,language,translation
        stops,stop_name,fr,Un
        """)

    @Test("A rule that asks for a value asks for it in a file without the column, too")
    func absentIsBlank() throws {
        let absent = try Findings(Self.feed)
        #expect(absent.count("missing_stop_name") == 4)
        #expect(absent.count("attribution_without_role") == 1)
        for table in Schedule.tables {
            guard let text = Self.feed[table.file.name] else { continue }
            let lines = text.split(separator: "\n")
            let header = try #require(lines.first).split(separator: ",").map(String.init)
            for field in table.fields
            where !header.contains(field.name) && field.presence != .required
                && field.presence != .requiredColumn
            {
                var blank = Self.feed
                blank[table.file.name] =
                    "\(lines[0]),\(field.name)\n" + lines.dropFirst().map { "\($0),\n" }.joined()
                let found = try Findings(blank)
                for code in Set((absent.report.groups + found.report.groups).map(\.code)).sorted() {
                    #expect(
                        found.count(code) == absent.count(code),
                        "\(code), \(table.file.name), \(field.name)")
                }
            }
        }
    }

    @Test("A call without the column of its stop has no place")
    func calls() throws {
        let feed = TestFeed.base.with(
            """
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_sequence
            T1,08:00:00,08:00:00,1
            T1,08:10:00,08:10:00,2
            """)
        #expect(try Findings(feed).count("missing_required_field") == 2)
        #expect(try Findings(feed, isCanonical: true).count("missing_required_field") == 0)
    }

    @Test("Where no call has a timepoint, all times are exact, with the column or without")
    func timepoints() throws {
        func count(_ header: String, _ cell: String, isCanonical: Bool = false) throws -> Int {
            let feed = TestFeed.base.with(
                TestFeed(
                    """
                    # stop_times.txt
                    trip_id,arrival_time,departure_time,stop_id,stop_sequence\(header)
                    T1,08:00:00,08:00:00,A,1\(cell)
                    T1,08:10:00,08:10:00,B,2\(cell)
                    """))
            return try Findings(feed, isCanonical: isCanonical).count("missing_timepoint_value")
        }
        #expect(try count("", "") == 0)
        #expect(try count(",timepoint", ",") == 0)
        #expect(try count(",timepoint", ",", isCanonical: true) == 2)
    }
}
