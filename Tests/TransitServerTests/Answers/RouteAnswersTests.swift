import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle

@Suite("Routes over the API")
struct RouteAnswersTests {
    @Test("routes by mode in the order of display, by text, mode, agency and id")
    func routes() async throws {
        let feed = try await AnsweredFeed.sample.value
        let all: Envelope<RouteListDTO> = try await feed.ask("routes")
        #expect(
            all.data.groups.map { $0.routes.map(\.model) }
                == RouteGroup.grouping(try await feed.bundle.routes()).map(\.routes))
        #expect(all.data.model == (try await feed.bundle.routes()))
        #expect(all.data.groups.map(\.title).prefix(2) == ["Train", "Metro"])
        let trains: Envelope<RouteListDTO> = try await feed.ask("routes?mode=rail&mode=ferry")
        #expect(trains.data.groups.map(\.mode.text) == ["rail", "ferry"])
        let found: Envelope<RouteListDTO> = try await feed.ask("routes?q=north")
        #expect(
            found.data.model == (try await feed.bundle.routes(matching: "north", limit: 100)))
        #expect(!found.data.groups.isEmpty)
        let ferries: Envelope<RouteListDTO> = try await feed.ask("routes?agency=HFL")
        #expect(ferries.data.model.allSatisfy { $0.agencyID == "HFL" })
        #expect(!ferries.data.groups.isEmpty)
        let both: Envelope<RouteListDTO> = try await feed.ask("routes?agency=HFL&ids=F1&ids=T1")
        #expect(both.data.model.map(\.routeID) == ["F1"])
        let byID: Envelope<RouteListDTO> = try await feed.ask("routes?ids=T1&ids=T9&ids=rid:2")
        #expect(byID.data.model.count == 2)
        #expect(byID.meta.notes.first?.ids == ["T9"])
        let failure = try await feed.failure("routes?agency=HFLX")
        #expect(failure.code == .notFound)
        #expect(failure.message.contains("HFL."))
    }

    @Test("a route with its directions, agency and paths; its stops")
    func route() async throws {
        let feed = try await AnsweredFeed.sample.value
        for route in try await feed.bundle.routes() {
            let answer: Envelope<RouteDetailsDTO> = try await feed.ask("routes/\(route.routeID)")
            #expect(answer.data.route == route)
            #expect(
                answer.data.directions.map(\.model)
                    == (try await feed.bundle.directions(of: route)))
            #expect(answer.data.agency?.agencyID == route.agencyID)
            #expect(
                answer.data.shapeIDs == (try await feed.bundle.shapes(of: route)).map(\.shapeID))
            for direction in [nil, 0, 1] {
                let query = direction.map { "?direction=\($0)" } ?? ""
                let stops: Envelope<RouteStopsDTO> = try await feed.ask(
                    "routes/rid:\(route.rid)/stops" + query)
                #expect(
                    stops.data.stops
                        == (try await feed.bundle.stops(of: route, direction: direction)))
            }
        }
        #expect(try await feed.failure("routes/T11").message.contains("T1"))
    }

    @Test("timetables of a day, of today, of a direction, of a day without service")
    func timetables() async throws {
        let feed = try await AnsweredFeed.sample.value
        let date = try #require(ServiceDate(yyyymmdd: 20_261_121))
        for route in try await feed.bundle.routes() {
            let answer: Envelope<TimetableListDTO> = try await feed.ask(
                "routes/\(route.routeID)/timetable?date=2026-11-21")
            let expected = try await feed.bundle.timetables(of: route, on: date)
            #expect(answer.data.timetables == expected, "\(route.routeID)")
            #expect(answer.data.date == date)
            let one: Envelope<TimetableListDTO> = try await feed.ask(
                "routes/\(route.routeID)/timetable?date=20261121&direction=1")
            #expect(
                one.data.timetables == expected.filter { $0.directionID == 1 })
        }
        let today: Envelope<TimetableListDTO> = try await feed.ask("routes/T1/timetable")
        #expect(today.data.date.yyyymmdd == 20_261_120)
        #expect(!today.data.timetables.isEmpty)
        let outside: Envelope<TimetableListDTO> = try await feed.ask(
            "routes/T1/timetable?date=20300101")
        #expect(outside.data.timetables.isEmpty)
        #expect(outside.meta.notes.map(\.code.text) == ["outside_feed"])
    }

    @Test("trips that run at undefined stops are noted, though they are in no timetable")
    func hiddenTrips() async throws {
        let feed = try AnsweredFeed(
            files: SmallFeed.files(stops: "stop_id,stop_name,stop_lat,stop_lon\nx,X,1,1\n"))
        let answer: Envelope<TimetableListDTO> = try await feed.ask(
            "routes/r/timetable?date=20261121")
        #expect(answer.data.timetables.isEmpty)
        #expect(answer.meta.notes.map(\.code.text) == ["hidden_trips"])
        #expect(answer.meta.notes.first?.ids == ["t"])
        let outside: Envelope<TimetableListDTO> = try await feed.ask(
            "routes/r/timetable?date=20300101")
        #expect(outside.meta.notes.map(\.code.text) == ["outside_feed"])
    }

    @Test("calls at undefined stops are noted, though other calls of their trips are there")
    func hiddenCalls() async throws {
        let feed = try AnsweredFeed(
            files: Dictionary(
                uniqueKeysWithValues: TestFeed.base.with(
                    "# stops.txt\nstop_id,stop_name,stop_lat,stop_lon\nA,Harbour,48.0,2.0\n"
                ).files))
        let answer: Envelope<TimetableListDTO> = try await feed.ask(
            "routes/R/timetable?date=20260102")
        #expect(answer.data.timetables.first?.rows.count == 2)
        #expect(answer.meta.notes.map(\.code.text) == ["hidden_calls"])
        #expect(answer.meta.notes.first?.ids == ["T1", "T2"])
    }
}
