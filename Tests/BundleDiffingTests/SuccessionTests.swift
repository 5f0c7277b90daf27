import BundleDiffing
import Foundation
import GTFSSchedule
import TestSupport
import Testing

@Suite("What goes on under another id, and shifts")
struct SuccessionTests {
    /// A station with two platforms and a stop without one; each minute is a trip.
    private static func feed(
        key: String = "", minutes: some Sequence<Int> = 0..<20, later: Int = 0,
        platform: String = "1"
    ) -> TestFeed {
        let trips = minutes.map { minute in
            let time = { (minutes: Int) -> String in
                let time = 480 + minutes
                return "\(time / 60):\(time % 60 < 10 ? "0" : "")\(time % 60):00"
            }
            let start = time(minute * 17 + later)
            let end = time(minute * 17 + 9 + later)
            return (
                "\(key)R,\(key)WD,\(key)T\(minute)\n",
                "\(key)T\(minute),\(start),\(start),\(key)P1,1\n"
                    + "\(key)T\(minute),\(end),\(end),\(key)Z,2\n"
            )
        }
        return TestFeed(
            """
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone
            \(key)X,Crosstown,https://example.org,Europe/Paris
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code
            \(key)S,Central,48.0,2.0,1,,
            \(key)P1,Central,48.0,2.0,,\(key)S,\(platform)
            \(key)P2,Central,48.0,2.0,,\(key)S,2
            \(key)Z,Zoo,48.0,2.1,,,
            # routes.txt
            route_id,agency_id,route_short_name,route_type
            \(key)R,\(key)X,1,3
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            \(key)WD,1,1,1,1,1,0,0,20260101,20261231
            # trips.txt
            route_id,service_id,trip_id
            \(trips.map(\.0).joined())
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            \(trips.map(\.1).joined())
            """)
    }

    @Test("Only ids changed: of agencies, routes, stops in stations, and trips")
    func rekeyed() throws {
        let diff = try Versions(Self.feed(), Self.feed(key: "n")).diff
        for changes in [diff.agencies, diff.routes, diff.stops] {
            #expect(changes.added.isEmpty && changes.removed.isEmpty && changes.changed.isEmpty)
        }
        #expect(diff.stops.rekeyed.map(\.id) == ["nP1", "nP2", "nS", "nZ"])
        #expect(diff.stops.rekeyed.map(\.formerID) == ["P1", "P2", "S", "Z"])
        let route = try #require(diff.trips.routes.first)
        #expect((route.routeID, route.rekeyed, route.changed) == ("nR", 20, 0))
        #expect(!diff.isEmpty && diff.service.isEmpty && diff.map.stops.isEmpty)
        let words = diff.words(limit: nil)
        for line in [
            "stops: only ids changed: 4\n  ~ nP1 Central: stop_id P1 → nP1\n",
            "routes: only ids changed: 1\n  ~ nR 1: route_id R → nR\n",
            "trips: 20 → 20; only ids changed: 20, in 1 route\n",
            "agencies: only ids changed: 1\n",
        ] {
            #expect(words.contains(line), "\(line)")
        }
        #expect(diff.html.contains("only ids changed: 4"))
        #expect(try diff.json().contains("\"former_id\" : \"P1\""))
    }

    @Test("A thing with another id and another field is one thing that changed")
    func changedToo() throws {
        let old = Self.feed().with(
            TestFeed("# stops.txt\nstop_id,stop_name,stop_lat,stop_lon,stop_code\nA,Zoo,48,2,7\n"))
        let new = Self.feed().with(
            TestFeed("# stops.txt\nstop_id,stop_name,stop_lat,stop_lon,stop_code\nB,Zoo,48,2,8\n"))
        let stops = try Versions(old, new).diff.stops
        #expect(stops.rekeyed.isEmpty && stops.added.isEmpty && stops.removed.isEmpty)
        let changed = try #require(stops.changed.first)
        #expect((changed.id, changed.formerID) == ("B", "A"))
        #expect(changed.fields.map(\.field) == ["stop_code"])
    }

    @Test("Of two that look alike, neither is taken")
    func twins() throws {
        let diff = try Versions(
            Self.feed(platform: "2"), Self.feed(key: "n", platform: "2")
        ).diff
        #expect(diff.stops.rekeyed.map(\.id) == ["nS", "nZ"])
        #expect(diff.stops.added.map(\.id) == ["nP1", "nP2"])
        #expect(diff.stops.removed.map(\.id) == ["P1", "P2"])
    }

    @Test("A shift is a shift, whether the ids stay or not", arguments: ["", "n"])
    func shift(key: String) throws {
        let diff = try Versions(Self.feed(), Self.feed(key: key, later: 3)).diff
        let route = try #require(diff.trips.routes.first)
        #expect((route.added, route.removed, route.changed, route.rekeyed) == (0, 0, 20, 0))
        #expect(route.shifts.map(\.seconds) == [180] && route.shifts.map(\.trips) == [20])
        let words = diff.words(limit: nil)
        #expect(words.contains("20 → 20 trips; 20 trips 3 min later\n"))
        #expect(!words.contains("departure_time"))
        #expect(try diff.json().contains("\"seconds\" : 180"))
        let earlier = try Versions(Self.feed(key: key, later: 3), Self.feed()).diff
        #expect(earlier.words(limit: nil).contains("; 20 trips 3 min earlier\n"))
    }

