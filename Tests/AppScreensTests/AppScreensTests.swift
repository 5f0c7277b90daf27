import BundleWriting
import FeedReading
import Foundation
import GRDB
import TestSupport
import Testing
import TransitBundle
import TransitModel
import TransitSample
import TransitViewModels

/// The two screens of an app that was designed before this library was, written after its design nearly
/// word by word: that they compile against the model is half of the test.
///
/// `StandIn` has the types that SwiftUI, MapKit and the rest of the app would bring. What had to be
/// written otherwise:
///
/// - `import TransitBundle` brings the models and `Route.fetchAll`. `import Foundation`, which SwiftUI
///   brings, stands beside it because this package asks every file to import the members that it uses
///   (`MemberImportVisibility`).
/// - `stopLat` and `stopLon` are optional: entrances, nodes and boarding areas may lack a place, and
///   stops of faulty feeds do. So the rows and the section that show a place stand in
///   `if let place = stop.coordinate`, the texts take the place as an argument, and the map's
///   first region, which is not seen then, has `?? 0`.
/// - `#Preview` is a macro of Xcode: previews are properties here.
/// - Line breaks are our formatter's.
///
/// The app's own `RouteType.color`, a SwiftUI color, stands beside the library's, which is a value for
/// all platforms: in the app its own is meant.
@MainActor @Suite("Screens of an app") struct AppScreensTests {
    /// The feeds that are shared among the developers: trains, a subway, and one of 29 agencies.
    nonisolated private static let shared = ["sound-transit", "nyc-subway", "kodis-cz"]

    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func build(_ feed: String) throws -> TransitBundle {
        let path = folder.path + "/bundle.sqlite"
        _ = try BundleBuild(BundleBuild.Options()).run(
            try FeedArchive.open(feed), to: path, progress: { _ in })
        return try TransitBundle(path: path)
    }

    private func sample() throws -> TransitBundle {
        try build(PackageRoot.path + "/feeds/sample")
    }

    /// The first and second state of a screen, and its log.
    private func show(
        _ view: some View, of bundle: TransitBundle?
    ) async -> (first: Screen, then: Screen, log: [String]) {
        let services = AppServices(bundle: bundle)
        return await AppServices.$current.withValue(services) {
            let first = Screen(view)
            await first.appear()
            return (first, Screen(view), services.log)
        }
    }

