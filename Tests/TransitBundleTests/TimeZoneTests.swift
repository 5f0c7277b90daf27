import Foundation
import Testing
import TransitBundle

@Suite("Zones that the feed does not give")
struct TimeZoneTests {
    private let day = ServiceDate(yyyymmdd: 2026_11_20) ?? .earliest

    /// Agencies X and Y with a route and a trip at 08:00 each.
    private func bundle(_ x: String, _ y: String) throws -> TransitBundle {
        try TransitBundleTests.bundle(
            of: TinyFeed.files(
                routes: "route_id,agency_id,route_short_name,route_type\nx,X,x,3\ny,Y,y,3\n",
                trips: "route_id,service_id,trip_id\nx,daily,tx\ny,daily,ty\n",
                stopTimes: """
                    trip_id,stop_id,stop_sequence,arrival_time,departure_time
                    tx,a,1,08:00:00,08:00:00
                    tx,b,2,09:00:00,09:00:00
                    ty,a,1,08:00:00,08:00:00
                    ty,b,2,09:00:00,09:00:00

                    """,
                others: [
                    "agency.txt": """
                    agency_id,agency_name,agency_url,agency_timezone
                    X,Ex,https://x.example,\(x)
                    Y,Why,https://y.example,\(y)

                    """
                ]))
    }

    private func departures(_ bundle: TransitBundle) async throws -> [String: StopEvent] {
        let found = try await bundle.departures(
            from: bundle.stop(id: "a"), at: Lookup.instant("2026-11-20T00:00:00Z"), for: 86_400)
        return Dictionary(uniqueKeysWithValues: found.map { ($0.tripID, $0) })
    }

    @Test("Zones that exist are not assumed")
    func known() async throws {
        let bundle = try bundle("Europe/Zurich", "Europe/London")
        #expect(!bundle.isTimeZoneAssumed)
        #expect(try await bundle.feed().agenciesWithoutTimeZone.isEmpty)
        #expect(try await departures(bundle).values.allSatisfy { !$0.isTimeZoneAssumed })
    }

    @Test(
        "An unknown zone is marked as assumed; another agency's is used where there is one"
    )
    func invalid() async throws {
        let bundle = try bundle("Mars/Olympus", "Europe/Zurich")
        #expect(bundle.isTimeZoneAssumed)
        #expect(bundle.timeZone.identifier == "Europe/Zurich")
        #expect(try await bundle.feed().agenciesWithoutTimeZone.map(\.agencyID) == ["X"])
        let found = try await departures(bundle)
        #expect(try found["tx"]?.time.date == Lookup.instant("2026-11-20T08:00:00+01:00"))
        #expect(found["tx"]?.isTimeZoneAssumed == true)
        #expect(found["ty"]?.isTimeZoneAssumed == false)
        let calls = try await bundle.calls(of: bundle.trip(id: "tx"), on: day)
        #expect(calls.allSatisfy { $0.isTimeZoneAssumed })
        let known = try await bundle.calls(of: bundle.trip(id: "ty"), on: day)
        #expect(known.allSatisfy { !$0.isTimeZoneAssumed })
    }

    @Test(
        "A name that the IANA database lacks is not taken for another zone",
        arguments: ["BST", "PST", "CST", "IST", "MSK", "UTC+1", "+02:00", "Z", "Factory"])
    func abbreviation(name: String) async throws {
        let bundle = try bundle(name, name)
        #expect(bundle.isTimeZoneAssumed)
        #expect(bundle.timeZoneName == "GMT")
        #expect(try await bundle.feed().timeZoneName == "GMT")
        #expect(try await bundle.feed().agenciesWithoutTimeZone.count == 2)
        let found = try await departures(bundle)
        #expect(try found["tx"]?.time.date == Lookup.instant("2026-11-20T08:00:00Z"))
        #expect(found["tx"]?.isTimeZoneAssumed == true)
        let beside = try self.bundle(name, "US/Pacific")
        #expect(beside.timeZoneName == "US/Pacific")
        #expect(beside.isTimeZoneAssumed)
    }

