import FeedExporting
import TestSupport
import Testing

/// Data that the bundle cannot hold must be in `rejected`, all of it, and nothing else.
@Suite struct RejectionProofTests {
    /// Bad cells, rows without a key, rows with a key that was there, cells beyond the header,
    /// scattered trips and shapes, undefined ids.
    static let feed = TestFeed.base.with(
        """
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        X,Crosstown,https://example.org,Europe/Paris,beyond
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon,mystery
        A,Harbour,48.0,2.0,x
        B,Market,north,2.1,x
        C,"Museum, west",48.0,2.2,x
        A,Harbour again,48.0,2.0,x
        ,Nowhere,48.0,2.0,x
        D,Airport,48.0,2.4,x
        # shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled
        S,48.0,2.0,1,0
        S,48.0,2.1,2,far
        U,48.0,2.0,1,
        U,48.0,2.5,1,17
        S,48.0,2.2,3,2.5
        S,48.9,2.9,2,1.5
        U,48.0,,2,
        U,48.0,2.1,2,
        # trips.txt
        route_id,service_id,trip_id,shape_id,direction_id
        R,WD,T1,S,0
        R,WD,T2,V,70000
        Q,XX,T3,,
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,shape_dist_traveled
        T1,08:00:00,08:00:00,A,1,,0
        T1,8:10,08:11:00,B,2,0,1.25
        T2,23:50:00,23:50:00,A,1,,
        T2,noon,24:01:00,Z,2,x,
        T1,08:20:00,08:20:30,C,3,,2.5
        T1,08:22:00,08:22:30,D,2,1,7.125
        T2,24:02:00,24:02:00,B,2,,
        T2,24:10:00,24:10:30,C,,,
        T1,08:30:00,08:30:00,D,4,,
        T9,25:20:00,25:20:00,D,4,,
        # frequencies.txt
        trip_id,start_time,end_time,headway_secs
        T1,06:00:00,22:00:00,often
        """)

    @Test func isAccountedFor() throws {
        let outcome = try Proof(Self.feed).outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        let rows = Dictionary(uniqueKeysWithValues: outcome.files.map { ($0.file, $0) })
        #expect(rows["agency.txt"]?.rejectedCells == 1)
        #expect(rows["stops.txt"]?.rejectedRows == 2)
        #expect(rows["stops.txt"]?.rejectedCells == 1)
        #expect(rows["stops.txt"]?.bundleRows == 4)
        #expect(rows["shapes.txt"]?.rejectedRows == 3)
        #expect(rows["shapes.txt"]?.rejectedCells == 1)
        #expect(rows["trips.txt"]?.rejectedCells == 1)
        #expect(rows["stop_times.txt"]?.feedRows == 10)
        #expect(rows["stop_times.txt"]?.bundleRows == 7)
        #expect(rows["stop_times.txt"]?.rejectedRows == 3)
        #expect(rows["stop_times.txt"]?.rejectedCells == 2)
        #expect(rows["frequencies.txt"]?.rejectedCells == 1)
    }

    @Test(arguments: [
        "DELETE FROM rejected WHERE file = 'stops.txt' AND field IS NULL",
        "DELETE FROM rejected WHERE file = 'stops.txt' AND field = 'stop_lat'",
        "DELETE FROM rejected WHERE file = 'agency.txt'",
        "DELETE FROM rejected WHERE file = 'stop_times.txt' AND field = 'pickup_type'",
        "UPDATE rejected SET value = 'A,Harbour' WHERE file = 'stops.txt' AND field IS NULL",
        "UPDATE rejected SET value = 'south' WHERE field = 'stop_lat'",
        "UPDATE rejected SET row = row + 1 WHERE field = 'stop_lat'",
        "UPDATE rejected SET value = value || '1' WHERE file = 'shapes.txt' AND field IS NULL",
        "INSERT INTO rejected SELECT * FROM rejected WHERE file = 'stops.txt' LIMIT 1",
        "UPDATE metadata SET value = 1 WHERE key = 'rejected_cells'",
        "INSERT INTO rejected VALUES ('stops.txt', 2, 'stop_name', 'X', 'x')",
        "INSERT INTO rejected VALUES ('stops.txt', 2, NULL, 'X', 'x')",
        "INSERT INTO rejected VALUES ('stops.txt', 2, 'stop_name', 'Harbour', 'x')",
    ])
    func mustBeWhole(_ sql: String) throws {
        let proof = try Proof(Self.feed)
        try proof.alter(sql)
        #expect(try !proof.outcome().isWhole)
    }

