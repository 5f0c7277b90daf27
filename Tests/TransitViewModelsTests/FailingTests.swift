import Foundation
import Testing
import TransitModel
import TransitSample
import TransitViewModels

@MainActor @Suite("Screens without an answer")
struct FailingTests {
    private let source = ChangingSource()

    @available(iOS 17, macOS 14, *)
    private func loadedStop() async -> StopDetailsModel {
        let model = StopDetailsModel(stop: .circularQuay, source: source)
        await model.load()
        return model
    }

    @Test("A failed refresh keeps the board and carries the error")
    @available(iOS 17, macOS 14, *)
    func refresh() async throws {
        let model = await loadedStop()
        let shown = try #require(model.departures.value)
        #expect(shown.count == 20 && model.error == nil)
        await source.change { $0.failure = Away() }
        await model.refreshDepartures()
        #expect(model.departures.value == shown)
        #expect(model.error is Away)
        await model.load()
        #expect(model.details.value != nil && model.departures.value == shown)
        #expect(model.error is Away)
        await source.change { $0.failure = nil }
        await model.refreshDepartures()
        #expect(model.departures.value?.count == 20 && model.error == nil)
    }

    @Test("Without anything to show, a failure is shown")
    @available(iOS 17, macOS 14, *)
    func first() async {
        await source.change { $0.failure = Away() }
        let model = await loadedStop()
        #expect(model.departures == .failed("The network is away."))
        #expect(model.details.errorMessage == "The network is away.")
        #expect(model.error is Away)
    }

    /// Starts something, and ends its task while the source keeps it waiting.
    private func cancel(_ body: @escaping @MainActor () async -> Void) async {
        // Where many tests run at once, the other task may have to wait for minutes for its turn.
        await source.change { $0.delay = .seconds(86_400) }
        let task = Task { await body() }
        for _ in 0..<20 { await Task.yield() }
        task.cancel()
        await task.value
        await source.change { $0.delay = .zero }
    }

    @Test("A cancelled task is not a failure: a stop keeps its board")
    @available(iOS 17, macOS 14, *)
    func cancelledStop() async throws {
        let model = await loadedStop()
        let (board, details) = (model.departures, model.details)
        await cancel { await model.refreshDepartures() }
        await cancel { await model.load() }
        #expect(model.departures == board && model.details == details)
        #expect(model.error == nil)
    }

    @Test("A cancelled task is not a failure: the list of routes stays, or is still being read")
    @available(iOS 17, macOS 14, *)
    func cancelledRoutes() async {
        let model = RouteListModel(source: source)
        await cancel { await model.load() }
        #expect(model.groups.isLoading && model.error == nil)
        await model.load()
        #expect(model.routeCount == 3)
        await cancel { await model.load() }
        #expect(model.routeCount == 3 && model.error == nil)
    }

    /// Every screen, loaded, and what it shows.
    @available(iOS 17, macOS 14, *)
    private func screens() async throws -> [(model: ScreenModel, shown: @MainActor () -> String)] {
        let place = Coordinate(latitude: -33.86, longitude: 151.21)
        let box = BoundingBox(south: -34, west: 151, north: -33, east: 152)
        let route = try await source.route(id: "T8")
        let home = HomeModel(source: source, pause: .zero)
        await home.showStops(near: place)
        home.searchText = "circ"
        await home.searchFinished()
        let list = RouteListModel(source: source)
        let stop = StopDetailsModel(stop: .circularQuay, source: source)
        let details = RouteModel(route: route, source: source)
        let trip = TripModel(tripID: "T8-0-1", source: source)
        let timetable = TimetableModel(route: route, source: source)
        let map = MapModel(source: source)
        await map.showStops(in: box)
        await map.showRoute(route)
        let screens: [(model: ScreenModel, shown: @MainActor () -> String)] = [
            (home, { "\(home.expiryText ?? "failed") \(home.nearby) \(home.results)" }),
            (list, { "\(list.groups)" }),
            (stop, { "\(stop.details) \(stop.departures)" }), (details, { "\(details.details)" }),
            (trip, { "\(trip.details)" }), (timetable, { "\(timetable.day)" }),
            (map, { "\(map.stops) \(map.shapes)" }),
        ]
        for screen in screens { await reload(screen.model) }
        return screens
    }

    /// Loads a screen, and waits for the search that this repeats.
    @available(iOS 17, macOS 14, *)
    private func reload(_ model: ScreenModel) async {
        await model.load()
        await (model as? SearchModel)?.searchFinished()
    }

    @Test("Every screen keeps its content, and carries the error, when it cannot be read again")
    @available(iOS 17, macOS 14, *)
    func everyFailure() async throws {
        for (model, shown) in try await screens() {
            let before = shown()
            #expect(!before.contains("loading") && !before.contains("failed"), "\(type(of: model))")
            #expect(model.error == nil && model.origin == .canned, "\(type(of: model))")
            await source.change { $0.failure = Away() }
            await reload(model)
            #expect(model.error is Away, "\(type(of: model))")
            #expect(shown() == before)
            await source.change { $0.failure = nil }
            await reload(model)
            #expect(model.error == nil && shown() == before, "\(type(of: model))")
        }
    }

