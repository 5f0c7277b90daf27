import Testing
import TransitBundle

@Suite struct TimetableTests {
    private let friday = ServiceDate(yyyymmdd: 2026_11_20) ?? .earliest

    private func timetable(_ route: String, direction: Int?) async throws -> Timetable {
        let bundle = try await sampleBundle()
        return try await bundle.timetable(
            of: Lookup.route(route, in: bundle), direction: direction, on: friday)
    }

    @Test func tripsAreRowsAndStationsAreColumns() async throws {
        let table = try await timetable("T1", direction: 0)
        #expect(table.columns.map(\.stop.stopID) == ["CJ", "GH", "QUAY", "LP", "NS"])
        #expect(table.rows.map(\.tripID) == ["T1-WD-N1", "T1-WD-N2", "T1-WD-N3", "T1-WD-N4"])
        #expect(table.rows[0].cells[0]?.stopID == "CJ_P1")
        #expect(table.rows[0].cells[1]?.arrival?.description == "05:34:30")
        #expect(table.rows[0].cells[1]?.departure?.description == "05:35:10")
        let late = table.rows[3].cells[4]?.departure
        #expect(late?.description == "24:07:00")
        #expect(late?.timeOfDay.description == "00:07:00")
    }

    @Test func printedItIsTheOtherWayRound() async throws {
        let table = try await timetable("T1", direction: 0)
        let printed = table.transposed
        #expect(printed.count == 5)
        #expect(
            printed[2].map { $0?.departure?.description } == [
                "05:38:50", "07:53:50", "17:23:50", "23:58:50",
            ])
    }

    @Test func interpolatedTimesAreMarked() async throws {
        let table = try await timetable("B333", direction: 0)
        #expect(table.columns.map(\.stop.stopID) == ["QB", "ML", "XH_B", "CO", "QL", "BJ", "SB"])
        #expect(table.rows.map(\.tripID) == ["333-E1", "333-E2", "333-E3"])
        #expect(table.rows[0].cells[3]?.isInterpolated == true)
        #expect(table.rows[1].cells[3]?.isInterpolated == false)
        #expect(table.rows[1].cells[3]?.pickup == .askDriver)
    }

    @Test func exactRunsAreRowsAndOthersAreMarked() async throws {
        let exact = try await timetable("L2", direction: 0)
        #expect(exact.rows.count == 96)
        #expect(exact.rows[1].startTime?.description == "06:10:00")
        #expect(exact.rows[1].cells[1]?.departure?.description == "06:13:00")
        #expect(exact.rows[1].endTime == nil)
        let headways = try await timetable("M1", direction: 0)
        #expect(headways.rows.map(\.headwaySecs) == [360, 180, 300])
        #expect(
            headways.rows.map { $0.endTime?.description } == ["07:00:00", "09:30:00", "25:00:00"])
        #expect(headways.rows[1].cells[3]?.arrival?.description == "07:07:30")
    }

    @Test func directionsWithTripsHaveATimetable() async throws {
        let bundle = try await sampleBundle()
        let route = try await Lookup.route("T1", in: bundle)
        #expect(try await bundle.timetables(of: route, on: friday).map(\.directionID) == [0, 1])
        #expect(try await bundle.timetables(of: route, on: friday.adding(days: -9_999)).isEmpty)
        let none = try await timetable("T1", direction: nil)
        #expect(none.rows.isEmpty && none.columns.isEmpty)
    }

    private func tiny(_ trips: [(id: String, calls: [(String, String)])]) throws -> TransitBundle {
        let stops = Set(trips.flatMap { $0.calls.map(\.0) }).sorted()
        let lines = trips.flatMap { trip in
            trip.calls.enumerated().map { number, call in
                "\(trip.id),\(call.1),\(call.1),\(call.0),\(number)"
            }
        }
        return try bundle(of: [
            "agency.txt": "agency_name,agency_url,agency_timezone\nA,http://a.example,UTC\n",
            "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n"
                + stops.map { "\($0),\($0),1,1\n" }.joined(),
            "routes.txt": "route_id,route_short_name,route_type\nR,1,3\n",
            "calendar_dates.txt": "service_id,date,exception_type\nS,20261120,1\n",
            "trips.txt": "route_id,service_id,trip_id\n"
                + trips.map { "R,S,\($0.id)\n" }.joined(),
            "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                + lines.joined(separator: "\n"),
        ])
    }

    private func times(_ stops: String, from hour: Int) -> [(String, String)] {
        stops.enumerated().map { number, stop in
            (String(stop), "\(hour < 10 ? "0" : "")\(hour):\(10 + number):00")
        }
    }

    @Test func branchesAreMergedInTravelOrder() async throws {
        let bundle = try tiny([
            ("t1", times("ABCD", from: 8)), ("t2", times("ABCD", from: 9)),
            ("t3", times("AXCD", from: 10)), ("t4", times("ABCE", from: 11)),
        ])
        let table = try await bundle.timetable(
            of: Lookup.route("R", in: bundle), direction: nil, on: friday)
        #expect(table.columns.map(\.stop.stopID).joined() == "AXBCED")
        #expect(table.rows.map(\.tripID) == ["t1", "t2", "t3", "t4"])
        for row in table.rows {
            let stops = row.cells.compactMap { $0?.stopID }.joined()
            let expected = ["t1": "ABCD", "t2": "ABCD", "t3": "AXCD", "t4": "ABCE"]
            #expect(stops == expected[row.tripID])
        }
    }

    @Test func aStopThatIsPassedTwiceHasTwoColumns() async throws {
        let bundle = try tiny([("t1", times("ABCA", from: 8)), ("t2", times("ABCABC", from: 9))])
        let table = try await bundle.timetable(
            of: Lookup.route("R", in: bundle), direction: nil, on: friday)
        #expect(table.columns.map(\.stop.stopID).joined() == "ABCABC")
        #expect(table.rows[0].cells.compactMap { $0?.stopID }.joined() == "ABCA")
    }

    /// The short trip starts later than the long one, but is ahead of it where both stop.
    @Test func rowsAreInOrderWhereTheyMeet() async throws {
        let bundle = try tiny([
            ("long", [("A", "08:00:00"), ("B", "09:00:00"), ("C", "10:00:00")]),
            ("short", [("B", "08:30:00"), ("C", "09:30:00")]),
        ])
        let table = try await bundle.timetable(
            of: Lookup.route("R", in: bundle), direction: nil, on: friday)
        #expect(table.rows.map(\.tripID) == ["short", "long"])
    }

    /// Trips without stop times, and with stops that the feed does not define.
    @Test func tripsWithoutACellHaveNoRow() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                trips: "route_id,service_id,trip_id\nr,daily,t\nr,daily,bare\nr,daily,gone\n",
                stopTimes: """
                    trip_id,stop_id,stop_sequence,arrival_time,departure_time
                    t,a,1,08:00:00,08:00:00
                    t,b,2,09:00:00,09:00:00
                    gone,x,1,08:00:00,08:00:00
                    gone,y,2,09:00:00,09:00:00

                    """))
        let route = try await Lookup.route("r", in: bundle)
        let table = try await bundle.timetable(of: route, direction: nil, on: friday)
        #expect(table.rows.map(\.tripID) == ["t"])
        #expect(table.flexibleTrips.isEmpty)
        #expect(try await bundle.directions(of: route).map(\.tripCount) == [2])
    }

    @Test func flexibleTripsHaveTheirWindows() async throws {
        let table = try await timetable("FX1", direction: nil)
        #expect(table.rows.isEmpty)
        #expect(
            table.flexibleTrips.map(\.tripID) == ["FX1-FROM-HUBS", "FX1-TO-HUBS", "FX1-LATE"])
        let call = table.flexibleTrips[0].calls[0]
        #expect(call.flex?.locationGroupName == "Train and Bus Stops")
        #expect(call.flex?.start?.description == "09:00:00")
        #expect(table.flexibleTrips[0].calls[1].flex?.locationName == "Harbour Heights")
        let bundle = try await sampleBundle()
        let route = try await Lookup.route("FX1", in: bundle)
        #expect(try await bundle.timetables(of: route, on: friday).count == 1)
        // One that leaves the road between two stops is in both lists.
        let weekend = try await bundle.timetable(
            of: route, direction: nil, on: friday.adding(days: 1))
        #expect(weekend.rows.map(\.tripID) == ["FX1-DETOUR"])
        #expect(weekend.flexibleTrips.map(\.tripID).contains("FX1-DETOUR"))
    }
}
