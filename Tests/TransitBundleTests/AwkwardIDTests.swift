import Foundation
import Testing
import TransitBundle

/// Ids may hold whatever a cell of CSV can: quotes, backslashes, other scripts.
@Suite("Ids of any characters")
struct AwkwardIDTests {
    @Test(
        "the platforms of a station are found by its id",
        arguments: ["\"\"Q\"\"", "a\\b", "駅 1", "x'y", "a,b", "tab\there", "\u{1F68B}"])
    func platforms(id: String) async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: """
                    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
                    "\(id)",Central,1,1,1,
                    P,Platform,1,1,,"\(id)"
                    D,Door,1,1,2,"\(id)"

                    """))
        let station = try #require(try await bundle.stops(matching: "central").first)
        let details = try await bundle.details(of: station)
        #expect(details.platforms.map(\.stopID) == ["P"])
        #expect(details.entrances.map(\.stopID) == ["D"])
        #expect(try await bundle.pathways(at: details.platforms[0]) == [])
    }

    /// Unicode holds these two to be the same text; a feed may tell two things apart by them.
    private static let composed = "\u{E9}"
    private static let decomposed = "e\u{301}"

    @Test func levelsThatLookTheSameAreTwo() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: """
                    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,level_id
                    S,Central,1,1,1,,
                    P,One,1,1,,S,\(Self.composed)
                    Q,Two,1,1,,S,\(Self.decomposed)

                    """,
                others: [
                    "levels.txt":
                        "level_id,level_index\n\(Self.composed),1\n\(Self.decomposed),2\n"
                ]))
        let details = try await bundle.details(of: Lookup.stop("S", in: bundle))
        #expect(details.levels.map(\.levelIndex) == [2, 1])
    }

    @Test func aParentThatLooksTheSameIsAnotherStop() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: """
                    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
                    \(Self.composed),Station,1,1,1,
                    \(Self.decomposed),Platform,1,1,,\(Self.composed)

                    """))
        let platform = try await Lookup.stop(Self.decomposed, in: bundle)
        #expect(try await bundle.details(of: platform).station?.stopName == "Station")
    }

    @Test func stationsThatLookTheSameHaveClocksOfTheirOwn() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: """
                    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_timezone
                    \(Self.composed),One,1,1,1,,Asia/Tokyo
                    \(Self.decomposed),Two,1,1,1,,America/Lima
                    P,P,1,1,,\(Self.composed),
                    Q,Q,1,1,,\(Self.decomposed),

                    """,
                stopTimes: """
                    trip_id,stop_id,stop_sequence,arrival_time,departure_time
                    t,P,1,12:00:00,12:00:00
                    t,Q,2,12:10:00,12:10:00
                    t,P,3,12:20:00,12:20:00

                    """))
        let calls = try await bundle.calls(
            of: bundle.trip(id: "t"), on: ServiceDate(yyyymmdd: 2026_06_01) ?? .earliest)
        #expect(
            calls.map(\.timeZone.identifier) == ["Asia/Tokyo", "America/Lima", "Asia/Tokyo"])
    }

    @Test func aVehicleOnlyStaysAtAStationOfTheSameBytes() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: """
                    stop_id,stop_name,stop_lat,stop_lon
                    a,A,1,1
                    \(Self.composed),One,1,1
                    \(Self.decomposed),Two,1,1

                    """,
                trips: "route_id,service_id,trip_id,block_id\nr,daily,t,x\nr,daily,u,x\n",
                stopTimes: """
                    trip_id,stop_id,stop_sequence,arrival_time,departure_time
                    t,a,1,12:00:00,12:00:00
                    t,\(Self.composed),2,12:10:00,12:10:00
                    u,\(Self.decomposed),1,12:20:00,12:20:00
                    u,a,2,12:30:00,12:30:00

                    """))
        let next = try await bundle.continuation(
            ofTrip: "t", on: ServiceDate(yyyymmdd: 2026_06_01) ?? .earliest)
        #expect(next?.trip.tripID == "u")
        #expect(next?.canStayOnBoard == false)
    }

    @Test func areasThatLookTheSameAreTwo() async throws {
        func area(_ id: String, _ east: Int) -> String {
            """
            {"type": "Feature", "id": "\(id)", "properties": {}, "geometry": {"type": "Polygon",
            "coordinates": [[[\(east),0],[\(east + 2),0],[\(east + 2),2],[\(east),2],[\(east),0]]]}}
            """
        }
        let window = "start_pickup_drop_off_window,end_pickup_drop_off_window"
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: "stop_id,stop_name,stop_lat,stop_lon\na,A,1,1\nb,B,1,21\n",
                stopTimes: """
                    trip_id,location_id,stop_sequence,\(window)
                    t,\(Self.composed),1,08:00:00,09:00:00
                    u,\(Self.decomposed),1,08:00:00,09:00:00

                    """,
                others: [
                    "locations.geojson": """
                    {"type": "FeatureCollection", "features": [
                    \(area(Self.composed, 0)), \(area(Self.decomposed, 20))]}
                    """
                ]))
        let date = ServiceDate(yyyymmdd: 2026_06_01) ?? .earliest
        for (stop, trip) in [("a", "t"), ("b", "u")] {
            let services = try await bundle.flexibleServices(
                at: Lookup.stop(stop, in: bundle), on: date)
            #expect(services.map(\.trip.tripID) == [trip])
        }
    }
}