    @Test("A cancelled task is not a failure: every screen is unchanged")
    @available(iOS 17, macOS 14, *)
    func everyCancellation() async throws {
        for (model, shown) in try await screens() {
            let before = shown()
            await cancel { await model.load() }
            #expect(shown() == before && model.error == nil, "\(type(of: model))")
        }
    }

    @Test("A cancelled task leaves an empty list, or the reason why there is none, as it was")
    @available(iOS 17, macOS 14, *)
    func cancelledEmpty() async {
        let map = MapModel(source: source)
        let box = BoundingBox(south: 0, west: 0, north: 1, east: 1)
        await cancel { await map.showStops(in: box) }
        #expect(map.stops == .loading)
        await map.showStops(in: box)
        await cancel { await map.showStops(in: box) }
        #expect(map.stops == .loaded([]))
        let list = RouteListModel(source: source)
        await source.change { $0.failure = Away() }
        await list.load()
        await cancel { await list.load() }
        #expect(list.groups == .failed("The network is away."))
    }

    /// Starts something that gets its answer later than something else.
    private func delay(
        _ late: @escaping @MainActor () async -> Void, past soon: @MainActor () async -> Void
    ) async {
        let count = await source.questionCount
        await source.change { $0.delay = .milliseconds(200) }
        let task = Task { await late() }
        while await source.questionCount == count { await Task.yield() }
        await source.change { $0.delay = .zero }
        await soon()
        await task.value
    }

    @Test("A late answer about another place or day does not replace what is asked for now")
    @available(iOS 17, macOS 14, *)
    func late() async throws {
        let quay = Coordinate(latitude: -33.8615, longitude: 151.2106)
        let home = HomeModel(source: source)
        await delay(
            { await home.showStops(near: quay, count: 1) },
            past: { await home.showStops(near: Coordinate(latitude: 0, longitude: 0), count: 2) })
        #expect(home.nearby.value?.count == 2)

        let map = MapModel(source: source)
        let world = BoundingBox(south: -90, west: -180, north: 90, east: 180)
        let ocean = BoundingBox(south: 0, west: 0, north: 1, east: 1)
        await delay(
            { await map.showStops(in: world) }, past: { await map.showStops(in: ocean) })
        #expect(map.stops == .loaded([]))

        let date = try await source.feed().date()
        let timetable = TimetableModel(route: try await source.route(id: "T8"), source: source)
        await delay(
            { await timetable.show(date) }, past: { await timetable.show(date.adding(days: 1)) })
        #expect(timetable.day.value?.date == date.adding(days: 1))
    }

    @Test("Departures leave a followed screen on time, and later ones move up")
    @available(iOS 17, macOS 14, *)
    func clock() async throws {
        let now = Date()
        let departures = try await source.nextDepartures(from: .circularQuay, at: now, count: 6)
        await source.change { source in
            source.departures = departures.enumerated().map { number, departure in
                var departure = departure
                departure.time = LocalInstant(
                    now.addingTimeInterval(number == 0 ? 2 : 3600), in: departure.timeZone)
                return departure
            }
        }
        let model = StopDetailsModel(stop: .circularQuay, source: source)
        await model.load(at: now)
        await model.refreshDepartures(at: now, count: 5)
        let first = try #require(model.departures.value?.first)
        let task = Task { await model.follow() }
        while model.departures.value?.first?.time == first.time {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(Date() >= first.time.date)
        while model.departures.value?.count != 5 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(model.departures.value?.contains(first) == false)
        // Its source never changes, but the screen follows until its task ends.
        task.cancel()
        await task.value
        #expect(model.error == nil)
    }

    @Test("Departures leave a followed screen on time when there is no connection")
    @available(iOS 17, macOS 14, *)
    func clockAway() async throws {
        let model = await loadedStop()
        let now = Date()
        // All but the first leave long after the test.
        let departures = try #require(model.departures.value).enumerated().map { number, shown in
            var departure = shown
            departure.time = LocalInstant(
                now.addingTimeInterval(number == 0 ? -60 : 1e6 + Double(number)),
                in: departure.timeZone)
            return departure
        }
        await source.change { $0.departures = departures }
        await model.refreshDepartures(at: now.addingTimeInterval(-90))
        #expect(model.departures.value == departures)
        await source.change { $0.failure = Away() }
        let task = Task { await model.follow() }
        while model.error == nil { try await Task.sleep(for: .milliseconds(20)) }
        #expect(model.departures.value == Array(departures.dropFirst()))
        task.cancel()
        await task.value
    }
}
