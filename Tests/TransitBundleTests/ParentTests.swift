import Foundation
import Testing
import TransitBundle

@Suite("Parents that are not stations")
struct ParentTests {
    private let day = ServiceDate(yyyymmdd: 2026_11_20) ?? .earliest

    private func bundle() throws -> TransitBundle {
        try TransitBundleTests.bundle(
            of: TinyFeed.files(
                stops: """
                    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_timezone,wheelchair_boarding
                    a,Anvil,1,1,0,,Europe/London,1
                    b,Birch,1,1.001,0,a,Europe/Paris,
                    door,Door,1,1.002,2,hall,,1
                    c,Cinder,1,1.003,0,door,,
                    hall,Hall,1,1.004,1,,Europe/Rome,1
                    d,Hall,1,1.005,0,hall,Europe/Paris,
                    area,Area,1,1.006,4,d,Europe/Paris,
                    e,Anvil,1,1.007,0,a,,
                    ping,Ping,1,1.008,0,pong,,
                    pong,Pong,1,1.009,0,ping,,
                    far,Far,1,1.01,0,nowhere,Europe/Paris,
                    self,Self,1,1.011,0,self,Europe/Paris,

                    """,
                stopTimes: """
                    trip_id,stop_id,stop_sequence,arrival_time,departure_time
                    t,a,1,08:00:00,08:00:00
                    t,b,2,08:01:00,08:01:00
                    t,c,3,08:02:00,08:02:00
                    t,d,4,08:03:00,08:03:00
                    t,area,5,08:04:00,08:04:00
                    t,e,6,08:05:00,08:05:00
                    t,ping,7,08:06:00,08:06:00
                    t,pong,8,08:07:00,08:07:00
                    t,far,9,08:08:00,08:08:00
                    t,self,10,08:09:00,08:09:00

                    """))
    }

    @Test("Only a station gives its name to a row of a timetable")
    func timetable() async throws {
        let bundle = try bundle()
        let table = try await bundle.timetable(
            of: Lookup.route("r", in: bundle), direction: nil, on: day)
        #expect(
            table.columns.map(\.stop.stopID) == [
                "a", "b", "c", "hall", "hall", "e", "ping", "pong", "far", "self",
            ])
    }

    @Test("Boards and details of a stop have only places that can be part of it")
    func boards() async throws {
        let bundle = try bundle()
        let start = try Lookup.instant("2026-11-20T00:00:00Z")
        for (id, stops) in [
            ("a", ["a"]), ("b", ["b"]), ("ping", ["ping"]), ("hall", ["d", "area"]),
            ("d", ["d", "area"]), ("area", ["area"]), ("door", []),
        ] {
            let stop = try await bundle.stop(id: id)
            let found = try await bundle.departures(from: stop, at: start, for: 86_400)
            #expect(found.map(\.stopID) == stops, "\(id)")
        }
        let details = try await bundle.details(of: bundle.stop(id: "b"))
        #expect(details.parent == nil && details.station == nil)
        let area = try await bundle.details(of: bundle.stop(id: "area"))
        #expect(area.parent?.stopID == "d" && area.station?.stopID == "hall")
        let hall = try await bundle.details(of: bundle.stop(id: "hall"))
        #expect(hall.platforms.map(\.stopID) == ["d"])
        #expect(hall.entrances.map(\.stopID) == ["door"])
        #expect(hall.boardingAreas.map(\.stopID) == ["area"])
    }

    @Test("Search and stations nearby show a stop in place of a parent that is not a station")
    func lists() async throws {
        let bundle = try bundle()
        #expect(Set(try await bundle.stops(matching: "anvil").map(\.stopID)) == ["a", "e"])
        #expect(try await bundle.stops(matching: "hall").map(\.stopID) == ["hall"])
        let near = try await bundle.stations(near: Coordinate(latitude: 1, longitude: 1))
        #expect(
            near.map(\.stop.stopID) == ["a", "b", "c", "hall", "e", "ping", "pong", "far", "self"])
    }

    @Test("Clocks and accessibility are inherited only from places that a stop can be part of")
    func inheritance() async throws {
        let bundle = try bundle()
        let zones = [
            "a": "Europe/London", "b": "Europe/Paris", "c": "Europe/Zurich", "d": "Europe/Rome",
            "area": "Europe/Rome", "e": "Europe/Zurich", "far": "Europe/Paris",
            "self": "Europe/Paris", "hall": "Europe/Rome", "door": "Europe/Rome",
        ]
        // Twice, because the first answers are kept.
        for _ in 0..<2 {
            for (id, zone) in zones {
                let stop = try await bundle.stop(id: id)
                #expect(try await bundle.timeZone(at: stop).identifier == zone, "\(id)")
            }
            let found = try await bundle.departures(
                from: bundle.stop(id: "b"), at: Lookup.instant("2026-11-20T00:00:00Z"),
                for: 86_400)
            #expect(found.map(\.timeZone.identifier) == ["Europe/Paris"])
        }
        for (id, code) in ["b": 0, "c": 0, "d": 1, "area": 1, "e": 0] {
            let stop = try await bundle.stop(id: id)
            #expect(stop.effectiveWheelchairBoarding == code, "\(id)")
        }
    }
}
