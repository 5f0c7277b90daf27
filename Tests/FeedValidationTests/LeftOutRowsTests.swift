import FeedValidation
import TestSupport
import Testing

/// One fault has one notice: what is left out for a reason of its own is not also unknown.
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

    @Test("A zone that no file has is unknown")
    func unknown() throws {
        let findings = try Findings(
            Self.feed(Self.collection(Self.feature("Z3", Self.square))))
        #expect(findings.count("foreign_key_violation") == 1)
    }
}
