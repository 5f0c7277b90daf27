import Foundation
import GTFSSchedule
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel

@Suite("Direct destinations, over the API")
struct DestinationAnswersTests {
    private func all(
        _ feed: AnsweredFeed, from stop: String, _ query: String = "limit=3"
    ) async throws -> [DestinationDTO] {
        var found: [DestinationDTO] = []
        var cursor: String?
        repeat {
            let page: Envelope<DestinationListDTO> = try await feed.ask(
                "stops/\(AnsweredFeed.encoded(stop))/destinations?\(query)"
                    + (cursor.map { "&cursor=\($0)" } ?? ""))
            found += page.data.destinations
            cursor = page.meta.next
        } while cursor != nil
        return found
    }

    /// The calls of trips, one by one.
    private struct Reached: Equatable {
        var trips: Set<String> = []
        /// By route, of each trip.
        var routes: [String: [Int]] = [:]
        var callsBetween = Int.max
    }

    private static func trips() throws -> [String] {
        let text = try String(
            contentsOfFile: PackageRoot.path + "/feeds/sample/trips.txt", encoding: .utf8)
        return text.split(whereSeparator: \.isNewline).dropFirst().map {
            String($0.split(separator: ",", maxSplits: 3)[2])
        }
    }

    /// The destinations by going through all trips of the feed.
    private func reached(
        from stop: TransitModel.Stop, _ feed: AnsweredFeed, _ place: (TransitModel.Stop) -> String
    ) async throws -> [String: Reached] {
        let details = try await feed.bundle.details(of: stop)
        let here = Set(([stop] + details.platforms).map(\.stopID))
        let origin = Set(([stop] + details.platforms).map(place))
        var found: [String: Reached] = [:]
        for id in try Self.trips() {
            let trip = try await feed.bundle.trip(id: id)
            let calls = try await feed.bundle.calls(of: trip)
            var between: [String: Int] = [:]
            for (start, from) in calls.enumerated()
            where here.contains(from.stopID ?? "") && from.pickup != .notAvailable {
                for end in calls.indices.dropFirst(start + 1) {
                    guard let to = calls[end].stop, calls[end].dropOff != .notAvailable,
                        !here.contains(to.stopID), !origin.contains(place(to))
                    else { continue }
                    var entry = found[place(to)] ?? Reached()
                    entry.trips.insert(trip.tripID)
                    entry.callsBetween = min(entry.callsBetween, end - start - 1)
                    found[place(to)] = entry
                    between[place(to)] = min(between[place(to)] ?? .max, end - start - 1)
                }
            }
            for (place, calls) in between {
                if let route = trip.routeID {
                    found[place]?.routes[route, default: []].append(calls)
                }
            }
        }
        return found
    }

    @Test("are those that the trips reach, from every stop", arguments: [false, true])
    func everyStop(asStations: Bool) async throws {
        let feed = try await AnsweredFeed.sample.value
        var total = 0
        for stop in try await feed.bundle.stops(limit: 1000) {
            let found = try await all(
                feed, from: stop.stopID, asStations ? "as=stations&limit=500" : "limit=7")
            let expected = try await reached(from: stop, feed) { stop in
                asStations ? stop.parentStation ?? stop.stopID : stop.stopID
            }
            #expect(Set(found.map(\.stop.stopID)) == Set(expected.keys), "\(stop.stopID)")
            for destination in found {
                let own = try #require(expected[destination.stop.stopID])
                #expect(destination.trips == own.trips.count, "\(stop.stopID)")
                #expect(Set(destination.routes.map(\.routeID)) == Set(own.routes.keys))
                for (route, calls) in zip(destination.routes, destination.routeCallsBetween) {
                    #expect(calls.least == own.routes[route.routeID]?.min())
                    #expect(calls.most == own.routes[route.routeID]?.max())
                }
                #expect(destination.routeCallsBetween.count == own.routes.count)
                #expect(destination.callsBetween == own.callsBetween)
            }
            #expect(found.map(\.callsBetween) == found.map(\.callsBetween).sorted())
            total += found.count
        }
        #expect(total > 100)
    }

    @Test("a loop goes to all its stops, the nearer way round counts, and not to where it began")
    func loop() async throws {
        let stops = "stop_id,stop_name,stop_lat,stop_lon\na,A,1,1\nb,B,1,1\nc,C,1,1\nd,D,1,1\n"
        let times = """
            trip_id,stop_id,stop_sequence,arrival_time,departure_time,pickup_type,drop_off_type
            t,a,1,08:00:00,08:00:00,0,0
            t,b,2,08:10:00,08:10:00,0,1
            t,c,3,08:20:00,08:20:00,1,0
            t,a,4,08:30:00,08:30:00,0,0
            t,d,5,08:40:00,08:40:00,0,0
            t,b,6,08:50:00,08:50:00,0,0

            """
        let feed = try AnsweredFeed(files: SmallFeed.files(stops: stops, stopTimes: times))
        func summary(_ stop: String) async throws -> [String] {
            try await all(feed, from: stop).map {
                "\($0.stop.stopID) \($0.callsBetween) \($0.trips)"
            }
        }
        #expect(try await summary("a") == ["d 0 1", "b 1 1", "c 1 1"])
        // No alighting at b the first time, but boarding; and no boarding at c.
        #expect(try await summary("b") == ["c 0 1", "a 1 1", "d 2 1"])
        #expect(try await summary("c").isEmpty)
        #expect(try await summary("d") == ["b 0 1"])
    }

    @Test("each route has the calls between of its own trips, expresses and others")
    func lines() async throws {
        let stops = "stop_id,stop_name,stop_lat,stop_lon\na,A,1,1\nb,B,1,1\nc,C,1,1\nd,D,1,1\n"
        let calls = ["local": "abcd", "fast": "acd", "nonstop": "ad"].sorted { $0.key < $1.key }
        var times = "trip_id,stop_id,stop_sequence,arrival_time,departure_time\n"
        for (trip, stops) in calls {
            for (place, stop) in stops.enumerated() {
                times += "\(trip),\(stop),\(place),08:1\(place):00,08:1\(place):00\n"
            }
        }
        let feed = try AnsweredFeed(
            files: SmallFeed.files(
                stops: stops,
                trips: """
                    route_id,service_id,trip_id
                    r,daily,local
                    r,daily,fast
                    x,daily,nonstop

                    """, stopTimes: times,
                others: ["routes.txt": "route_id,route_short_name,route_type\nr,R,1\nx,X,1\n"]))
        let end = try #require(try await all(feed, from: "a").first { $0.stop.stopID == "d" })
        #expect(end.callsBetween == 0)
        #expect(end.routes.map(\.routeID) == ["r", "x"])
        #expect(end.routeCallsBetween == [CallsBetweenDTO(1...2), CallsBetweenDTO(0...0)])
    }

    @Test("a stop where nothing calls goes nowhere, one that is not there is not found")
    func nothing() async throws {
        let stops = "stop_id,stop_name,stop_lat,stop_lon\na,A,1,1\nb,B,1,1\nz,Z,1,1\n"
        let feed = try AnsweredFeed(files: SmallFeed.files(stops: stops))
        #expect(try await all(feed, from: "z").isEmpty)
        #expect(try await feed.failure("stops/y/destinations").code == .notFound)
        #expect(try await feed.failure("stops/a/destinations?as=x").code == .badValue)
    }
}
