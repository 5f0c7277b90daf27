import Foundation
import GRDB
import Testing
import TransitBundle
import TransitModel
import TransitViewModels

/// Screens over a store that gets another bundle meanwhile.
@MainActor @Suite("Screens that follow a store")
struct FollowingTests {
    /// Where the store's bundle is, and a newer one in which everything is called otherwise.
    private let paths: (current: String, newer: String)
    private let store: TransitBundleStore

    init() throws {
        paths = (SampleFile.newPath(), SampleFile.newPath())
        try SampleFile.build(at: paths.current)
        try SampleFile.build(at: paths.newer)
        let writer = try DatabaseQueue(path: paths.newer)
        try writer.write { db in
            try db.execute(
                sql: """
                    UPDATE stops SET stop_name = 'Newport' WHERE stop_id = 'QUAY';
                    UPDATE metadata SET value = 'newer' WHERE key = 'content_hash';
                    UPDATE stops SET stop_id = 'ELSEWHERE' WHERE stop_id = 'NS';
                    DELETE FROM routes WHERE route_id = 'N90';
                    """)
        }
        try writer.close()
        store = try TransitBundleStore(path: paths.current)
    }

    private let newer = AnswerOrigin.bundle(
        version: "newer", end: ServiceDate(yyyymmdd: 2027_06_30))

    private func removeFiles() throws {
        try FileManager.default.removeItem(atPath: paths.current)
    }

    /// Puts the newer bundle into the store while a screen follows it, waits until the screen shows
    /// that, and ends the task of the screen.
    private func swap(
        while follow: @escaping @MainActor () async -> Void,
        until isShown: @MainActor () -> Bool
    ) async throws {
        let task = Task { await follow() }
        // The screen must listen before there is something to hear.
        for _ in 0..<20 { await Task.yield() }
        try store.replace(with: paths.newer)
        while !isShown() { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await task.value
    }

    @Test("the home screen reloads its feed, its search and nearby stops")
    @available(iOS 17, macOS 14, *)
    func home() async throws {
        defer { #expect(throws: Never.self) { try removeFiles() } }
        let home = HomeModel(source: store, pause: .zero)
        await home.load(at: SampleFile.monday)
        await home.showStops(near: Coordinate(latitude: -33.8615, longitude: 151.2107), count: 1)
        home.searchText = "200"
        await home.searchFinished()
        #expect(home.nearby.value?.map(\.stop.stopName) == ["Quayside"])
        guard case .bundle(let version, let end, false)? = home.origin else {
            Issue.record("\(String(describing: home.origin))")
            return
        }
        #expect(version == home.feed.value?.version && version != nil)
        #expect(end == home.feed.value?.validity.end && end != nil)

        try await swap(
            while: { await home.follow() },
            until: {
                home.feed.value?.version == "newer"
                    && home.nearby.value?.map(\.stop.stopName) == ["Newport"]
                    && home.results.value?.stops.first?.stop.stopName == "Newport"
            })
        #expect(home.origin == newer)
    }

    @Test("the list of routes loses removed routes")
    @available(iOS 17, macOS 14, *)
    func routes() async throws {
        defer { #expect(throws: Never.self) { try removeFiles() } }
        let list = RouteListModel(source: store)
        await list.load()
        #expect(list.routeCount == 8)
        try await swap(while: { await list.follow() }, until: { list.routeCount == 7 })
        #expect(list.origin == newer)
    }

    @Test("a stop has its new name")
    @available(iOS 17, macOS 14, *)
    func stop() async throws {
        defer { #expect(throws: Never.self) { try removeFiles() } }
        let details = StopDetailsModel(stop: try await store.stop(id: "QUAY"), source: store)
        await details.load(at: SampleFile.monday)
        #expect(details.title == "Quayside")
        try await swap(
            while: { await details.follow() },
            until: { details.title == "Newport" && details.origin == newer })
    }

    @Test("timetables and maps have new names, and a trip has the new version")
    @available(iOS 17, macOS 14, *)
    func others() async throws {
        defer { #expect(throws: Never.self) { try removeFiles() } }
        let route = try await store.route(id: "T1")
        let timetable = TimetableModel(route: route, source: store)
        let map = MapModel(source: store)
        let trip = TripModel(tripID: "T1-WD-N1", source: store)
        let details = RouteModel(route: route, source: store)
        func columns() -> [String] {
            timetable.day.value?.timetables.first?.columns.map(\.stop.stopName) ?? []
        }
        func stops() -> [String] { map.stops.value?.map(\.stopName) ?? [] }
        await timetable.load(at: SampleFile.monday)
        await timetable.show(timetable.day.value?.date)
        await map.showStops(
            in: BoundingBox(south: -33.862, west: 151.21, north: -33.861, east: 151.211))
        await trip.load(at: SampleFile.monday)
        await details.load()
        #expect(columns().contains("Quayside") && stops().contains("Quayside"))
        try await swap(
            while: {
                async let first: Void = timetable.follow()
                async let second: Void = map.follow()
                async let third: Void = trip.follow()
                await details.follow()
                _ = await (first, second, third)
            },
            until: {
                columns().contains("Newport") && stops().contains("Newport")
                    && trip.origin == newer
                    && details.origin == newer
            })
        #expect(details.details.value?.directions.count == 2)
        #expect(trip.details.value?.run.calls.count == 5)
    }

    @Test("a route that is gone says so")
    @available(iOS 17, macOS 14, *)
    func goneRoute() async throws {
        defer { #expect(throws: Never.self) { try removeFiles() } }
        let details = RouteModel(route: try await store.route(id: "N90"), source: store)
        await details.load()
        #expect(details.details.value?.route == details.route)
        try await swap(
            while: { await details.follow() },
            until: {
                details.details.errorMessage
                    == "This is not in the timetable any more. Please search again"
            })
    }

    @Test("a stop that is gone says so")
    @available(iOS 17, macOS 14, *)
    func gone() async throws {
        defer { #expect(throws: Never.self) { try removeFiles() } }
        let details = StopDetailsModel(stop: try await store.stop(id: "NS"), source: store)
        await details.load(at: SampleFile.monday)
        #expect(details.details.value != nil)
        try await swap(
            while: { await details.follow() },
            until: {
                details.departures.errorMessage
                    == "This is not in the timetable any more. Please search again"
            })
        #expect(
            details.details.errorMessage
                == "This is not in the timetable any more. Please search again")
    }
}
