import Foundation
import Testing
import TransitBundle

@Suite("Routes and stops")
struct RoutesTests {
    @Test("routes come by sort order, then in the natural order of their names")
    func order() async throws {
        let routes = try await sampleBundle().routes()
        #expect(routes.map(\.routeID) == ["L2", "T1", "M1", "F1", "B333", "N90", "RB1", "FX1"])
        let bundle = try bundle(
            of: TinyFeed.files(
                routes: """
                    route_id,route_short_name,route_long_name,route_type,route_sort_order
                    a,10,,3,
                    b,2,,3,
                    c,T10,,3,
                    d,t2,,3,
                    e,,Zebra,3,
                    f,99,,3,7
                    g,02,,3,
                    h,20000000000000000000001,,3,
                    i,20000000000000000000000,,3,

                    """))
        #expect(
            try await bundle.routes().map(\.name) == [
                "99", "2", "02", "10", "20000000000000000000000", "20000000000000000000001",
                "t2", "T10", "Zebra",
            ])
    }

    @Test("groups come as riders expect them, with counts")
    func groups() async throws {
        let groups = try await sampleBundle().routeGroups()
        #expect(groups.map(\.title) == ["Train", "Metro", "Bus", "Ferry", "Tram"])
        #expect(groups.map(\.count) == [1, 1, 4, 1, 1])
        #expect(groups[2].routes.map(\.routeID) == ["B333", "N90", "RB1", "FX1"])
        let all = RouteGroup.grouping(
            RouteType.allCases.map {
                Route(rid: 1, routeShortName: "", routeLongName: "", type: $0)
            })
        #expect(
            all.map(\.title) == [
                "Train", "Metro", "Bus", "Ferry", "Tram", "Air", "Cable car", "Coach", "Funicular",
                "Gondola", "Monorail", "Taxi", "Trolleybus", "Other",
            ])
    }

    @Test("stops and routes by id and by key")
    func lookup() async throws {
        let bundle = try await sampleBundle()
        let quay = try await bundle.stop(id: "QUAY")
        #expect(quay.stopName == "Quayside")
        #expect(try await bundle.stop(id: "sid:\(quay.sid)") == quay)
        #expect(try await bundle.stop(sid: quay.sid) == quay)
        #expect(try await bundle.stops(sids: [quay.sid, 999, quay.sid]) == [quay, quay])
        let t1 = try await bundle.route(id: "T1")
        #expect(try await bundle.route(id: "rid:\(t1.rid)") == t1)
        #expect(try await bundle.route(rid: t1.rid) == t1)
        await #expect(throws: TransitSourceError.notFound(kind: "stop", id: "nowhere")) {
            try await bundle.stop(id: "nowhere")
        }
        await #expect(throws: TransitSourceError.notFound(kind: "stop", id: "sid:x")) {
            try await bundle.stop(id: "sid:x")
        }
        await #expect(throws: TransitSourceError.notFound(kind: "route", id: "rid:99")) {
            try await bundle.route(rid: 99)
        }
    }

    @Test("an id that looks like a key is an id first")
    func idLikeKey() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: "stop_id,stop_name,stop_lat,stop_lon\na,A,1,1\nsid:1,B,1,1\n"))
        #expect(try await bundle.stop(id: "sid:1").stopName == "B")
    }

    @Test("the records decode the same as the rows do")
    func codable() async throws {
        let bundle = try await sampleBundle()
        let stops = try await bundle.read { try Stop.fetchAll($0) }
        #expect(stops.count == 40)
        let decoder = JSONDecoder()
        for stop in stops {
            let copy = try decoder.decode(Stop.self, from: JSONEncoder().encode(stop))
            // A stop without a place has no number there, which equals nothing.
            #expect(copy == stop || (stop.coordinate == nil && copy.coordinate == nil))
        }
        let routes = try await bundle.read { try Route.fetchAll($0) }
        for route in routes {
            #expect(try decoder.decode(Route.self, from: JSONEncoder().encode(route)) == route)
        }
    }

    @Test("the routes of a stop, and of all platforms of a station")
    func routesOfStop() async throws {
        let bundle = try await sampleBundle()
        func routes(_ id: String) async throws -> [String] {
            try await bundle.routes(of: try await bundle.stop(id: id)).map(\.routeID)
        }
        #expect(try await routes("QUAY") == ["T1", "M1", "F1"])
        #expect(try await routes("QUAY_P1") == ["T1"])
        #expect(try await routes("QUAY_E1") == [])
        #expect(try await routes("CJ") == ["L2", "T1", "RB1"])
    }

    @Test(
        "a route on which nobody gets on or off at a stop is not one of its routes",
        arguments: [
            // pickup_type and drop_off_type at a, b and c; the stops with the route.
            ("0,0 0,0 0,0", "abc"), ("0,0 1,1 0,0", "ac"), ("1,0 0,0 0,0", "bc"),
            ("0,0 0,0 0,1", "ab"), ("0,1 1,0 1,0", "abc"),
        ])
    func forbiddenCalls(codes: String, stops: String) async throws {
        let calls = zip("abc", codes.split(separator: " ")).enumerated().map { index, call in
            "t,\(call.0),\(index),08:0\(index):00,\(call.1)\n"
        }
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: "stop_id,stop_name,stop_lat,stop_lon\na,A,1,1\nb,B,1,1\nc,C,1,1\n",
                stopTimes: "trip_id,stop_id,stop_sequence,departure_time,pickup_type,"
                    + "drop_off_type\n" + calls.joined()))
        var found = ""
        for id in ["a", "b", "c"] {
            let stop = try await bundle.stop(id: id)
            if try await !bundle.routes(of: stop).isEmpty { found += id }
        }
        #expect(found == stops)
    }

    @Test("directions with their headsigns")
    func directions() async throws {
        let bundle = try await sampleBundle()
        let t1 = try await bundle.directions(of: try await bundle.route(id: "T1"))
        #expect(
            t1 == [
                RouteDirection(directionID: 0, headsign: "North Shelf", tripCount: 6),
                RouteDirection(directionID: 1, headsign: "Central Junction", tripCount: 5),
            ])
        let flex = try await bundle.directions(of: try await bundle.route(id: "FX1"))
        #expect(flex.map(\.directionID) == [nil])
        #expect(flex.map(\.tripCount) == [4])
    }

    @Test("stops of a route in travel order, each direction its own")
    func stopsOfRoute() async throws {
        let bundle = try await sampleBundle()
        let t1 = try await bundle.route(id: "T1")
        #expect(
            try await bundle.stops(of: t1, direction: 0).map(\.stopID) == [
                "CJ_P1", "GH", "QUAY_P1", "LP", "NS",
            ])
        #expect(
            try await bundle.stops(of: t1, direction: 1).map(\.stopID) == [
                "NS", "LP", "QUAY_P2", "GH", "CJ_P2",
            ])
        #expect(try await bundle.stops(of: t1, direction: 7) == [])
        // Six trips go north, five south: the north holds.
        let both = try await bundle.stops(of: t1).map(\.stopID)
        #expect(
            both.filter { !["QUAY_P2", "CJ_P2"].contains($0) } == [
                "CJ_P1", "GH", "QUAY_P1", "LP", "NS",
            ])
    }

    @Test(
        "branches, express trips, loops and contradictions",
        arguments: [
            // Branches follow one another, the busier first, and meet again.
            (["abcdef", "abcdef", "abxyf"], "abcdexyf"),
            (["abxyf", "abcdef", "abxyf"], "abxycdef"),
            // Branches at the beginning.
            (["abcz", "abcz", "xyz"], "abcxyz"),
            // An express trip adds nothing; a detour goes where it leaves the line.
            (["abcde", "ace", "ae"], "abcde"),
            (["abcde", "abcde", "abxcde"], "abxcde"),
            // A loop ends where it began.
            (["abca", "abca", "bca"], "abca"),
            (["abcbd"], "abcbd"),
            // Most trips hold.
            (["abc", "abc", "cba"], "abc"),
            (["cba", "abc", "cba"], "cba"),
            // Short trips and extensions.
            (["bc", "bc", "bc", "abcd"], "abcd"),
        ] as [([String], String)])
    func merging(patterns: [String], merged: String) async throws {
        let letters = Set(patterns.joined()).sorted()
        var times = "trip_id,stop_id,stop_sequence,arrival_time,departure_time\n"
        for (trip, pattern) in patterns.enumerated() {
            for (place, stop) in pattern.enumerated() {
                let time = "08:\(place + 10):00"
                times += "t\(trip),\(stop),\(place),\(time),\(time)\n"
            }
        }
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: "stop_id,stop_name,stop_lat,stop_lon\n"
                    + letters.map { "\($0),\($0),1,1\n" }.joined(), stopTimes: times))
        let stops = try await bundle.stops(of: try await bundle.route(id: "r"))
        #expect(stops.map(\.stopID).joined() == merged)
    }
}
