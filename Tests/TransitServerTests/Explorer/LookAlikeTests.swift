import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitExplorer
@testable import TransitServer

@Suite("The explorer: what looks the same")
struct LookAlikeTests {
    private static let feed = TestFeed(
        """
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        X,Crosstown,https://example.org,Europe/Paris
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code,stop_desc
        S,Shore,48.0,2.0,1,,,
        S1,Shore,48.0,2.0,0,S,1,
        S2,Shore,48.0,2.001,0,S,2,
        B1,Bridge,48.1,2.0,0,,,to the center
        B2,Bridge,48.1,2.001,0,,,from the center
        P10,Pier 10,48.2,2.0,0,,,
        P2,Pier 2,48.3,2.0,0,,,
        # routes.txt
        route_id,agency_id,route_short_name,route_long_name,route_type
        A1,X,Alamein,Alamein - City,2
        A2,X,Alamein,Alamein - City,2
        A3,X,Alamein,Alamein - City,2
        B,X,Burwood,Burwood - City,2
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        WD,1,1,1,1,1,1,1,20260101,20261231
        # trips.txt
        route_id,service_id,trip_id
        A1,WD,T1
        A2,WD,T2
        A3,WD,T3
        B,WD,T4
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T1,08:00:00,08:00:00,B1,1
        T1,08:10:00,08:10:00,S1,2
        T1,08:20:00,08:20:00,P2,3
        T2,08:05:00,08:05:00,B1,1
        T2,08:15:00,08:15:00,S2,2
        T2,08:25:00,08:25:00,P2,3
        T3,08:06:00,08:06:00,B1,1
        T3,08:26:00,08:26:00,P2,2
        T4,09:06:00,09:06:00,B1,1
        T4,09:26:00,09:26:00,P2,2
        """)

    private static func shown() async throws -> ShownFeed {
        try await ShownFeed(feed, now: "2026-11-23T07:00:00+01:00")
    }

    @Test("equal routes are one badge and one row, with links to all; a board for one has all")
    func routes() async throws {
        let shown = try await Self.shown()
        let stop = try await shown.page("/explorer/stops/B1")
        #expect(stop.items(ofList: "stop-routes") == ["Alamein", "Burwood"])
        #expect(stop.text.components(separatedBy: "<option value=\"A").count - 1 == 1)
        let board = try await shown.page("/explorer/stops/B1?route=A1")
        #expect(
            board.classedRows(ofTable: "board-table").prefix(4).map { $0["time"] }
                == ["08:00", "08:05", "08:06", "08:00"])
        let list = try await shown.page("/explorer/routes")
        #expect(
            list.items(ofList: "routes-rail")
                == ["Alamein Alamein - City also A2 , A3", "Burwood Burwood - City"])
        #expect(list.text.contains("href=\"/explorer/routes/A3\""))
        let route = try await shown.page("/explorer/routes/A2")
        #expect(ShownPage.plain(route.element("p", id: "variants") ?? "") == "also A1 , A3")
    }

    @Test("destinations of a line count the trips of that line")
    func destinations() async throws {
        let shown = try await Self.shown()
        let answer = try await shown.answer(
            "/api/v1/stops/B1/destinations?as=stations", as: DestinationListDTO.self
        ).data
        let pier = try #require(answer.destinations.first { $0.stop.stopID == "P2" })
        #expect(pier.trips == 4 && pier.routeTrips == [1, 1, 1, 1])
        let page = try await shown.page("/explorer/stops/B1/destinations")
        let rids = pier.routes.map(\.rid)
        #expect(
            page.items(ofList: "route-\(rids[0])").contains("Pier 2 0–1 stops between, 3 trips"))
        #expect(
            page.items(ofList: "route-\(rids[3])") == ["Pier 2 next stop, 1 trip"])
    }

    @Test("two platforms of a station are one row of a route's list")
    func platforms() async throws {
        var files = Self.feed
        files["stop_times.txt"] = """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,B1,1
            T1,08:10:00,08:10:00,S1,2
            T1,08:12:00,08:12:00,S2,3
            T1,08:20:00,08:20:00,P2,4

            """
        let page = try await ShownFeed(files).page("/explorer/routes/A1")
        #expect(page.items(ofList: "stops-none", tag: "ol") == ["Bridge", "Shore", "Pier 2"])
        #expect(page.text.contains("href=\"/explorer/stops/S\""))
    }

    @Test("stops of one name are told apart, and all stops stand in the order of their names")
    func stops() async throws {
        let shown = try await Self.shown()
        let found = try await shown.page("/explorer/stops?q=bridge")
        #expect(
            Set(found.items(ofList: "stops"))
                == ["Bridge Stop · to the center Alamein Burwood", "Bridge Stop · from the center"])
        let all = try await shown.page("/explorer/stops").items(ofList: "stops")
        #expect(
            all.map { $0.components(separatedBy: " Stop")[0].components(separatedBy: " Plat")[0] }
                .filter { $0.hasPrefix("Pier") || $0.hasPrefix("Bridge") }
                == ["Bridge", "Bridge", "Pier 2", "Pier 10"])
    }

    @Test("only the kinds of places that the feed has are offered")
    func kinds() async throws {
        let page = try await Self.shown().page("/explorer/stops")
        #expect(page.text.contains("kind=station") && page.text.contains("kind=stop"))
        #expect(!page.text.contains("kind=entrance") && !page.text.contains("kind=boarding"))
    }

    @Test("what all trips have in common stands once, what differs in each row")
    func access() async throws {
        var files = Self.feed
        files["trips.txt"] = """
            route_id,service_id,trip_id,wheelchair_accessible,bikes_allowed
            A1,WD,T1,1,1
            A2,WD,T2,1,2
            A3,WD,T3,1,0
            B,WD,T4,1,1

            """
        let page = try await ShownFeed(files, now: "2026-11-23T07:00:00+01:00")
            .page("/explorer/stops/B1")
        let shared = ShownPage.plain(page.element("p", id: "board-access") ?? "")
        #expect(shared.hasSuffix("wheelchair accessible") && !shared.contains("bicycles"))
        #expect(
            page.classedRows(ofTable: "board-table").prefix(4).map { $0["access"] }
                == ["bicycles allowed", "no bicycles allowed", "", "bicycles allowed"])
        let silent = try await Self.shown().page("/explorer/stops/B1")
        #expect(silent.element("p", id: "board-access") == nil)
        #expect(silent.classedRows(ofTable: "board-table").allSatisfy { $0["access"] == nil })
    }
}
