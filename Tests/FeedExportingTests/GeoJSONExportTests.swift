import BundleWriting
import FeedCompiling
import FeedExporting
import Foundation
import SystemLayer
import TestSupport
import Testing

import enum TestSupport.JSONValue

@Suite("Export as GeoJSON")
struct GeoJSONExportTests {
    /// The features of an export, each of which has a line of its own.
    private static func features(
        _ proof: Proof, _ counts: inout GeoJSONExport.Counts?
    ) throws -> [JSONValue] {
        let target = proof.folder.path + "/map.geojson"
        counts = try GeoJSONExport(bundle: proof.bundle).run(to: target, overwriting: true)
        let text = try String(contentsOfFile: target, encoding: .utf8)
        let whole = try JSONValue(json: text.utf8)
        #expect(whole["type"] == .text("FeatureCollection"))
        let lines = text.split(separator: "\n").dropFirst().dropLast().map {
            $0.hasSuffix(",") ? $0.dropLast() : $0
        }
        let features = try lines.map { try JSONValue(json: $0.utf8) }
        #expect(whole["features"] == .list(features))
        for feature in features { #expect(feature["type"] == .text("Feature")) }
        return features
    }

    private static func features(_ proof: Proof) throws -> [JSONValue] {
        var counts: GeoJSONExport.Counts?
        return try features(proof, &counts)
    }

    private static func position(_ row: [String: String], _ prefix: String) throws -> JSONValue {
        .list(
            try ["lon", "lat"].map {
                .number(try #require(row["\(prefix)_\($0)"].flatMap { Double($0) }))
            })
    }

    @Test("Stops of the sample are points with the feed's names and coordinates")
    func stops() throws {
        var counts: GeoJSONExport.Counts?
        let features = try Self.features(.sample(), &counts).filter {
            $0["geometry"]?["type"] == .text("Point")
        }
        let all = try TestFeed.sample().rows("stops.txt")
        let rows = all.filter { $0["stop_lat"] != nil }
        #expect(features.count == rows.count)
        #expect(counts?.stops == rows.count)
        #expect(counts?.stopsWithoutPlace == all.count - rows.count)
        #expect(rows.count < all.count)
        for (row, feature) in zip(rows, features) {
            #expect(try feature["geometry"]?["coordinates"] == Self.position(row, "stop"))
            let properties = try #require(feature["properties"]?.object)
            for name in ["stop_id", "stop_code", "stop_name", "parent_station", "platform_code"] {
                #expect(properties[name] == row[name].map(JSONValue.text), "\(name)")
            }
            let type = row["location_type"].flatMap { Double($0) }
            #expect(properties["location_type"] == type.map(JSONValue.number))
            #expect(properties["effective_wheelchair_boarding"] != nil)
        }
    }

    @Test("A route of the sample is one feature with the points of each of its shapes")
    func routes() throws {
        let feed = try TestFeed.sample()
        var points: [String: [JSONValue]] = [:]
        for row in feed.rows("shapes.txt") {
            points[row["shape_id"] ?? "", default: []].append(
                try Self.position(row, "shape_pt"))
        }
        var shapes: [String: Set<String>] = [:]
        for row in feed.rows("trips.txt") {
            if let shape = row["shape_id"] {
                shapes[row["route_id"] ?? "", default: []].insert(shape)
            }
        }
        var counts: GeoJSONExport.Counts?
        let features = try Self.features(.sample(), &counts).filter {
            $0["geometry"]?["type"] == .text("MultiLineString")
        }
        let all = feed.rows("routes.txt")
        let rows = all.filter { shapes[$0["route_id"] ?? ""] != nil }
        #expect(features.count == rows.count)
        #expect(counts?.routes == rows.count)
        #expect(counts?.routesWithoutShape == all.count - rows.count)
        for (row, feature) in zip(rows, features) {
            let properties = try #require(feature["properties"]?.object)
            for name in ["route_id", "agency_id", "route_short_name", "route_long_name"] {
                #expect(properties[name] == row[name].map(JSONValue.text), "\(name)")
            }
            #expect(properties["effective_route_color"] == .text("#" + (row["route_color"] ?? "")))
            let lines = Set(feature["geometry"]?["coordinates"]?.list ?? [])
            let wanted = Set(
                (shapes[row["route_id"] ?? ""] ?? []).map { JSONValue.list(points[$0] ?? []) })
            #expect(lines == wanted)
        }
    }

    @Test("Routes come before the stops, which maps paint above them")
    func order() throws {
        let types = try Self.features(.sample()).compactMap { $0["geometry"]?["type"]?.text }
        #expect(types.first == "MultiLineString")
        #expect(types == types.sorted())
    }

    @Test("Lines end at the antimeridian, and have no positions beyond the poles")
    func antimeridian() throws {
        let feed = TestFeed.base.with(
            """
            # trips.txt
            route_id,service_id,trip_id,shape_id
            R,WD,T1,S1
            R,WD,T2,S2
            # shapes.txt
            shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
            S1,-16,179,1
            S1,-17,-179,2
            S1,91,-179,3
            S1,-17,-178,4
            S1,-17,179,5
            S2,-91,2,1
            S2,1,2,2
            """)
        let features = try Self.features(Proof(feed))
        let lines = features.first?["geometry"]?["coordinates"]
        let wanted =
            "[[[179,-16],[180,-16.5]],[[-180,-16.5],[-179,-17],[-178,-17],[-180,-17]],"
            + "[[180,-17],[179,-17]]]"
        #expect(try lines == JSONValue(json: wanted.utf8))
    }

    @Test("Texts of all kinds are strings, and shapes of one point are no lines")
    func texts() throws {
        let feed = TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,"Quay \"\"Nord\"\" \\ 3",48.0,2.0
            B,日本橋 🚋,-0.5,180
            C,,0.000001,-179.999999
            D,Airport,48.0,2.4
            # shapes.txt
            shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
            S,48.0,2.0,1
            # trips.txt
            route_id,service_id,trip_id,shape_id
            R,WD,T1,S
            R,WD,T2,S
            """)
        let proof = try Proof(feed)
        try proof.alter("UPDATE stops SET stop_name = stop_name || char(1, 9) WHERE stop_id = 'B'")
        let features = try Self.features(proof)
        #expect(
            features.map { $0["properties"]?["stop_name"] } == [
                .text("Quay \"Nord\" \\ 3"), .text("日本橋 🚋\u{1}\t"), nil, .text("Airport"),
            ])
        #expect(
            features.map { $0["geometry"]?["coordinates"]?.list } == [
                [.number(2), .number(48)], [.number(180), .number(-0.5)],
                [.number(-179.999999), .number(0.000001)], [.number(2.4), .number(48)],
            ])
    }

    @Test("Shapes that were kept exactly have all their digits")
    func exact() throws {
        var options = BundleBuild.Options()
        options.filter.hasExactShapes = true
        let points = [("48.123456789012", "2.1"), ("48.2", "2.123456789012345")]
        let features = try Self.features(Proof(RoundedShapeTests.feed(points), options))
        let line = try #require(features.first?["geometry"]?["coordinates"]?.list?.first?.list)
        #expect(
            try line
                == points.map {
                    .list([
                        .number(try #require(Double($0.1))), .number(try #require(Double($0.0))),
                    ])
                })
    }

    @Test("A file is replaced only when that is asked for, and stays when the bundle is damaged")
    func target() throws {
        let proof = try Proof(TestFeed.base)
        let target = try proof.folder.write("map.geojson", Array("mine".utf8))
        let failure = #expect(throws: FileError.self) {
            try GeoJSONExport(bundle: proof.bundle).run(to: target)
        }
        #expect(failure?.description.hasSuffix("already exists; --overwrite replaces it") == true)
        try proof.alter("UPDATE pattern SET stops = 1000000")
        #expect(throws: BundleError.self) {
            try GeoJSONExport(bundle: proof.bundle).run(to: target, overwriting: true)
        }
        #expect(FileManager.default.contents(atPath: target) == Data("mine".utf8))
        let names = try FileManager.default.contentsOfDirectory(atPath: proof.folder.path)
        #expect(names.filter { $0.hasPrefix(".") } == [])
    }
}
