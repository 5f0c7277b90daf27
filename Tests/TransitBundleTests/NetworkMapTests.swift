import Testing

@testable import TransitBundle

@Suite("The map of a whole feed")
struct NetworkMapTests {
    private func points(_ polyline: String) -> [Coordinate] {
        var numbers: [Int] = []
        var value = 0
        var shift = 0
        for byte in polyline.utf8 {
            let group = Int(byte) - 63
            value |= (group & 31) << shift
            shift += 5
            guard group < 32 else { continue }
            numbers.append(value & 1 == 0 ? value >> 1 : -(value >> 1) - 1)
            (value, shift) = (0, 0)
        }
        var place = (latitude: 0, longitude: 0)
        return stride(from: 0, to: numbers.count - 1, by: 2).map { index in
            place.latitude += numbers[index]
            place.longitude += numbers[index + 1]
            return Coordinate(
                latitude: Double(place.latitude) / 1e5, longitude: Double(place.longitude) / 1e5)
        }
    }

    /// A feed of stops and shapes by their points, with a trip on each shape.
    private func feed(
        stops: [(Double, Double)], shapes: [[(Double, Double)]] = [],
        routes: String = "route_id,route_short_name,route_type,route_color\nr,R,3,AA0000\n",
        trips: String? = nil, stopTimes: String = ""
    ) throws -> TransitBundle {
        var points = "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"
        for (number, shape) in shapes.enumerated() {
            for (place, point) in shape.enumerated() {
                points += "s\(number),\(point.0),\(point.1),\(place)\n"
            }
        }
        let made = shapes.indices.map { "r,daily,t\($0),s\($0)\n" }.joined()
        let calls = shapes.indices.map { "t\($0),S0,1\nt\($0),S1,2\n" }.joined()
        return try bundle(
            of: TinyFeed.files(
                stops: "stop_id,stop_name,stop_lat,stop_lon\n"
                    + stops.enumerated().map { "S\($0),S,\($1.0),\($1.1)\n" }.joined(),
                routes: routes, trips: trips ?? "route_id,service_id,trip_id,shape_id\n" + made,
                stopTimes: "trip_id,stop_id,stop_sequence\n" + (trips == nil ? calls : stopTimes),
                others: shapes.isEmpty ? [:] : ["shapes.txt": points]))
    }

    @Test("has every stop with a place, by its key")
    func stops() async throws {
        let bundle = try await sampleBundle()
        let map = try await bundle.networkMap()
        let stops = try await bundle.read { try Stop.fetchAll($0) }
            .filter { $0.coordinate != nil }.sorted { $0.sid < $1.sid }
        #expect(map.sids == stops.map(\.sid))
        #expect(map.kinds == stops.map { "\($0.locationType ?? 0)" }.joined())
        for (stop, place) in zip(stops, points(map.places)) {
            let own = try #require(stop.coordinate)
            #expect(abs(own.latitude - place.latitude) < 0.000_006)
            #expect(abs(own.longitude - place.longitude) < 0.000_006)
        }
        #expect(map.box == (try await bundle.extent()).box)
    }

    @Test("leaves out places that are none: missing, 0/0, beyond the world")
    func nowhere() async throws {
        let map = try await feed(
            stops: [(47, 8), (0, 0), (91, 8), (47.1, 8.1)],
            shapes: [[(47, 8), (0, 0), (47.1, 8.1)]]
        ).networkMap()
        #expect(points(map.places).map(\.latitude) == [47, 47.1])
        #expect(map.lines.map { points($0.polyline).map(\.longitude) } == [[8, 8.1]])
        #expect(map.box == BoundingBox(south: 47, west: 8, north: 47.1, east: 8.1))
    }

