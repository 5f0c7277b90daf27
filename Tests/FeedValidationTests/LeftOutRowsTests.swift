import FeedValidation
import TestSupport
import Testing

@Suite("References to what was left out") struct LeftOutRowsTests {
    /// A trip from one zone to another, and the features that there are.
    private static func feed(_ locations: String) -> TestFeed {
        TestFeed.base.with(
            TestFeed(
                """
                # stop_times.txt
                trip_id,location_id,stop_sequence,start_pickup_drop_off_window,\
                end_pickup_drop_off_window,pickup_type,drop_off_type
                T1,Z1,1,08:00:00,09:00:00,2,1
                T1,Z2,2,08:00:00,09:00:00,1,2
                # locations.geojson
                \(locations)
                """))
    }

    private static func feature(_ id: String, _ geometry: String) -> String {
        #"{"type": "Feature", "id": "\#(id)", "properties": {}, "geometry": \#(geometry)}"#
    }

    private static let square = polygon("[[[2,48],[3,48],[3,49],[2,49],[2,48]]]")

    private static func polygon(_ coordinates: String) -> String {
        #"{"type": "Polygon", "coordinates": \#(coordinates)}"#
    }

    private static func collection(_ second: String) -> String {
        #"{"type": "FeatureCollection", "features": [\#(feature("Z1", square)),\#(second)]}"#
    }

    @Test(
        "A zone with a bad geometry is known",
        arguments: [
            polygon("[[[2,48],[3,48],[3,49],[2,49]]]"), polygon("[[[2,48],[3,48],[2,48]]]"),
            #"{"type": "Point", "coordinates": [2,48]}"#, #"{"type": "Polygon"}"#,
        ])
    func zones(geometry: String) throws {
        let findings = try Findings(Self.feed(Self.collection(Self.feature("Z2", geometry))))
        #expect(findings.count("foreign_key_violation") == 0)
        #expect(
            ["invalid_geometry", "unsupported_geometry_type", "missing_required_element"]
                .contains { findings.count($0) > 0 })
    }

    @Test(
        "A file that cannot be read has one notice",
        arguments: ["{", #"{"type": "x", "features": []}"#, #"{"type": "a", "type": "a"}"#])
    func files(text: String) throws {
        #expect(try Findings(Self.feed(text)).count("foreign_key_violation") == 0)
    }

    /// With references to every table that a row is taken from.
    private static let referring = TestFeed.base.with(
        """
        # fare_attributes.txt
        fare_id,price,currency_type,payment_method,transfers,agency_id
        F1,1.00,EUR,0,0,X
        # fare_rules.txt
        fare_id,route_id
        F1,R
        """)

    @Test(
        "Ids in rows with another fault are known",
        arguments: [
            (
                "stops.txt", "stop_id,stop_name,stop_lat,stop_lon",
                ["A,A,x,1", "B,B,1,1,1", "C", "D,D,,"]
            ),
            ("routes.txt", "route_id,agency_id,route_short_name,route_type", ["R,X,1,x"]),
            (
                "calendar.txt",
                "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
                ["WD,1,1,1,1,1,1,1,x,20261231"]
            ),
            ("calendar_dates.txt", "service_id,date,exception_type", ["WD,x,1"]),
            ("agency.txt", "agency_id,agency_name,agency_url,agency_timezone", ["X,,nothing,x"]),
            (
                "fare_attributes.txt",
                "fare_id,price,currency_type,payment_method,transfers,agency_id", ["F1,x,x,x,x,X"]
            ),
        ])
    func rows(file: String, header: String, rows: [String]) throws {
        var feed = Self.referring
        if file == "calendar_dates.txt" { feed["calendar.txt"] = nil }
        feed[file] = ([header] + rows).joined(separator: "\n") + "\n"
        let findings = try Findings(feed)
        #expect(findings.count("foreign_key_violation") == 0)
    }

    /// With a cell in the place of `LONG` that is longer than the longest row that is read. The
    /// cases of a test do not have it, because their texts are printed.
    private static func lengthened(_ rows: String) -> String {
        rows.replacing("LONG", with: String(repeating: "x", count: 17 << 20))
    }

    @Test(
        "Ids in the beginning of a row that is too long are known",
        arguments: [
            (
                "stops.txt", "stop_id,stop_name,stop_lat,stop_lon",
                "A,A,48,2\n\"B\",\"A, or \"\"B\"\"\",LONG\nC,C,48,2\nD,D,48,2", 2
            ),
            (
                "routes.txt", "route_id,agency_id,route_short_name,route_type", "R,X,\"LONG\",3",
                2
            ),
            ("trips.txt", "trip_id,route_id,service_id", "T1,R,LONG\nT2,R,WD", 2),
            ("calendar_dates.txt", "service_id,date,exception_type", "WD,LONG,1", 1),
        ])
    func longRows(file: String, header: String, rows: String, column: Int) throws {
        var feed = Self.referring
        if file == "calendar_dates.txt" { feed["calendar.txt"] = nil }
        feed[file] = Self.lengthened("\(header)\n\(rows)\n")
        let findings = try Findings(feed)
        #expect(findings.count("foreign_key_violation") == 0)
        let sample = try #require(findings.sample("csv_parsing_failed"))
        #expect(sample["columnIndex"] == .integer(column))
        #expect(
            sample["message"] == .text("The row is longer than 16 MiB, and is left out."))
    }

    @Test(
        "An id behind the long cell, or within it, is unknown",
        arguments: ["LONG,B", "\"x,B,LONG\""])
    func unreadIDs(text: String) throws {
        var feed = TestFeed.base
        feed["stops.txt"] = Self.lengthened("stop_name,stop_id\nA,A\n\(text)\nC,C\nD,D\n")
        #expect(try Findings(feed).count("foreign_key_violation") > 0)
    }

    @Test("An empty file has one notice", arguments: ["agency.txt", "stops.txt", "calendar.txt"])
    func emptyFiles(name: String) throws {
        var feed = Self.referring
        feed[name] = ""
        let findings = try Findings(feed)
        #expect(findings.count("empty_file") == 1)
        #expect(findings.count("foreign_key_violation") == 0)
    }

    @Test("A zone that no file has is unknown")
    func unknown() throws {
        let findings = try Findings(
            Self.feed(Self.collection(Self.feature("Z3", Self.square))))
        #expect(findings.count("foreign_key_violation") == 1)
    }
}