    @Test(
        "A zone has the feed's name for it",
        arguments: [
            ("UTC", "GMT"), ("GMT", "UTC"), ("Etc/UTC", "Zulu"), ("Asia/Calcutta", "Asia/Kolkata"),
            ("GMT+0", "GMT-0"),
        ])
    func names(x: String, y: String) async throws {
        let bundle = try bundle(x, y)
        #expect(!bundle.isTimeZoneAssumed)
        #expect(bundle.timeZoneName == x)
        #expect(try await bundle.feed().timeZoneName == x)
        let found = try await departures(bundle)
        #expect(found["tx"]?.timeZoneName == x)
        #expect(try await bundle.calls(of: bundle.trip(id: "ty"), on: day)[0].timeZoneName == x)
        let arrivals = try await bundle.arrivals(
            at: [bundle.stop(id: "b")], from: Lookup.instant("2026-11-20T00:00:00Z"),
            for: 86_400, matching: .all)
        #expect(arrivals.map(\.timeZoneName) == [x, x])
        // The same instants under two names: both are kept.
        let stops = try TransitBundleTests.bundle(
            of: TinyFeed.files(
                stops: """
                    stop_id,stop_name,stop_lat,stop_lon,stop_timezone
                    a,A,1,1,\(x)
                    b,B,1,1,\(y)
                    c,C,1,1,BST

                    """,
                stopTimes: """
                    trip_id,stop_id,stop_sequence,arrival_time,departure_time
                    t,a,1,08:00:00,08:00:00
                    t,b,2,09:00:00,09:00:00
                    t,c,3,10:00:00,10:00:00

                    """))
        let calls = try await stops.calls(of: stops.trip(id: "t"), on: day)
        #expect(calls.map(\.timeZoneName) == [x, y, "Europe/Zurich"])
        #expect(calls.map(\.isStopTimeZoneAssumed) == [false, false, true])
    }

    @Test("A further agency without a zone has the first one's, marked as assumed")
    func second() async throws {
        let bundle = try bundle("Europe/Zurich", "")
        #expect(!bundle.isTimeZoneAssumed)
        let found = try await departures(bundle)
        #expect(try found["ty"]?.time.date == Lookup.instant("2026-11-20T08:00:00+01:00"))
        #expect(found["ty"]?.isTimeZoneAssumed == true)
        #expect(found["tx"]?.isTimeZoneAssumed == false)
    }

    @Test("UTC is assumed when no agency has a zone")
    func none() async throws {
        let bundle = try bundle("Mars/Olympus", "nowhere")
        #expect(bundle.isTimeZoneAssumed)
        #expect(bundle.timeZone.secondsFromGMT() == 0)
        #expect(try await bundle.feed().agenciesWithoutTimeZone.map(\.agencyID) == ["X", "Y"])
        #expect(try await departures(bundle).values.allSatisfy { $0.isTimeZoneAssumed })
    }

    @Test("An unknown stop_timezone, of a stop or of its station, is marked as assumed")
    func ofStops() async throws {
        let bundle = try TransitBundleTests.bundle(
            of: TinyFeed.files(
                stops: """
                    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_timezone
                    wrong,W,1,1,0,,Mars/Olympus
                    hall,H,1,1,1,,Mars/Olympus
                    inherits,I,1,1,0,hall,Europe/London
                    right,R,1,1,0,,Europe/London
                    blank,B,1,1,0,,
                    last,L,1,1,0,,

                    """,
                stopTimes: """
                    trip_id,stop_id,stop_sequence,arrival_time,departure_time
                    t,wrong,1,08:00:00,08:00:00
                    t,inherits,2,09:00:00,09:00:00
                    t,right,3,10:00:00,10:00:00
                    t,blank,4,11:00:00,11:00:00
                    t,last,5,12:00:00,12:00:00

                    """))
        #expect(!bundle.isTimeZoneAssumed)
        let calls = try await bundle.calls(of: bundle.trip(id: "t"), on: day)
        #expect(calls.map(\.isStopTimeZoneAssumed) == [true, true, false, false, false])
        #expect(
            calls.map(\.timeZone.identifier) == [
                "Europe/Zurich", "Europe/Zurich", "Europe/London", "Europe/Zurich", "Europe/Zurich",
            ])
        for (stop, isAssumed) in [
            ("wrong", true), ("inherits", true), ("right", false), ("blank", false),
        ] {
            let found = try await bundle.departures(
                from: bundle.stop(id: stop), at: Lookup.instant("2026-11-20T00:00:00Z"),
                for: 86_400)
            #expect(found.map(\.isStopTimeZoneAssumed) == [isAssumed], "\(stop)")
            // When it leaves does not follow from the zone of the stop.
            #expect(found.allSatisfy { !$0.isTimeZoneAssumed })
        }
    }
}
