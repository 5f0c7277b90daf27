import Foundation
import TestSupport
import Testing

@Suite("Filters and spellings", .blocking)
struct FilterOptionTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
    }

    @Test(
        "Each filter keeps its trips",
        arguments: [
            ([], ["BUS", "RAIL", "SEA,1", "TRAM"]),
            (["--agency", "Y"], ["RAIL", "SEA,1"]),
            (["--agency", "X,Y"], ["BUS", "RAIL", "SEA,1", "TRAM"]),
            (["--route", "BUS,RAIL"], ["BUS", "RAIL"]),
            (["--route", "BUS", "--route", "RAIL"], ["BUS", "RAIL"]),
            (["--route", #"SEA\,1,BUS"#], ["BUS", "SEA,1"]),
            (["--route-type", "3"], ["BUS"]),
            (["--route-type", "rail,0"], ["RAIL", "TRAM"]),
            (["--route-type", "Ferry", "--route-type", "bus"], ["BUS", "SEA,1"]),
            (["--agency", "X", "--route-type", "tram,rail"], ["TRAM"]),
            (["--not-agency", "Y"], ["BUS", "TRAM"]),
            (["--not-route", #"BUS,SEA\,1"#], ["RAIL", "TRAM"]),
            (["--not-type", "3,rail", "--not-type", "4"], ["TRAM"]),
            (["--not-stop", "C"], ["BUS", "SEA,1", "TRAM"]),
            (["--not-stop", "B,D"], ["SEA,1"]),
            (["--agency", "X", "--not_route", "BUS"], ["TRAM"]),
            (["--from-date", "20260801"], ["SEA,1", "TRAM"]),
            (["--to-date", "20260801"], ["BUS", "RAIL"]),
            (["--from-date", "20260531", "--to-date", "20260601"], ["BUS", "RAIL"]),
            (["--bbox", "-3,47,-1,49"], ["BUS", "TRAM"]),
            (["--bbox=-3,47,-1,49"], ["BUS", "TRAM"]),
            (["--bbox", "11,47,13,49"], ["RAIL"]),
            // Across the antimeridian.
            (["--bbox", "179,-49,-179,-47"], ["SEA,1"]),
            // One option, another spelling.
            (["--route_type", "3"], ["BUS"]),
            (["--route_type=3"], ["BUS"]),
            (["--from_date=20260801", "--to_date", "20261201"], ["SEA,1", "TRAM"]),
        ])
    func filter(arguments: [String], routes: [String]) throws {
        let outcome = try Command.run(
            ["build", place.feed, "-o", place.bundle] + arguments, in: place.folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try place.routes() == routes)
    }

    @Test(
        "Polygons of every GeoJSON form are read, holes and all",
        arguments: [
            (#"{"type":"Polygon","coordinates":[WEST]}"#, ["BUS", "TRAM"]),
            (#"{"type":"MultiPolygon","coordinates":[[WEST],[EAST]]}"#, ["BUS", "RAIL", "TRAM"]),
            (
                #"{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[EAST]}}"#,
                ["RAIL"]
            ),
            (
                #"""
                {"type":"FeatureCollection","features":[{"type":"Feature","geometry":
                {"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[0,0]},
                {"type":"Polygon","coordinates":[EAST]}]}}]}
                """#, ["RAIL"]
            ),
            // All but the west, which is a hole.
            (#"{"type":"Polygon","coordinates":[ALL,WEST]}"#, ["RAIL"]),
        ])
    func polygon(text: String, routes: [String]) throws {
        var text = text
        for (name, ring) in [
            ("WEST", "[[-3,47],[-1,47,10],[-1,49],[-3,49],[-3,47]]"),
            ("EAST", "[[11,47],[13,47],[13,49],[11,49],[11,47]]"),
            ("ALL", "[[-20,40],[20,40],[20,50],[-20,50],[-20,40]]"),
        ] {
            text = text.split(separator: name, omittingEmptySubsequences: false).joined(
                separator: ring)
        }
        let file = try place.folder.write("area.geojson", Array(text.utf8))
        let outcome = try place.build("--polygon", file)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try place.routes() == routes)
    }

    @Test("An agency that routes leave blank, being the only one, is known by its id")
    func onlyAgency() throws {
        let place = try Workplace(
            TestFeed.base.with(
                """
                # routes.txt
                route_id,agency_id,route_short_name,route_type
                R,,1,3
                """))
        let outcome = try place.build("--agency", "X")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try place.routes() == ["R"])
        #expect(try place.query("SELECT agency_id FROM agency") == ["X"])
        #expect(try place.build("--agency", "Z").code == 65)
    }

    @Test("An unknown name is reported, also with --quiet; the rest is built")
    func unknownNames() throws {
        let outcome = try place.build("--route", "BUS,TRAN", "--agency", "X,Z", "--quiet")
        #expect(outcome.code == 0)
        #expect(
            outcome.errors == """
                gtfs: the feed has no agency Z; it has X, Y
                gtfs: the feed has no route TRAN; the nearest is TRAM

                """)
        #expect(try place.routes() == ["BUS"])
        let events = try place.build("--route", "BUS,TRAN", "--log-format", "json").events()
        let warning = try #require(events.first { $0["event"] as? String == "warning" })
        #expect(warning["message"] as? String == "the feed has no route TRAN; the nearest is TRAM")
        #expect(try place.build("--route", "BUS", "--quiet").errors.isEmpty)
    }

    @Test("The first night: --previous that is the output may not be there yet, others must be")
    func firstNight() throws {
        let first = try place.build("--previous", place.bundle)
        #expect(first.code == 0, "\(first.errors)")
        #expect(first.errors.hasPrefix("gtfs: --previous \(place.bundle): not there yet"))
        let keys = "SELECT sid || stop_id FROM stops ORDER BY stop_id"
        let before = try place.query(keys)
        let second = try place.build("--previous", place.folder.path + "/./bundles/town.sqlite")
        #expect(second.code == 0)
        #expect(!second.errors.contains("not there yet"))
        #expect(try place.query(keys) == before)
        try FileManager.default.removeItem(atPath: place.bundle)
        // The same place by another name; nothing is said with --quiet.
        let again = try place.build(
            "--quiet", "--previous", place.folder.path + "/./bundles/town.sqlite")
        #expect(again.code == 0)
        #expect(again.errors.isEmpty)
        let slip = try place.build("--previous", place.folder.path + "/bundles/twon.sqlite")
        #expect(slip.code == 66)
    }

    @Test("Parts are left out, alone and together")
    func without() throws {
        let outcome = try Command.run(
            [
                "build", Workplace.sample, "-o", place.bundle, "--without", "shapes,fares",
                "--without", "flex",
            ], in: place.folder)
        #expect(outcome.code == 0, "\(outcome.errors)")
        for (table, isKept) in [
            ("shapes", false), ("fare_products", false), ("fare_rules", false),
            ("booking_rules", false), ("locations", false), ("transfers", true),
            ("pathways", true), ("translations", true), ("attributions", true),
        ] {
            let count = try place.query("SELECT count(*) FROM \(table)")
            #expect((count != ["0"]) == isKept, "\(table)")
        }
    }

    @Test(
        "Sizes are bytes or have a unit; a bundle of just that size is not too large",
        arguments: [
            ("EXACT", 0), ("EXACTB", 0), ("LESS", 2), ("1MB", 0), ("1MiB", 0), ("1gb", 0),
            ("0.001 GB", 0), ("20KB", 2), ("20kib", 2), ("0.00002GB", 2),
        ])
    func sizes(argument: String, code: Int32) throws {
        try place.build()
        let size = try #require(
            try place.query(
                "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
            )
            .first.flatMap { Int($0) })
        let value = [("EXACT", size), ("LESS", size - 1)].reduce(argument) { text, word in
            text.split(separator: word.0, omittingEmptySubsequences: false)
                .joined(separator: "\(word.1)")
        }
        #expect(try place.build("--max-size", value, "--quiet").code == code)
        #expect(try place.build("--max_size=\(value)", "--quiet").code == code)
    }

    @Test("A bundle's metadata names the options that made it")
    func options() throws {
        try place.build("--bbox", "-3,47,-1,49", "--route-type", "bus", "--without", "fares")
        #expect(
            try place.query("SELECT value FROM metadata WHERE key = 'options'") == [
                #"{"bbox":[-3,47,-1,49],"route_type":["bus"],"without":["fares"]}"#
            ])
    }

    @Test("Distances are rounded or left out on demand, and the bundle says so")
    func distances() throws {
        func build(_ options: String...) throws -> [String] {
            let outcome = try Command.run(
                ["build", Workplace.sample, "-o", place.bundle] + options, in: place.folder)
            #expect(outcome.code == 0, "\(outcome.errors)")
            return try place.query("SELECT value FROM metadata WHERE key = 'options'")
        }
        #expect(try build("--round-distances", "100.0") == [#"{"round_distances":"100"}"#])
        for view in ["stop_times", "shapes"] {
            #expect(
                try place.query(
                    """
                    SELECT printf('%d|%d', count(shape_dist_traveled) > 1,
                      sum(shape_dist_traveled / 100 <> round(shape_dist_traveled / 100)))
                    FROM \(view)
                    """) == ["1|0"])
        }
        #expect(try build("--without", "distances") == [#"{"without":["distances"]}"#])
        #expect(
            try place.query(
                """
                SELECT printf('%d|%d|%d|%d',
                  (SELECT count(shape_dist_traveled) FROM stop_times),
                  (SELECT count(shape_dist_traveled) FROM shapes),
                  (SELECT count(*) > 0 FROM shapes), (SELECT count(*) FROM distances))
                """) == ["0|0|1|0"])
    }

    @Test("Keys of stops and routes stay those of the previous bundle")
    func previous() throws {
        let older = place.folder.path + "/older.sqlite"
        #expect(try place.run("build", place.feed, "-o", older).code == 0)
        var feed = TestFeed.town
        // The first stop and the first route go; others come in their place.
        feed["stops.txt"] = feed["stops.txt"]?.replacing("A,Harbour", with: "G,Garden")
        feed["stop_times.txt"] = feed["stop_times.txt"]?.replacing(",A,", with: ",G,")
        let newer = try feed.write(to: place.folder, as: "newer")
        let keys = "SELECT sid || stop_id FROM stops ORDER BY stop_id"
        let before = try place.query(keys, bundle: older)
        let outcome = try place.run(
            "build", newer, "-o", place.bundle, "--previous", older, "--quiet")
        #expect(outcome.code == 0)
        let after = try place.query(keys)
        #expect(before == ["1A", "2B", "3C", "4D", "5E", "6F"])
        #expect(after == ["2B", "3C", "4D", "5E", "6F", "7G"])
        #expect(
            try place.query("SELECT id FROM tombstones WHERE kind = 'stop'") == ["A"])
        // Without it, keys are given anew.
        #expect(try place.run("build", newer, "-o", place.bundle, "--quiet").code == 0)
        #expect(try place.query(keys).first == "2B")
        #expect(try place.query("SELECT count(*) FROM tombstones") == ["0"])
    }
}
