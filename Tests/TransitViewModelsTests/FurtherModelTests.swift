import Foundation
import Testing
import TransitBundle
import TransitModel
import TransitViewModels

@MainActor @Suite("Routes, trips, timetables and maps")
struct FurtherModelTests {
    private let bundle: TransitBundle

    init() async throws {
        bundle = try await SampleFile.bundle.value
    }

    @Test("A route has its directions, with stops and paths")
    @available(iOS 17, macOS 14, *)
    func route() async throws {
        let route = try await bundle.route(id: "T1")
        let model = RouteModel(route: route, source: bundle, language: "zh-Hans")
        #expect(model.title == "T1" && model.details.isLoading)
        await model.load()
        #expect(model.route.routeLongName == "北岸线")
        let directions = try #require(model.details.value?.directions)
        #expect(directions.map(\.id) == [0, 1])
        #expect(directions.map { $0.shapes.map(\.shapeID) } == [["T1N"], ["T1S"]])
        let ids = directions.map { $0.stops.map(\.stopID) }
        #expect(ids.first?.first == "CJ_P1" && ids.first?.last == "NS")
        #expect(ids.last?.first == "NS")
    }

    @Test("A trip has its route, path and calls, and the trip as which its vehicle goes on")
    @available(iOS 17, macOS 14, *)
    func trip() async throws {
        let stop = try await bundle.stop(id: "QB")
        let board = try await bundle.departures(
            from: stop, at: SampleFile.monday, for: 86_400, matching: .all)
        let event = try #require(board.first { $0.tripID == "333-E1" })
        let model = TripModel(event: event, source: bundle)
        #expect(model.details.isLoading && model.passedCount == 0)
        await model.load(at: event.time.date.addingTimeInterval(1))
        let details = try #require(model.details.value)
        #expect(details.run.trip.tripID == "333-E1" && details.run.serviceDate == event.serviceDate)
        #expect(details.route?.routeID == "B333" && details.shape?.shapeID == "333E")
        #expect(details.continuation?.trip.tripID == "333-W1")
        #expect(details.continuation?.canStayOnBoard == true)
        #expect(model.passedCount == 1)
        await model.load(at: event.time.date.addingTimeInterval(86_400))
        #expect(model.passedCount == details.run.calls.count)
    }

    @Test("A trip without a day is that of the nearest day, and stays that")
    @available(iOS 17, macOS 14, *)
    func nearest() async throws {
        let model = TripModel(tripID: "T1-WD-N1", source: bundle)
        await model.load(at: SampleFile.monday)
        let date = model.details.value?.run.serviceDate
        #expect(date?.description == "20261123")
        await model.load(at: SampleFile.monday.addingTimeInterval(7 * 86_400))
        #expect(model.details.value?.run.serviceDate == date)
    }

    @Test("A run of a frequent trip needs its start; a trip that does not run then is not found")
    @available(iOS 17, macOS 14, *)
    func runs() async throws {
        let date = try #require(ServiceDate(yyyymmdd: 2026_11_23))
        let run = TripModel(
            tripID: "L2-N", date: date, startTime: ServiceTime(hours: 6, minutes: 10),
            source: bundle)
        await run.load()
        #expect(run.details.value?.run.headwaySecs == 600)
        for (id, date) in [("L2-N", date), ("T1-WE-N5", date), ("NONE", nil)] {
            let model = TripModel(tripID: id, date: date, source: bundle)
            await model.load()
            #expect(
                model.details
                    == .failed(
                        "This is not in the timetable any more. Please search again"))
            #expect(model.error is TransitSourceError)
        }
    }

    @Test("Timetables of today, and of a chosen day")
    @available(iOS 17, macOS 14, *)
    func timetable() async throws {
        let model = TimetableModel(
            route: try await bundle.route(id: "F1"), source: bundle, language: "zh-Hans")
        await model.load(at: SampleFile.monday)
        let day = try #require(model.day.value)
        #expect(day.date.description == "20261123")
        #expect(day.timetables.map(\.directionID) == [0, 1])
        #expect(day.timetables.first?.columns.first?.stop.stopName == "环形码头")
        let rows = try #require(day.timetables.first?.rows)
        func past() -> [Bool] {
            rows.map { row in (row.cells.first ?? nil).map { model.isPast($0, of: row) } ?? false }
        }
        #expect(past() == [true, false])
        await model.show(day.date.adding(days: -1))
        #expect(model.day.value?.date.description == "20261122")
        #expect(past() == [true, true])
        await model.show(nil)
        #expect(model.day.value == day)
    }

    @Test("A map has the stops in sight and the paths of a route")
    @available(iOS 17, macOS 14, *)
    func map() async throws {
        let model = MapModel(source: bundle, language: "zh-Hans")
        #expect(model.stops == .loaded([]) && model.shapes == .loaded([]))
        let box = BoundingBox(south: -33.862, west: 151.21, north: -33.861, east: 151.211)
        await model.showStops(in: box)
        #expect(model.stops.value?.first?.stopName == "环形码头")
        await model.showStops(in: box, limit: 1)
        #expect(model.stops.value?.count == 1)
        let route = try await bundle.route(id: "T1")
        await model.showRoute(route)
        #expect(
            model.route == route && model.shapes.value?.map(\.shapeID).sorted() == ["T1N", "T1S"])
        await model.showRoute(nil)
        #expect(model.route == nil && model.shapes == .loaded([]))
        // A bus without a shape.
        await model.showRoute(try await bundle.route(id: "N90"))
        #expect(model.shapes == .loaded([]))
    }
}
