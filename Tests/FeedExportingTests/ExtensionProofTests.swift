import BundleWriting
import FeedCompiling
import FeedExporting
import Foundation
import GRDB
import GTFSSchedule
import TestSupport
import Testing

/// Files and columns that the reference does not know come back as they were.
@Suite struct ExtensionProofTests {
    /// As Sydney publishes it: six columns and two files that the reference does not know.
    static let sydney = TestFeed(
        #"""
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        X,Crosstown,https://example.org,Australia/Sydney
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon,assigned_stop_id
        A,Mill,-33.8,151.2,2000
        B,Bay,-33.81,151.21,
        C,Cee,-33.82,151.22,"20,01"
        # routes.txt
        route_id,agency_id,exact_times,route_short_name,route_long_name,route_type
        R,X,1,1,One,3
        Q,X,,2,Two,3
        # trips.txt
        route_id,service_id,trip_id,vehicle_category_id,shape_id,trip_note,route_direction
        R,WD,T1,V,S1,TN1,North
        R,WD,T2,V,S1,,North
        R,WD,T3,W,,TN2,South
        Q,WD,T4,,,,
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_note
        T1,08:00:00,08:00:00,A,1,SN1
        T1,08:05:00,08:05:00,B,2,
        T1,08:10:00,08:10:00,C,3,"SN ""2"""
        T2,09:00:00,09:00:00,A,1,SN1
        T2,09:05:00,09:05:00,B,2,
        T3,09:00:00,09:00:00,A,10,
        T3,09:05:00,09:05:00,B,20,late
        T3,09:06:00,09:06:00,C,30,late
        T4,10:00:00,10:00:00,A,1,
        T4,10:06:00,10:06:00,C,2,
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        WD,1,1,1,1,1,0,0,20260101,20261231
        # shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,street
        S1,-33.8,151.2,1,
        S1,-33.81,151.21,2,Bay St
        S1,-33.82,151.22,3,Bay St
        S2,-33.8,151.2,1,x
        # attributions.txt
        organization_name,is_producer,color
        A,1,red
        B,1,
        B,1,blue
        # notes.txt
        note_id,note_text
        SN1,"Stops, sometimes"
        "SN ""2""",
        # occupancies.txt
        trip_id,stop_sequence,occupancy_status,monday
        T1,1,2,1
        T1,2,,1
        """#)

    @Test("A feed with six such columns and two files comes back byte for byte")
    func sydney() throws {
        let proof = try Proof(Self.sydney)
        for everyRow in [false, true] {
            let outcome = try proof.outcome(everyRow: everyRow)
            #expect(outcome.isExact && outcome.isOfTheseBytes == true, "\(outcome.lines)")
            #expect(outcome.tally("notes.txt")?.bundleRows == 2)
        }
        let target = try proof.export("out")
        for file in Self.sydney.files {
            let text = try String(contentsOfFile: target + "/" + file.name, encoding: .utf8)
            #expect(text == file.text, "\(file.name)")
        }
        #expect(try FeedExport(bundle: proof.bundle).unwritten.unknownColumns.isEmpty)
    }

    @Test("Names that look the same but have different bytes are two files and two columns")
    func canonicalEquivalents() throws {
        let feed = TestFeed.base.with(
            """
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone,x_\u{E9},x_e\u{301}
            X,Crosstown,https://example.org,Europe/Berlin,one,two
            # trips.txt
            route_id,service_id,trip_id,x_\u{E9},x_e\u{301}
            R,WD,T1,one,two
            # \u{E9}.txt
            a
            1
            # e\u{301}.txt
            a,b
            2,3
            """)
        let proof = try Proof(feed)
        let outcome = try proof.outcome()
        #expect(outcome.isExact && outcome.isOfTheseBytes == true, "\(outcome.lines)")
        #expect(outcome.files.count { $0.file.hasSuffix("\u{E9}.txt") } == 2)
        let target = try proof.export("out")
        for name in ["agency.txt", "trips.txt", "\u{E9}.txt", "e\u{301}.txt"] {
            let file = try #require(feed.files.first { $0.name.utf8.elementsEqual(name.utf8) })
            let text = try #require(FileManager.default.contents(atPath: target + "/" + name))
            #expect(text.elementsEqual(file.text.utf8), "\(name)")
        }
        let same = try Proof.outcome(
            feed.without("e\u{301}.txt").write(to: proof.folder, as: "less"), proof.bundle)
        #expect(!same.isWhole)
    }

    @Test("Scattered and repeated rows, postponed trips and distant sequences keep their values")
    func scattered() throws {
        let feed = Self.sydney.with(
            """
            # stop_times.txt
            note,trip_id,arrival_time,departure_time,stop_id,stop_sequence
            a,T1,08:00:00,08:00:00,A,5
            b,T2,09:00:00,09:00:00,A,1
            ,T1,08:05:00,08:05:00,B,7
            c,T2,09:05:00,09:05:00,B,2
            c,T2,09:05:00,09:05:00,C,3
            d,T1,07:05:00,07:05:00,B,1
            twice,T1,07:05:00,07:05:00,B,5
            e,T3,09:00:00,09:00:00,A,10
            ,T4,10:00:00,10:00:00,A,1
            b,T2,09:35:00,09:35:00,C,-4
            # shapes.txt
            shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,street
            S1,-33.82,151.22,3,c
            S2,-33.82,151.22,3,x
            S1,-33.81,151.21,2,b
            S1,-33.8,151.2,1,a
            S1,-33.8,151.2,2,twice
            """)
        let proof = try Proof(feed)
        let outcome = try proof.outcome()
        #expect(outcome.isExact, "\(outcome.lines)")
        #expect(outcome.tally("stop_times.txt")?.rejectedRows == 1)
        #expect(outcome.tally("shapes.txt")?.rejectedRows == 1)
        let bundle = try DatabaseQueue(path: proof.bundle)
        let notes = try bundle.read {
            try String.fetchAll(
                $0,
                sql: """
                    SELECT trip_id || stop_sequence || note FROM x_stop_times
                    ORDER BY trip_id, stop_sequence
                    """)
        }
        #expect(notes == ["T11d", "T15a", "T2-4b", "T21b", "T22c", "T23c", "T310e"])
        let streets = try bundle.read {
            try String.fetchAll($0, sql: "SELECT street FROM x_shapes ORDER BY 1")
        }
        #expect(streets == ["a", "b", "c", "x"])
    }

    @Test("A key that is blank or missing does not mix up the rows of a file")
    func blankKeys() throws {
        let feed = Self.sydney.with(
            """
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone,note
            ,Crosstown,https://example.org,Australia/Sydney,a
            ,Other,https://example.org,Australia/Sydney,
            ,Third,https://example.org,Australia/Sydney,c
            # feed_info.txt
            feed_publisher_name,feed_publisher_url,feed_lang,feed_license
            P,https://example.org,en,CC
            # transfers.txt
            from_stop_id,to_stop_id,transfer_type,walk
            A,B,0,5
            B,A,0,
            ,,,7
            ,,,8
            # calendar_dates.txt
            service_id,date,exception_type,holiday
            WD,20260101,2,New Year
            WD,20260102,2,
            WD,20260101,2,twice
            # fare_rules.txt
            fare_id,route_id,peak
            F,R,1
            F,Q,
            """)
        let proof = try Proof(feed)
        let outcome = try proof.outcome()
        #expect(outcome.isExact, "\(outcome.lines)")
        #expect(try proof.integer("SELECT count(*) FROM x_agency WHERE agency_id IS NULL") == 2)
        #expect(try proof.integer("SELECT row FROM x_transfers WHERE walk = 8") == 4)
        #expect(try proof.integer("SELECT count(*) FROM x_calendar_dates") == 1)
    }

    static let changes = [
        "UPDATE x_trips_rows SET trip_note = 'X' WHERE trip_note = 'TN1'",
        "UPDATE x_stops_rows SET assigned_stop_id = NULL WHERE row = 1",
        "DELETE FROM x_routes_rows",
        "UPDATE x_attributions_rows SET color = 'green' WHERE row = 2",
        "UPDATE x_stop_times_lists SET list = 1 WHERE trip = 4",
        "DELETE FROM x_stop_times_rows WHERE stop_sequence = 2",
        "UPDATE x_shapes_rows SET street = 'Y' WHERE street = 'x'",
        "UPDATE x_notes SET note_text = 'Y'", "DELETE FROM x_notes WHERE rowid = 2",
        "INSERT INTO x_notes VALUES ('SN3', NULL)",
        "CREATE TABLE x_other (a)",
        """
        UPDATE metadata SET value = replace(value, '"rows":3', '"rows":4')
        WHERE key = 'extensions'
        """,
        """
        UPDATE metadata SET value = replace(value, '"name":"trip_note"', '"name":"trip_text"')
        WHERE key = 'extensions'
        """,
    ]

    @Test("Whatever is changed in these tables is a difference", arguments: changes)
    func altered(_ change: String) throws {
        let proof = try Proof(Self.sydney)
        try proof.alter(change)
        #expect(try !proof.outcome().isWhole)
    }

    static let damages = [
        "DROP TABLE x_notes", "DROP TABLE x_trips_rows",
        "DROP TABLE x_notes; CREATE VIEW x_notes AS SELECT 1 AS note_id, 2 AS note_text",
        "UPDATE metadata SET value = 'x' WHERE key = 'extensions'",
        """
        UPDATE metadata SET value = replace(value, '"x_notes"', '"metadata"')
        WHERE key = 'extensions'
        """,
        """
        UPDATE metadata SET value = replace(value, 'notes.txt', '../notes.txt')
        WHERE key = 'extensions'
        """,
        """
        UPDATE metadata SET value = replace(value, '"column":"note_id"', '"column":"a\\" FROM b; --"')
        WHERE key = 'extensions'
        """,
    ]

    @Test(
        "A bundle whose metadata names other tables, columns or folders is refused",
        arguments: damages)
    func damaged(_ damage: String) throws {
        let proof = try Proof(Self.sydney)
        try proof.alter(damage)
        #expect(throws: BundleError.self) { try proof.outcome() }
        #expect(throws: BundleError.self) { try proof.export("out") }
    }

    @Test("With a choice, or without extensions, the rest is as it was")
    func choice() throws {
        var options = BundleBuild.Options()
        options.filter.extensions = try ExtensionChoice(["notes", "trips.trip_note", "stops.*"])
        let some = try Proof(Self.sydney, options)
        let outcome = try some.outcome()
        #expect(outcome.isWhole && outcome.filters == "extensions notes,stops,trips.trip_note")
        #expect(outcome.unknownFiles == ["occupancies.txt"])
        #expect(
            outcome.tally("trips.txt")?.unknownColumns == [
                "vehicle_category_id", "route_direction",
            ])
        #expect(outcome.tally("stops.txt")?.unknownColumns == [])
        options.filter.extensions = nil
        options.filter.without = [.extensions]
        let none = try Proof(Self.sydney, options)
        #expect(try none.outcome().isWhole)
        #expect(
            try none.integer(
                "SELECT count(*) FROM sqlite_master WHERE name LIKE 'x!_%' ESCAPE '!'") == 0)
        #expect(try none.integer("SELECT count(*) FROM metadata WHERE key LIKE 'extensions%'") == 0)
    }

    @Test("Columns go with the rows that filters leave out, unknown files stay whole")
    func filtered() throws {
        let feed = Self.sydney.with(
            """
            # frequencies.txt
            trip_id,start_time,end_time,headway_secs,exact_note
            T1,06:00:00,07:00:00,600,a
            T4,06:00:00,07:00:00,600,b
            T4,08:00:00,09:00:00,600,
            T4,09:00:00,10:00:00,600,c
            """)
        var options = BundleBuild.Options()
        options.filter.routes = ["Q"]
        let proof = try Proof(feed, options)
        let outcome = try proof.outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        #expect(outcome.tally("notes.txt")?.bundleRows == 2)
        #expect(try proof.integer("SELECT count(*) FROM x_trips") == 0)
        #expect(try proof.integer("SELECT count(*) FROM x_stop_times") == 0)
        #expect(try proof.integer("SELECT count(*) FROM x_frequencies") == 2)
        #expect(
            try proof.integer(
                "SELECT count(*) FROM x_frequencies WHERE exact_note || start_time IN "
                    + "('b06:00:00', 'c09:00:00')") == 2)
        try DatabaseQueue(path: proof.bundle).vacuum()
        #expect(try proof.outcome().isWhole)
    }

    @Test("Keys that an earlier bundle gave do not mix up stops and routes")
    func previousKeys() throws {
        let first = try Proof(Self.sydney)
        var options = BundleBuild.Options()
        options.previous = first.bundle
        let feed = Self.sydney.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,assigned_stop_id
            C,Cee,-33.82,151.22,c
            D,Dee,-33.82,151.22,
            A,Mill,-33.8,151.2,a
            B,Bay,-33.81,151.21,b
            """)
        let second = try Proof(feed, options)
        let outcome = try second.outcome()
        #expect(outcome.isExact, "\(outcome.lines)")
        let target = try second.export("out")
        let text = try String(contentsOfFile: target + "/stops.txt", encoding: .utf8)
        #expect(text.contains("D,Dee,-33.82,151.22,\n"))
    }
}