    /// Every shape of a file without features, with the notices of a build and without any.
    @Test(arguments: [
        #"{"type": "FeatureCollection","#, "", "7", "[]", "null", "{}", "no JSON",
        #"{"type": "Feature", "id": "zone", "properties": {}, "geometry": null}"#,
        #"{"type": "FeatureCollection"}"#, #"{"type": "FeatureCollection", "features": null}"#,
        #"{"type": "FeatureCollection", "features": {}}"#, #"{"type": 5, "features": 7}"#,
        #"{"type": "x", "type": "y", "features""#,
    ])
    func locationsWithoutFeatures(_ text: String) throws {
        let proof = try Proof(TestFeed.base.with(TestFeed("# locations.geojson\n\(text)")))
        for notices in ["notices", "no notices"] {
            let outcome = try proof.outcome()
            #expect(outcome.isWhole, "\(notices): \(outcome.lines)")
            #expect(!outcome.isExact)
            #expect(outcome.tally("locations.geojson")?.isUnusable == true)
            try proof.alter("UPDATE metadata SET value = '{}' WHERE key = 'notices'")
        }
    }

    @Test("Features that the bundle has and the file cannot give are differences")
    func featuresOfAnUnusableFile() throws {
        let proof = try Proof(
            TestFeed.base.with(
                """
                # locations.geojson
                {"type": "FeatureCollection", "features": [{"type": "Feature", "id": "zone"}]}
                """))
        #expect(try proof.outcome().isExact)
        try proof.folder.write("feed/locations.geojson", Array(#"{"type": "Feature"}"#.utf8))
        #expect(try proof.outcome().differences("locations.geojson", "id").count == 1)
    }

    @Test("Rows that turn out too late to be duplicates are in rejected as the feed has them")
    func lateRows() throws {
        let feed = TestFeed.base.with(
            """
            # shapes.txt
            shape_id,mystery,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled
            S,,48.0,2.0,1,0
            U,,48.0,2.0,1,
            S,"so, ""why"" not",48.10,2.50,1,far
            S,,48.0,2.1,2,1
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence,mystery,pickup_type
            T1,08:00:00,08:00:00,A,1,x,
            T2,09:00:00,09:00:00,A,1,,
            T1,8:01:00,noon,"D",01,"y, ""z"" a",x
            T1,08:10:00,08:10:00,B,2,,
            T2,09:00:01,09:00:01,Z,1,,,beyond
            """)
        let outcome = try Proof(feed).outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        #expect(outcome.tally("shapes.txt")?.rejectedRows == 1)
        #expect(outcome.tally("stop_times.txt")?.rejectedRows == 2)
    }

    @Test func emptyFilesHaveNoRows() throws {
        let outcome = try Proof(TestFeed.base.with("# transfers.txt")).outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        #expect(outcome.tally("transfers.txt")?.feedRows == 0)
    }

    /// Each of them is looked for among those that are rejected: at once, not one after the other.
    @Test func aRowOfVeryManyCellsIsAccountedFor() throws {
        let cells = 200_000
        var feed = TestFeed.base
        feed["agency.txt"] =
            "agency_id,agency_name,agency_url,agency_timezone\n"
            + "X,Crosstown,https://example.org,Europe/Paris"
            + (0..<cells).map { ",x\($0)" }.joined() + "\n"
        let outcome = try Proof(feed).outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        #expect(outcome.tally("agency.txt")?.rejectedCells == cells)
    }

    @Test("A row of more than 16 MiB is rejected with its beginning; nothing of it is a stop")
    func tooLong() throws {
        let lines = String(repeating: "S9,Invented,48,2\n", count: 1_100_000)
        let proof = try Proof(
            .base.with(
                TestFeed(
                    """
                    # stops.txt
                    stop_id,stop_name,stop_lat,stop_lon
                    A,Harbour,48.0,2.0
                    L,"\(lines)",48.0,2.1
                    B,Market,48.0,2.1
                    C,Museum,48.0,2.2
                    D,Airport,48.0,2.4
                    """)))
        #expect(try proof.integer("SELECT count(*) FROM stops") == 4)
        #expect(
            try proof.integer(
                """
                SELECT count(*) FROM rejected WHERE file = 'stops.txt' AND field IS NULL
                  AND value LIKE 'L,"S9,Invented,48,2%' AND length(value) = 4096
                  AND code = 'csv_parsing_failed'
                """) == 1)
        let outcome = try proof.outcome()
        #expect(outcome.isWhole, "\(outcome.lines)")
        #expect(!outcome.isExact)
        #expect(outcome.tally("stops.txt")?.rejectedRows == 1)
        #expect(outcome.tally("stops.txt")?.cutRows == 1)
    }
}
