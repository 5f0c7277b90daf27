import BundleWriting
import FeedCompiling
import FeedReading
import GRDB
import TestSupport
import Testing

@Suite("Trips and stop times in the bundle")
struct StopTimesTests {
    private func build(_ stopTimes: String, _ other: TestFeed = "") throws -> BuiltBundle {
        var feed = TestFeed.base.with(other)
        feed["stop_times.txt"] = stopTimes + "\n"
        return try BuiltBundle(feed)
    }

    @Test("The views have the feed's values")
    func base() throws {
        let bundle = try BuiltBundle(.base)
        #expect(
            try bundle.lines(
                """
                SELECT trip_id, arrival_time, departure_time, stop_id, stop_sequence,
                  arrival_timestamp, departure_timestamp FROM stop_times
                WHERE trip_id = 'T2' ORDER BY stop_sequence
                """) == [
                    "T2|23:50:00|23:50:00|A|1|85800|85800", "T2|24:00:00|24:01:00|B|2|86400|86460",
                    "T2|24:10:00|24:10:30|C|3|87000|87030", "T2|25:20:00|25:20:00|D|4|91200|91200",
                ])
        #expect(
            try bundle.lines("SELECT route_id, service_id, trip_id, shape_id FROM trips")
                == ["R|WD|T1|", "R|WD|T2|"])
        #expect(try bundle.count("SELECT count(*) FROM pattern") == 1)
        #expect(bundle.summary.notices.map(\.definition.code) == [])
    }

    @Test("H:MM:SS, H:MM, past 24 hours; invalid times are rejected")
    func times() throws {
        let bundle = try build(
            """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,7:05:09,7:06,A,1
            T1, 08:00:00 ,08:00:60,B,2
            T1,soon,,C,3
            T1,100:00:00,100:00:01,D,4
            """)
        #expect(
            try bundle.lines(
                "SELECT arrival_time, departure_time FROM stop_times ORDER BY stop_sequence")
                == ["07:05:09|07:06:00", "08:00:00|", "|", "100:00:00|100:00:01"])
        #expect(
            try bundle.lines("SELECT row, field, value, code FROM rejected ORDER BY row") == [
                "3|departure_time|08:00:60|invalid_time", "4|arrival_time|soon|invalid_time",
            ])
        #expect(bundle.summary.rejectedCells == 2)
    }

    @Test("Every offset from 0 to 172,800 comes back through the view")
    func everyOffset() throws {
        var stopTimes = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        var trips = "route_id,service_id,trip_id\n"
        let perTrip = 300
        for first in stride(from: 0, through: 172_800, by: perTrip) {
            trips += "R,WD,\(first)\n"
            stopTimes += "\(first),00:00:00,00:00:00,A,0\n"
            for offset in first..<min(first + perTrip, 172_801) {
                let time = StopTimesFeed.time(offset)
                stopTimes += "\(first),\(time),\(time),B,\(offset - first + 1)\n"
            }
        }
        let bundle = try build(stopTimes, TestFeed("# trips.txt\n" + trips))
        #expect(
            try bundle.count("SELECT count(DISTINCT departure_timestamp) FROM stop_times")
                == 172_801)
        #expect(
            try bundle.lines(
                """
                SELECT * FROM stop_times WHERE stop_id = 'B' AND
                  (departure_timestamp IS NOT CAST(trip_id AS INTEGER) + stop_sequence - 1
                  OR arrival_timestamp IS NOT departure_timestamp) LIMIT 3
                """) == [])
    }

    @Test("Arrivals and departures that differ, are after each other, or lack the other")
    func dwells() throws {
        let stopTimes = """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:20,A,1
            T1,08:10:00,08:10:40,B,2
            T1,08:20:00,,C,3
            T1,,08:30:00,D,4
            T2,08:00:00,,A,1
            T2,08:12:00,08:10:00,B,2
            T2,07:59:00,08:20:00,C,3
            T2,23:59:59,48:00:00,D,4
            """
        let bundle = try build(stopTimes)
        #expect(
            try bundle.lines(
                """
                SELECT trip_id, arrival_time, departure_time, stop_id, stop_sequence
                FROM stop_times ORDER BY trip_id, stop_sequence
                """)
                == stopTimes.split(separator: "\n").dropFirst().map {
                    $0.split(separator: ",", omittingEmptySubsequences: false).joined(
                        separator: "|")
                })
        #expect(try bundle.lines("SELECT origin FROM trip ORDER BY trip_id") == ["28800", "28740"])
    }

    @Test("Times too far apart for the bundle are taken out and counted")
    func longSpan() throws {
        let bundle = try build(
            """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,00:00:00,00:00:00,A,1
            T1,277:46:40,277:46:40,B,2
            T1,277:46:41,277:46:41,C,3
            """)
        #expect(
            try bundle.lines("SELECT departure_time FROM stop_times ORDER BY stop_sequence")
                == ["00:00:00", "277:46:40", ""])
        #expect(bundle.count(.timeSpanTooLong) == 2)
        #expect(
            try bundle.lines("SELECT field, value FROM rejected ORDER BY field")
                == ["arrival_time|277:46:41", "departure_time|277:46:41"])
    }

    @Test("Trips without stop times, stop times without trips, stops and routes without rows")
    func dangling() throws {
        let bundle = try build(
            """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            T1,08:10:00,08:10:00,NOWHERE,2
            GHOST,09:00:00,09:00:00,B,1
            """,
            """
            # trips.txt
            route_id,service_id,trip_id,shape_id
            R,WD,T1,
            R,WD,T2,
            LOST,NEVER,T3,UNDRAWN
            """)
        #expect(
            try bundle.lines(
                "SELECT trip_id, stop_id, departure_time, sid < 0 FROM stop_times ORDER BY 3")
                == ["T1|A|08:00:00|0", "T1|NOWHERE|08:10:00|1", "GHOST|B|09:00:00|0"])
        #expect(
            try bundle.lines("SELECT trip_id, route_id, service_id, shape_id FROM trips ORDER BY 1")
                == ["T1|R|WD|", "T2|R|WD|", "T3|LOST|NEVER|UNDRAWN"])
        #expect(
            try bundle.lines("SELECT kind, id FROM dangling ORDER BY kind") == [
                "route|LOST", "service|NEVER", "shape|UNDRAWN", "stop|NOWHERE", "trip|GHOST",
            ])
        #expect(bundle.summary.danglingIDs == 5)
        #expect(try bundle.count("SELECT count(*) FROM stops") == 4)
        #expect(try bundle.count("SELECT count(*) FROM calls") == 3)
        #expect(bundle.count(.foreignKeyViolation) >= 3)
        #expect(
            try bundle.lines("SELECT trip_id FROM departures") == ["T1"],
            "trips that the feed does not define depart nowhere")
        // The halves of views that are for undefined ids.
        let halves = """
            SELECT count(*) FROM sqlite_master
            WHERE name IN ('trips', 'stop_times') AND sql LIKE '%UNION ALL%'
            """
        #expect(try bundle.count(halves) == 2)
        #expect(try BuiltBundle(.base).count(halves) == 0)
    }

    @Test("Flexible rows without a stop keep their windows and rules")
    func flex() throws {
        let stopTimes = """
            trip_id,arrival_time,departure_time,stop_id,location_group_id,location_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_booking_rule_id,drop_off_booking_rule_id
            T1,,,,G,,1,06:00:00,22:30:00,B1,
            T1,,,,,L,2,06:00:00,25:30:00,,B2
            T2,08:00:00,08:00:00,A,,,1,,,,
            T2,,,,,L,2,08:00:00,08:30:00,B1,B2
            T2,08:40:00,08:40:00,D,,,3,,,,
            """
        let bundle = try build(stopTimes)
        let header = stopTimes.prefix { $0 != "\n" }
        #expect(
            try bundle.lines("SELECT \(header) FROM stop_times ORDER BY trip_id, stop_sequence")
                == stopTimes.split(separator: "\n").dropFirst().map {
                    $0.split(separator: ",", omittingEmptySubsequences: false).joined(
                        separator: "|")
                })
        #expect(try bundle.count("SELECT count(*) FROM calls WHERE sid IS NULL") == 3)
        #expect(bundle.summary.interpolatedStopTimes == 0)
        var options = BundleBuild.Options()
        options.filter.without = [.flex]
        var feed = TestFeed.base
        feed["stop_times.txt"] = stopTimes + "\n"
        let without = try BuiltBundle(feed, options)
        #expect(try without.count("SELECT count(*) FROM flex_stop_times") == 0)
        #expect(
            try without.lines("SELECT trip_id, stop_sequence FROM stop_times") == ["T2|1", "T2|3"])
    }

    @Test(
        "A window on one trip takes no time from another of the same stops",
        arguments: ["WP", "PW"])
    func windowOfAnother(order: String) throws {
        let rows = order.map { trip in
            """
            \(trip),08:00:00,08:00:00,A,1,,
            \(trip),,,B,2,\(trip == "W" ? "08:00:00,09:00:00" : ",")
            \(trip),08:20:00,08:20:00,C,3,,
            """
        }
        let bundle = try BuiltBundle(
            .base.with(
                TestFeed(
                    """
                    # trips.txt
                    route_id,service_id,trip_id
                    R,WD,W
                    R,WD,P
                    # stop_times.txt
                    trip_id,arrival_time,departure_time,stop_id,stop_sequence,\
                    start_pickup_drop_off_window,end_pickup_drop_off_window
                    \(rows.joined(separator: "\n"))
                    """)))
        #expect(
            try bundle.lines(
                """
                SELECT trip_id, interpolated_timestamp FROM stop_times
                WHERE stop_sequence = 2 ORDER BY 1
                """) == ["P|29400", "W|"])
    }

    @Test("Stops without times get interpolated ones beside, and stay blank")
    func interpolation() throws {
        let bundle = try build(
            """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            T1,,,B,2
            T1,,,C,3
            T1,08:40:00,08:40:00,D,4
            T2,,,A,1
            T2,,,B,2
            """)
        #expect(
            try bundle.lines(
                """
                SELECT trip_id, stop_id, departure_time, departure_timestamp,
                  interpolated_timestamp FROM stop_times ORDER BY trip_id, stop_sequence
                """) == [
                    "T1|A|08:00:00|28800|", "T1|B|||29400", "T1|C|||30000",
                    "T1|D|08:40:00|31200|", "T2|A|||", "T2|B|||",
                ])
        #expect(
            try bundle.lines(
                "SELECT stop_id, departure_timestamp, is_interpolated FROM departures ORDER BY 2")
                == ["A|28800|0", "B|29400|1", "C|30000|1"])
        #expect(bundle.summary.interpolatedStopTimes == 2)
        #expect(
            try bundle.lines("SELECT origin, timing FROM trip WHERE trip_id = 'T2'") == ["|"])
    }

    @Test("Trips of frequencies have a departure for each of them")
    func frequencies() throws {
        let bundle = try BuiltBundle(
            .base.with(
                """
                # frequencies.txt
                trip_id,start_time,end_time,headway_secs,exact_times
                T1,06:00:00,09:00:00,600,0
                T1,09:00:00,24:30:00,900,1
                """))
        #expect(
            try bundle.lines(
                """
                SELECT start_timestamp, end_timestamp, headway_secs, exact_times, offset
                FROM departures WHERE stop_id = 'B' AND trip_id = 'T1' ORDER BY 1
                """) == ["21600|32400|600|0|660", "32400|88200|900|1|660"])
        #expect(
            try bundle.lines("SELECT headway_secs FROM departures WHERE trip_id = 'T2'")
                == ["", "", ""])
        #expect(
            try bundle.lines("SELECT start_time, end_time FROM frequencies ORDER BY 1")
                == ["06:00:00|09:00:00", "09:00:00|24:30:00"])
    }

    @Test("Codes: blank is NULL, 0 is 0, unknown ones are kept, invalid ones are rejected")
    func codes() throws {
        let bundle = try build(
            """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,timepoint
            T1,08:00:00,08:00:00,A,1,,
            T1,08:10:00,08:10:00,B,2,0,1
            T1,08:20:00,08:20:00,C,3,7,0
            T1,08:30:00,08:30:00,D,4,x,99999
            """)
        #expect(
            try bundle.lines("SELECT pickup_type, timepoint FROM stop_times ORDER BY stop_sequence")
                == ["|", "0|1", "7|0", "|"])
        #expect(bundle.count(.unexpectedEnumValue) == 1)
        #expect(
            try bundle.lines("SELECT field, value, code FROM rejected ORDER BY field") == [
                "pickup_type|x|invalid_integer", "timepoint|99999|invalid_integer",
            ])
    }

    @Test("Rows without a trip or a sequence are rejected whole")
    func keys() throws {
        let bundle = try build(
            """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            ,08:10:00,08:10:00,B,2
            T1,08:20:00,08:20:00,C,
            T1,08:30:00,08:30:00,D,first
            """)
        #expect(try bundle.count("SELECT count(*) FROM stop_times") == 1)
        #expect(
            try bundle.lines("SELECT row, field, value, code FROM rejected ORDER BY row") == [
                "3||,08:10:00,08:10:00,B,2|missing_required_field",
                "4||T1,08:20:00,08:20:00,C,|missing_required_field",
                "5||T1,08:30:00,08:30:00,D,first|invalid_integer",
            ])
    }
}
