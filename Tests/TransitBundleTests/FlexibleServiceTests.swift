import Foundation
import Testing
import TransitBundle

@Suite struct FlexibleServiceTests {
    private let friday = ServiceDate(yyyymmdd: 2026_11_20) ?? .earliest

    @Test func stopsOfAGroupHaveItsWindows() async throws {
        let bundle = try await sampleBundle()
        let services = try await bundle.flexibleServices(
            at: Lookup.stop("LP", in: bundle), on: friday)
        #expect(services.map(\.trip.tripID) == ["FX1-FROM-HUBS", "FX1-TO-HUBS"])
        #expect(services.map(\.stopSequence) == [1, 2])
        #expect(services[0].locationGroup?.locationGroupName == "Train and Bus Stops")
        #expect(try services[0].windowStart?.date == Lookup.instant("2026-11-20T09:00:00+11:00"))
        #expect(try services[0].windowEnd?.date == Lookup.instant("2026-11-20T15:30:00+11:00"))
        #expect(services[0].pickupBookingRule?.bookingRuleID == "BOOK-NOW")
        #expect(services[1].pickup == .notAvailable && services[1].dropOff == .phoneAgency)
        #expect(services[1].dropOffBookingRule?.priorNoticeDurationMin == 45)
        #expect(services[0].route?.routeID == "FX1")
    }

    /// The village lies in the area of the heights, and is one of the hubs.
    @Test func stopsInAnAreaHaveItsWindows() async throws {
        let bundle = try await sampleBundle()
        let services = try await bundle.flexibleServices(
            at: Lookup.stop("HH", in: bundle), on: friday)
        let areas = services.filter { $0.location != nil }
        let expected = ["FX1-FROM-HUBS", "FX1-TO-HUBS", "FX1-LATE", "FX1-LATE"]
        #expect(areas.map(\.trip.tripID) == expected)
        #expect(areas.allSatisfy { $0.location?.id == "zone_heights" })
        #expect(areas[2].pickupBookingRule?.priorNoticeLastTime?.description == "17:00:00")
    }

    @Test func onlyServicesOfTheDayAreListed() async throws {
        let bundle = try await sampleBundle()
        let stop = try await Lookup.stop("HH", in: bundle)
        let thursday = try await bundle.flexibleServices(at: stop, on: friday.adding(days: -1))
        #expect(!thursday.contains { $0.trip.tripID == "FX1-LATE" })
        let beach = try await Lookup.stop("SB", in: bundle)
        #expect(try await bundle.flexibleServices(at: beach, on: friday).isEmpty)
    }

    @Test func bookingRulesAreTyped() async throws {
        let bundle = try await sampleBundle()
        let rule = try await bundle.bookingRule(id: "BOOK-DAY-BEFORE")
        #expect(rule.bookingType == .priorDays && rule.priorNoticeLastDay == 1)
        #expect(rule.priorNoticeServiceID == "WD" && rule.phoneNumber == "+61 2 5550 0303")
        await #expect(throws: TransitSourceError.notFound(kind: "booking rule", id: "x")) {
            try await bundle.bookingRule(id: "x")
        }
    }

    /// A square with a hole, and one on the other side of the antimeridian.
    @Test func areasMayHaveHolesAndSeveralParts() async throws {
        let geojson = """
            {"type": "FeatureCollection", "features": [{"id": "Z", "type": "Feature",
            "properties": {}, "geometry": {"type": "MultiPolygon", "coordinates": [
            [[[0,0],[10,0],[10,10],[0,10],[0,0]], [[4,4],[6,4],[6,6],[4,6],[4,4]]],
            [[[179,0],[181,0],[181,2],[179,2],[179,0]]]]}}]}
            """
        let bundle = try bundle(of: [
            "agency.txt": "agency_name,agency_url,agency_timezone\nA,http://a.example,UTC\n",
            "stops.txt": """
            stop_id,stop_name,stop_lat,stop_lon
            IN,In,2,2
            HOLE,Hole,5,5
            OUT,Out,2,12
            EAST,East,1,-179.5
            WEST,West,1,179.5
            """,
            "routes.txt": "route_id,route_short_name,route_type\nR,1,3\n",
            "calendar_dates.txt": "service_id,date,exception_type\nS,20261120,1\n",
            "trips.txt": "route_id,service_id,trip_id\nR,S,T\n",
            "locations.geojson": geojson,
            "stop_times.txt": """
            trip_id,stop_sequence,location_id,start_pickup_drop_off_window,end_pickup_drop_off_window
            T,1,Z,08:00:00,10:00:00
            T,2,Z,08:00:00,10:00:00
            """,
        ])
        var found: [String: Int] = [:]
        for id in ["IN", "HOLE", "OUT", "EAST", "WEST"] {
            let stop = try await Lookup.stop(id, in: bundle)
            found[id] = try await bundle.flexibleServices(at: stop, on: friday).count
        }
        #expect(found == ["IN": 2, "HOLE": 0, "OUT": 0, "EAST": 2, "WEST": 2])
    }

    @Test func aStopSaysHowItIsServedOnAnyDay() async throws {
        let bundle = try await sampleBundle()
        func access(_ stop: String) async throws -> [FlexibleAccess] {
            try await bundle.flexibleAccess(at: bundle.stop(id: stop))
        }
        let hub = try await access("LP")
        #expect(hub.allSatisfy { $0.route?.routeID == "FX1" && $0.location == nil })
        #expect(hub.map(\.pickupBookingRule?.bookingRuleID) == ["BOOK-NOW", nil])
        #expect(hub.map(\.dropOffBookingRule?.bookingRuleID) == [nil, "BOOK-SAME-DAY"])
        #expect(hub[0].windowStart?.description == "09:00:00")
        #expect(hub[0].windowEnd?.description == "15:30:00")
        // The village is one of the hubs and lies in the area of the heights.
        let village = try await access("HH")
        #expect(Set(village.compactMap { $0.location?.id?.text }) == ["zone_heights"])
        #expect(village.contains { $0.locationGroup != nil })
        #expect(Set(village).count == village.count)
        #expect(try await access("SB").isEmpty)
    }
}
