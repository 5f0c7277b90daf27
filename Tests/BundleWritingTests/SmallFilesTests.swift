import BundleWriting
import FeedReading
import GRDB
import TestSupport
import Testing

@Suite("Small files in the bundle")
struct SmallFilesTests {
    @Test("The first of duplicate ids wins, the others are rejected whole")
    func duplicates() throws {
        let bundle = try BuiltBundle(
            .base.with(
                """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon
                A,Harbour,48.0,2.0
                B,"Market, upper",48.0,2.1
                A,"Again, A",48.0,2.0
                C,Museum,48.0,2.2
                D,Airport,48.0,2.4
                # trips.txt
                route_id,service_id,trip_id,trip_headsign
                R,WD,T1,first
                R,WD,T2,
                R,WD,T1,second
                """))
        #expect(
            try bundle.lines("SELECT stop_id, stop_name, sid FROM stops ORDER BY sid")
                == ["A|Harbour|1", "B|Market, upper|2", "C|Museum|3", "D|Airport|4"])
        #expect(
            try bundle.lines("SELECT trip_headsign FROM trips WHERE trip_id = 'T1'") == ["first"])
        #expect(
            try bundle.lines("SELECT file, row, value, code FROM rejected ORDER BY file") == [
                "stops.txt|4|A,\"Again, A\",48.0,2.0|duplicate_key",
                "trips.txt|4|R,WD,T1,second|duplicate_key",
            ])
    }

    @Test("Bad cells are NULL and rejected, and the row stays")
    func badCells() throws {
        let bundle = try BuiltBundle(
            .base.with(
                """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon,location_type
                A,Harbour,north,2.0,
                B,Market,48.0,2.1,0
                C,Museum,48.0,2.2,x
                D,Airport,91.5,2.4,1
                """))
        #expect(
            try bundle.lines("SELECT stop_id, stop_lat, location_type FROM stops ORDER BY 1")
                == ["A||", "B|48|0", "C|48|", "D|91.5|1"])
        #expect(
            try bundle.lines("SELECT row, field, value, code FROM rejected ORDER BY row")
                == ["2|stop_lat|north|invalid_float", "4|location_type|x|invalid_integer"])
        #expect(bundle.count(.numberOutOfRange) == 1)
        #expect(try bundle.count("SELECT count(*) FROM stops_rtree") == 2)
        #expect(
            try bundle.lines("SELECT value FROM metadata WHERE key LIKE 'rejected%' ORDER BY key")
                == ["2", "0"])
    }

    @Test("Mode, colors to paint with and inherited accessibility stand beside the feed's values")
    func derivedValues() throws {
        let bundle = try BuiltBundle(
            .base.with(
                """
                # routes.txt
                route_id,agency_id,route_short_name,route_type,route_color,route_text_color
                R,X,1,715,,
                S,X,2,0,112233,112244
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,wheelchair_boarding
                A,Harbor,48.0,2.0,0,P,
                B,Market,48.0,2.0,0,P,2
                C,Museum,48.0,2.0,0,,
                P,Harbor,48.0,2.0,1,,1
                """))
        #expect(
            try bundle.lines(
                """
                SELECT mode, route_color, effective_route_color, route_text_color,
                  effective_route_text_color FROM routes
                """) == ["bus||FFFFFF||000000", "tram|112233|112233|112244|FFFFFF"])
        #expect(
            try bundle.lines(
                """
                SELECT stop_id, wheelchair_boarding, effective_wheelchair_boarding FROM stops
                ORDER BY 1
                """) == ["A||1", "B|2|2", "C||0", "P|1|1"])
    }

    @Test("Service days: calendar, exceptions, both, neither")
    func services() throws {
        let bundle = try BuiltBundle(
            .base.with(
                """
                # calendar_dates.txt
                service_id,date,exception_type
                WD,20260103,1
                WD,20260101,2
                EXTRA,20260201,1
                NEVER,20260201,2
                EXTRA,20260201,2
                """))
        #expect(
            try bundle.lines(
                """
                SELECT service_id, date(first_day * 86400, 'unixepoch'),
                  date(last_day * 86400, 'unixepoch'), days FROM service ORDER BY 1
                """) == [
                    "EXTRA|2026-02-01|2026-02-01|1", "NEVER|||",
                    "WD|2026-01-02|2026-12-31|110111110",
                ])
        #expect(
            try bundle.lines("SELECT row, code FROM rejected") == ["6|duplicate_key"])
        #expect(
            try bundle.lines(
                "SELECT value FROM metadata WHERE key LIKE '%service_day' ORDER BY key")
                == ["20260102", "20261231"])
    }

    @Test("An exception of no known kind changes no day; the first row of a day stays")
    func meaninglessExceptions() throws {
        let bundle = try BuiltBundle(
            .base.with(
                """
                # calendar_dates.txt
                service_id,date,exception_type
                WD,20260101,
                WD,20260102,3
                WD,20260102,2
                NEW,20260201,0
                NEW,20260201,1
                NEVER,20260201,9
                WD,20260103,x
                """))
        #expect(
            try bundle.lines(
                """
                SELECT service_id, date(first_day * 86400, 'unixepoch'),
                  date(last_day * 86400, 'unixepoch') FROM service ORDER BY 1
                """) == [
                    "NEVER||", "NEW||", "WD|2026-01-01|2026-12-31",
                ])
        #expect(try bundle.count("SELECT count(*) FROM calendar_dates") == 5)
        #expect(
            try bundle.lines("SELECT row, field, value FROM rejected WHERE field IS NOT NULL")
                == ["8|exception_type|x"])
        #expect(bundle.summary.rejectedRows == 2)
    }

    @Test("Unknown files and columns are listed and not loaded; missing files are noted")
    func unknown() throws {
        let bundle = try BuiltBundle(
            TestFeed.base.without("routes.txt").with(
                """
                # notes.txt
                anything
                # agency.txt
                agency_id,agency_name,agency_url,agency_timezone,colour
                X,Crosstown,https://example.org,Europe/Paris,red
                """))
        #expect(
            try bundle.lines("SELECT value FROM metadata WHERE key = 'unknown_files'")
                == ["[\"notes.txt\"]"])
        #expect(
            try bundle.lines(
                """
                SELECT value ->> '$."agency.txt".unknown_columns[0]' FROM metadata
                WHERE key = 'files'
                """) == ["colour"])
        #expect(bundle.count(.missingRequiredFile) == 1)
        #expect(bundle.count(.unknownFile) == 1)
        #expect(bundle.count(.unknownColumn) == 1)
        #expect(try bundle.lines("SELECT route_id FROM trips") == ["R", "R"])
    }

    @Test("Files without rows are views without rows, under the reference's columns")
    func empty() throws {
        let bundle = try BuiltBundle(
            .base.with("# transfers.txt\nfrom_stop_id,to_stop_id,transfer_type"))
        for name in ["transfers", "shapes", "locations", "frequencies", "rejected", "levels"] {
            #expect(try bundle.count("SELECT count(*) FROM \(name)") == 0)
        }
        #expect(try bundle.lines("SELECT from_stop_id, transfer_type FROM transfers") == [])
        // No stop has a parent, and no trip a block.
        #expect(
            try bundle.lines(
                """
                SELECT name FROM sqlite_master WHERE name IN
                  ('stops_stop_id', 'stops_parent_station', 'trip_block', 'transfers_to_stop_id')
                """) == ["stops_stop_id"])
    }

    @Test("Only a header everywhere still makes a bundle")
    func headersOnly() throws {
        var feed = TestFeed.base
        for file in feed.files {
            feed[file.name] = file.text.prefix { $0 != "\n" } + "\n"
        }
        let bundle = try BuiltBundle(feed)
        #expect(try bundle.count("SELECT count(*) FROM stop_times") == 0)
        #expect(try bundle.count("SELECT count(*) FROM departures") == 0)
        #expect(try bundle.lines("PRAGMA integrity_check") == ["ok"])
    }
}