    @Test("With a shift, trips that came and went are still told")
    func shiftAndLoss() throws {
        let diff = try Versions(
            Self.feed(minutes: 0..<20), Self.feed(key: "n", minutes: 4..<19, later: 2)
        ).diff
        let route = try #require(diff.trips.routes.first)
        #expect((route.added, route.removed, route.changed) == (0, 5, 15))
        #expect(
            diff.words(limit: nil).contains("20 → 15 trips; 15 trips 2 min later; 5 removed\n"))
    }

    @Test("Beyond a quarter of an hour, another id is another trip")
    func farShift() throws {
        let trips = { (key: String, later: Int) in
            Self.feed(key: key, minutes: [0], later: later)
        }
        #expect(try Versions(trips("", 0), trips("n", 15)).diff.trips.routes.map(\.changed) == [1])
        let far = try Versions(trips("", 0), trips("n", 16)).diff
        #expect(far.trips.routes.map(\.removed) == [1])
        #expect(far.trips.routes.map(\.added) == [1])
    }

    @Test("An id that was given to another trip is not that trip")
    func reused() throws {
        let times = { (first: String, second: String) in
            TestFeed.base.with(
                TestFeed(
                    """
                    # stop_times.txt
                    trip_id,arrival_time,departure_time,stop_id,stop_sequence
                    \(first),08:00:00,08:00:00,A,1
                    \(first),08:20:00,08:20:00,B,2
                    \(second),11:00:00,11:00:00,C,1
                    \(second),11:30:00,11:30:00,D,2
                    """))
        }
        let diff = try Versions(times("T1", "T2"), times("T2", "T1")).diff
        #expect(diff.trips.routes.map(\.rekeyed) == [2])
        #expect(diff.trips.routes.map(\.changed) == [0])
    }

    @Test("Too many pairs are not weighed: the trips came and went")
    func manyPairs() throws {
        let feed = { (key: String, seconds: Range<Int>) in
            let clock = { (seconds: Int) -> String in
                let parts = [seconds / 60, seconds % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }
                return "08:\(parts[0]):\(parts[1])"
            }
            return TestFeed.base.with(
                TestFeed(
                    "# trips.txt\nroute_id,service_id,trip_id\n"
                        + seconds.map { "R,WD,\(key)\($0)\n" }.joined() + "# stop_times.txt\n"
                        + "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                        + seconds.map { second in
                            "\(key)\(second),\(clock(second)),\(clock(second)),A,1\n"
                                + "\(key)\(second),\(clock(second + 60)),\(clock(second + 60)),B,2\n"
                        }.joined()))
        }
        let diff = try Versions(feed("a", 0..<460), feed("b", 460..<920)).diff
        #expect(diff.trips.routes.map(\.removed) == [460])
        #expect(diff.trips.routes.map(\.added) == [460])
    }

    @Test("The greatest loss comes first: of days, and of routes")
    func loss() throws {
        func feed(_ trips: [String: Int], _ exceptions: String = "") -> TestFeed {
            let ids = trips.sorted { $0.key < $1.key }.flatMap { route, count in
                (0..<count).map { (route, "\(route)\($0)", $0) }
            }
            return TestFeed.base.with(
                TestFeed(
                    "# routes.txt\nroute_id,agency_id,route_short_name,route_type\n"
                        + trips.keys.sorted().map { "\($0),X,\($0),3\n" }.joined()
                        + "# trips.txt\nroute_id,service_id,trip_id\n"
                        + ids.map { "\($0.0),WD,\($0.1)\n" }.joined()
                        + "# calendar_dates.txt\nservice_id,date,exception_type\n\(exceptions)"
                        + "# stop_times.txt\n"
                        + "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                        + ids.map { id in
                            "\(id.1),\(id.2 + 5):00:00,\(id.2 + 5):00:00,A,1\n"
                                + "\(id.1),\(id.2 + 5):20:00,\(id.2 + 5):20:00,\(id.0 == "M" ? "C" : "B"),2\n"
                        }.joined()))
        }
        let diff = try Versions(
            feed(["K": 8, "L": 3, "M": 12]),
            feed(["K": 14, "L": 3, "M": 2], "WD,20260504,2\nWD,20260505,2\nWD,20260509,1\n")
        ).diff
        #expect(diff.trips.routes.map(\.routeID) == ["M", "K", "L"])
        let lines = diff.words(limit: 3).split(separator: "\n").map(String.init)
        #expect(lines[1].hasPrefix("service: "))
        #expect(
            lines[2] == "  ~ 20260504 to 20260505: 2 weekdays: 23 → 0 runs, 23 → 0 departures")
        #expect(lines.contains("  ~ 20260509: 0 → 19 runs, 0 → 19 departures"))
        let gone = try Versions(
            feed(["K": 1, "L": 2, "M": 12]), feed(["N": 1])
        ).diff.words(limit: nil)
        #expect(gone.contains("  - M M\n  - L L\n  - K K\n  + N N\n"))
    }

    @Test("Numbers have one form")
    func numbers() throws {
        var feed = TestFeed.base
        feed["stops.txt"]? += (0..<1234).map { "N\($0),New,48.0,2.0\n" }.joined()
        #expect(try Versions(.base, feed).diff.words(limit: 1).contains("stops: 1,234 added\n"))
        #expect(try Versions(.base, feed).diff.words(limit: 1).contains("… and 1,233 more\n"))
    }
}