    @Test("The details of a stop")
    func stopDetails() async throws {
        let stop = try await sample().stop(id: "QUAY_P2")
        let (screen, _, log) = await show(StopDetailsView(stop: stop), of: nil)
        #expect(screen.title == "Stop Details")
        #expect(
            screen.lines == [
                "<(square.and.arrow.up) Share>",
                "[Stop Information]",
                "  Name: Quayside",
                "  Stop Code: 2002",
                "  Coordinates: -33.8616, 151.2109",
                "  Wheelchair: Not Accessible",
                "[Location]",
                "  map of 0.01° at -33.8616, 151.21086",
                "  blue marker at -33.8616, 151.21086",
                "[Departures]",
                "  Real-time departures coming in Phase 2",
                "  For now, this shows static GTFS schedules. Phase 2 adds live GTFS-RT updates.",
            ])
        #expect(
            screen.sharedText == """
                Quayside
                Stop Code: 2002
                Location: -33.8616, 151.2109
                https://maps.apple.com/?ll=-33.8616,151.21086
                """)
        #expect(log == ["stop_details_viewed: stop_id=\(stop.sid), stop_name=Quayside"])
    }

    @Test("The previews")
    func previews() async {
        let (details, _, _) = await show(StopDetailsView.preview, of: nil)
        #expect(details.lines.contains("  Coordinates: -33.8615, 151.2106"))
        #expect(details.lines.contains("  Wheelchair: Accessible"))
        #expect(Screen(RouteListView.preview).lines == ["… Loading routes..."])
    }

    @Test("A stop without a place has no map, and no crash")
    func placeless() async {
        let stop = Stop(sid: 7, stopName: "Somewhere", stopLat: nil, stopLon: nil)
        let (screen, _, _) = await show(StopDetailsView(stop: stop), of: nil)
        #expect(
            screen.lines.prefix(4) == [
                "<(square.and.arrow.up) Share>", "[Stop Information]", "  Name: Somewhere",
                "[Departures]",
            ])
        #expect(screen.sharedText == "Somewhere\n")
    }

    @Test("The list of routes")
    func routeList() async throws {
        let (first, then, log) = await show(RouteListView(), of: try sample())
        #expect(first.title == "Routes")
        #expect(first.lines == ["… Loading routes..."])
        #expect(
            then.lines == [
                "[Train]",
                "  |red| T1 Train on red 0.2 in red / North Shelf Line",
                "[Metro]",
                "  |purple| M1 Metro on purple 0.2 in purple / Cross City Metro",
                "[Bus]",
                "  |blue| 333 Bus on blue 0.2 in blue / Quayside to South Beach",
                "  |blue| N90 Bus on blue 0.2 in blue / Night Bus to South Beach",
                "  |blue| RB1 Bus on blue 0.2 in blue / Rail Replacement for the North Shelf Line",
                "  |blue|  Bus on blue 0.2 in blue / Harbour Heights Connect",
                "[Ferry]",
                "  |green| F1 Ferry on green 0.2 in green / Far Head Ferry",
                "[Tram]",
                "  |orange| L2 Tram on orange 0.2 in orange / Junction to Quayside Light Rail",
            ])
        #expect(log == ["route_list_loading", "route_list_loaded: count=8"])
    }

    @Test("A list that cannot be read says why")
    func failure() async throws {
        let bundle = try sample()
        let writer = try DatabaseQueue(path: bundle.path)
        try await writer.write { try $0.execute(sql: "DROP TABLE routes") }
        try writer.close()
        let damaged = try TransitBundle(path: bundle.path)
        let (_, then, log) = await show(RouteListView(), of: damaged)
        #expect(
            then.lines.prefix(2) == [
                "(exclamationmark.triangle) in orange", "Failed to load routes",
            ])
        // The screen's own SQL fails, so it shows SQLite's words.
        #expect(then.lines.last?.contains("no such table: routes") == true)
        #expect(log.first == "route_list_loading")
        #expect(log.last?.hasPrefix("route_list_load_failed: error=") == true)
        #expect(log.last?.contains("no such table: routes") == true)
    }

    @Test("The screens on models, which the documentation shows, fill and name what they show")
    @available(iOS 17, macOS 14, *)
    func modelScreens() async throws {
        let source = CannedSource.sample()
        let stop = try #require(try await source.stops(matching: "circ", limit: 1).first)
        // One view each: it keeps its model, as SwiftUI keeps a view's state.
        let details = StopDetailsScreen(stop: stop, source: source)
        // Its task follows the clock for as long as it is in sight.
        try await Screen(details).appear(until: { Screen(details).lines.count > 7 })
        let shown = Screen(details)
        #expect(shown.title == "Circular Quay Station")
        #expect(
            shown.lines.prefix(5) == [
                "<(square.and.arrow.up) Share>", "[Stop Information]",
                "  Coordinates: -33.8615, 151.2106", "  Wheelchair: Accessible",
                "Trains to Macarthur run late",
            ])
        #expect(shown.lines.contains { $0.hasPrefix("  Live, as of ") })
        #expect(shown.lines.contains { $0.hasSuffix("4 min late") })
        #expect(shown.lines.contains { $0.hasSuffix("T8 Airport") || $0.contains(" T8 ") })

        let routes = RouteListScreen(source: source)
        #expect(Screen(routes).lines == ["… Loading routes..."])
        await Screen(routes).appear()
        #expect(
            Screen(routes).lines == ["[Train]", "  T8", "[Bus]", "  333", "[Ferry]", "  F1"])
    }

    @Test("A first run shows its progress and its failure, then the screens")
    @available(iOS 17, macOS 14, *)
    func firstRun() async throws {
        struct Away: LocalizedError {
            var errorDescription: String? { "The network is away." }
        }
        let (outcomes, outcome) = AsyncStream.makeStream(of: Result<CannedSource, Away>.self)
        let first = FirstDownloadModel { progress in
            progress(0.25)
            for await result in outcomes { return try result.get() }
            throw CancellationError()
        }
        let app = AppScreen(first: first)
        #expect(Screen(app).lines == ["… Loading the timetable"])
        let appearing = Task { await Screen(app).appear() }
        while Screen(app).lines != ["… Loading the timetable 25 %"] { await Task.yield() }
        outcome.yield(.failure(Away()))
        await appearing.value
        #expect(Screen(app).lines == ["The network is away.", "<Try again>"])
        outcome.yield(.success(.sample()))
        let press = try #require(Screen(app).buttons["Try again"])
        press()
        while first.source == nil { await Task.yield() }
        #expect(Screen(app).title == "Routes")
    }

    @Test("Every route and every stop of real feeds", .sharedFiles, arguments: shared)
    func feeds(name: String) async throws {
        let bundle = try build(try #require(PackageRoot.shared("feeds/\(name).zip")))
        let routes = try await bundle.routes()
        let (_, list, log) = await show(RouteListView(), of: bundle)
        #expect(log == ["route_list_loading", "route_list_loaded: count=\(routes.count)"])
        let titles = list.lines.filter { $0.hasPrefix("[") }
        #expect(titles == Set(routes.map(\.type)).sorted().map { "[\($0.displayName)]" })
        let rows = list.lines.filter { $0.hasPrefix("  ") }
        #expect(rows.count == routes.count)
        for route in routes {
            let name = "| \(route.routeShortName) \(route.type.displayName) on "
            #expect(rows.contains { $0.contains(name) && $0.hasSuffix(route.routeLongName) })
        }

        let stops = try await bundle.read { try Stop.fetchAll($0) }
        #expect(stops.count > 100)
        for stop in stops {
            let screen = Screen(StopDetailsView(stop: stop))
            #expect(screen.lines.contains("  Name: \(stop.stopName)"))
            #expect(
                screen.lines.contains("  Coordinates: \(stop.coordinatesText)")
                    == (stop.coordinate != nil))
            // The library's own text for a share sheet is the same.
            #expect(screen.sharedText?.hasPrefix(stop.shareText) == true)
        }
    }
}