    @Test(
        "no path is farther than five meters from the feed's, and points that tell nothing are gone"
    )
    func thinning() async throws {
        let bundle = try await sampleBundle()
        let map = try await bundle.networkMap()
        var kept = 0
        var all = 0
        for route in try await bundle.routes() {
            let paths = map.lines.filter { $0.rid == route.rid }.map { points($0.polyline) }
            for shape in try await bundle.shapes(of: route) {
                let path = shape.points.map(\.coordinate)
                // Two routes of one color share a line.
                let others = map.lines.map { points($0.polyline) }
                let near = (paths + others).filter { line in
                    path.allSatisfy { Self.meters(from: $0, to: line) < 6.5 }
                }
                #expect(!near.isEmpty, "\(shape.shapeID)")
                all += path.count
                kept += near.first?.count ?? 0
            }
        }
        #expect(kept < all)
    }

    @Test("a straight line of many points is two, a bend of six meters stays")
    func bends() async throws {
        let straight = (0...5000).map { (47.0, 8 + Double($0) * 1e-5) }
        let bent = [(47.0, 8.0), (47.000054, 8.001), (47.0, 8.002)]
        let flat = [(47.0, 8.0), (47.00003, 8.001), (47.0, 8.002)]
        let map = try await feed(stops: [(47, 8), (47, 8.1)], shapes: [straight, bent, flat])
            .networkMap()
        #expect(map.lines.map { points($0.polyline).count } == [6, 3, 2])
    }

    /// From a place to the nearest leg of a line.
    private static func meters(from place: Coordinate, to line: [Coordinate]) -> Double {
        zip(line, line.dropFirst()).map { from, to in
            (0...200).map { step in
                let part = Double(step) / 200
                return place.meters(
                    to: Coordinate(
                        latitude: from.latitude + (to.latitude - from.latitude) * part,
                        longitude: from.longitude + (to.longitude - from.longitude) * part))
            }.min() ?? .infinity
        }.min() ?? .infinity
    }

    @Test("a path is there once for each color of the routes that take it")
    func colors() async throws {
        let routes = """
            route_id,route_short_name,route_type,route_color
            a,1,3,AA0000
            b,2,3,AA0000
            c,3,3,00AA00
            d,4,3,0000AA

            """
        let trips = """
            route_id,service_id,trip_id,shape_id
            b,daily,t1,s0
            a,daily,t2,s1
            c,daily,t3,s0
            d,daily,t4,

            """
        let path = [(47.0, 8.0), (47.1, 8.1)]
        let bundle = try feed(
            stops: [(47, 8), (47.2, 8.2)], shapes: [path, path], routes: routes, trips: trips,
            stopTimes: (1...4).map { "t\($0),S0,1\nt\($0),S1,2\n" }.joined())
        let map = try await bundle.networkMap()
        let names = Dictionary(
            uniqueKeysWithValues: try await bundle.routes().map { ($0.rid, $0.routeID) })
        #expect(map.lines.map(\.color) == ["AA0000", "00AA00", "0000AA"])
        #expect(map.lines.compactMap { $0.rid.flatMap { names[$0] } } == ["b", "c", "d"])
        // Without a shape from stop to stop.
        #expect(points(map.lines.last?.polyline ?? "").map(\.latitude) == [47, 47.2])
    }

    @Test("is whole at the antimeridian")
    func antimeridian() async throws {
        let map = try await feed(
            stops: [(-17, 179.9), (-17, -179.9)],
            shapes: [[(-17, 179.9), (-17.01, -179.99), (-17, -179.9)]]
        ).networkMap()
        #expect(points(map.places).map(\.longitude) == [179.9, 180.1])
        #expect(map.lines.map { points($0.polyline).map(\.longitude) } == [[179.9, 180.01, 180.1]])
        #expect(map.box == BoundingBox(south: -17, west: 179.9, north: -17, east: 180.1))
    }

    @Test("of a feed without places there is none")
    func empty() async throws {
        let map = try await feed(stops: [(0, 0)], trips: "route_id,service_id,trip_id\n")
            .networkMap()
        #expect(map == NetworkMap())
    }
}
