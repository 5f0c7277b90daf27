import FeedValidation
import TestSupport
import Testing

@Suite("Notices about locations.geojson") struct LocationNoticeTests {
    private static func file(_ text: String) -> TestFeed {
        TestFeed("# locations.geojson\n" + text)
    }

    private static func collection(_ features: String...) -> TestFeed {
        file(
            #"{"type": "FeatureCollection", "features": ["#
                + features.joined(separator: ",\n") + "]}")
    }

    private static func feature(
        _ coordinates: String, id: String = #""id": "L","#, type: String = "Polygon"
    ) -> String {
        """
        {\(id) "type": "Feature", "properties": {"stop_name": "Zone"},
        "geometry": {"type": "\(type)", "coordinates": \(coordinates)}}
        """
    }

    private static let square = "[[[2,48],[3,48],[3,49],[2,49],[2,48]]]"
    private static let bow = "[[[2,48],[3,49],[3,48],[2,49],[2,48]]]"
    private static let multi = "[\(square)]"

    static let cases: [RuleCase] = [
        RuleCase("all is well", collection(feature(square)), expecting: [:]),
        RuleCase("no JSON", file("{\"type\": "), expecting: ["malformed_json": 1]),
        RuleCase("nothing", file(""), expecting: ["malformed_json": 1]),
        RuleCase(
            "lists in each other, a hundred thousand times",
            file(#"{"type": "# + String(repeating: "[", count: 100_000)),
            expecting: ["malformed_json": 1]),
        RuleCase(
            "objects in each other, a hundred thousand times",
            file(String(repeating: #"{"a":"#, count: 100_000)), expecting: ["malformed_json": 1]),
        RuleCase("text behind the end", file("{} {}"), expecting: ["malformed_json": 1]),
        RuleCase(
            "a name twice", file(#"{"type": "FeatureCollection", "type": "x", "features": []}"#),
            expecting: ["geo_json_duplicated_element": 1]),
        RuleCase(
            "a name twice in a feature, and other faults",
            file(
                #"{"type": "FeatureCollection", "features": [{"type": "Feature", "id": "a", "#
                    + #""id": "a", "properties": {}}, {"type": "Feature", "id": 1}]}"#),
            expecting: ["geo_json_duplicated_element": 1, "missing_required_element": 3]),
        RuleCase(
            "a name twice in what ends early", file(#"{"type": 1, "type": 1,"#),
            expecting: ["geo_json_duplicated_element": 1, "malformed_json": 1]),
        RuleCase(
            "unknown names",
            file(#"{"type": "FeatureCollection", "name": "x", "crs": null, "features": []}"#),
            expecting: ["geo_json_unknown_element": 1]),
        RuleCase("no type", file(#"{"features": []}"#), expecting: ["missing_required_element": 1]),
        RuleCase(
            "another type", file(#"{"type": "Feature"}"#),
            expecting: ["unsupported_geo_json_type": 1]),
        RuleCase(
            "a type that is not a text", file(#"{"type": {}, "features": []}"#),
            expecting: ["unsupported_geo_json_type": 1]),
        RuleCase(
            "no features", file(#"{"type": "FeatureCollection"}"#),
            expecting: ["missing_required_element": 1]),
        RuleCase(
            "features that are not a list", file(#"{"type": "FeatureCollection", "features": 7}"#),
            expecting: ["missing_required_element": 1]),
        RuleCase(
            "canonical: no features", file(#"{"type": "FeatureCollection"}"#), expecting: [:],
            isCanonical: true),
        RuleCase(
            "no id", collection(feature(square, id: "")), expecting: ["missing_required_element": 1]
        ),
        RuleCase(
            "an empty feature", collection("{}"), expecting: ["missing_required_element": 4]),
        RuleCase(
            "another type of feature",
            collection(
                #"{"id": "L", "type": "Zone", "properties": {}, "geometry": {"type": "Polygon", "#
                    + #""coordinates": \#(square)}}"#), expecting: ["unsupported_feature_type": 1]),
        RuleCase(
            "a line", collection(feature(square, type: "LineString")),
            expecting: ["unsupported_geometry_type": 1]),
        RuleCase(
            "a point", collection(feature("[2,48]", type: "Point")),
            expecting: ["unsupported_geometry_type": 1]),
        RuleCase(
            "canonical: a point", collection(feature("[2,48]", type: "Point")), expecting: [:],
            isCanonical: true),
        RuleCase(
            "an outline that crosses itself", collection(feature(bow)),
            expecting: ["invalid_geometry": 1]),
        RuleCase(
            "an open ring", collection(feature("[[[2,48],[3,48],[3,49],[2,49]]]")),
            expecting: ["invalid_geometry": 1]),
        RuleCase(
            "a geometry that is a number",
            collection(#"{"id": "L", "type": "Feature", "properties": {}, "geometry": 7}"#),
            expecting: ["missing_required_element": 1]),
        RuleCase(
            "properties that are a number",
            collection(
                #"{"id": "L", "type": "Feature", "properties": 7, "geometry": {"type": "Polygon", "#
                    + #""coordinates": \#(square)}}"#),
            expecting: ["missing_required_element": 1]),
        RuleCase(
            "rings without points", collection(feature("[[]]")), expecting: ["invalid_geometry": 1]),
        RuleCase("no ring", collection(feature("[]")), expecting: ["invalid_geometry": 1]),
        RuleCase(
            "no polygon", collection(feature("[]", type: "MultiPolygon")),
            expecting: ["invalid_geometry": 1]),
        RuleCase(
            "a polygon of several without points",
            collection(feature("[[[]]]", type: "MultiPolygon")),
            expecting: ["invalid_geometry": 1]),
        RuleCase(
            "near 0, 0 and a pole",
            collection(feature("[[[0,0],[20,0],[20,89.5],[0,0]]]")),
            expecting: ["point_near_origin": 2, "point_near_pole": 1]),
        RuleCase(
            "several polygons", collection(feature(multi, type: "MultiPolygon")), expecting: [:]),
        RuleCase(
            "several polygons, one of them bad",
            collection(feature("[\(square),\(bow)]", type: "MultiPolygon")),
            expecting: ["invalid_geometry": 1]),
        RuleCase(
            "one id twice", collection(feature(square), feature(square)),
            expecting: ["duplicate_geo_json_key": 1]),
        RuleCase(
            "ids that look the same and are other bytes",
            collection(
                feature(square, id: "\"id\": \"\u{E9}\","),
                feature(square, id: "\"id\": \"e\u{301}\",")), expecting: [:]),
        RuleCase(
            "ids that differ in the blanks at their ends",
            collection(
                feature(square, id: #""id": "A","#), feature(square, id: #""id": " A","#),
                feature(square, id: #""id": "A\t","#), feature(square, id: #""id": "\u00A0A","#)),
            expecting: ["duplicate_geo_json_key": 2]),
        RuleCase(
            "canonical: ids that differ in the blanks at their ends",
            collection(
                feature(square, id: #""id": "A","#), feature(square, id: #""id": " A","#)),
            expecting: [:], isCanonical: true),
        RuleCase(
            "ids that are blank, or no texts",
            collection(
                feature(square, id: #""id": " ","#), feature(square, id: #""id": true,"#),
                feature(square, id: #""id": ["A"],"#)),
            expecting: ["missing_required_element": 3]),
        RuleCase(
            "one bad feature hides no other",
            collection("7", feature(square), feature(bow), feature(square)),
            expecting: [
                "missing_required_element": 1, "invalid_geometry": 1, "duplicate_geo_json_key": 1,
            ]),
        RuleCase(
            "canonical: it hides the doubles",
            collection("7", feature(square), feature(bow), feature(square)),
            expecting: ["invalid_geometry": 1], isCanonical: true),
    ]

    @Test(arguments: cases) func counts(_ item: RuleCase) throws {
        try item.check(among: Self.cases)
    }
}
