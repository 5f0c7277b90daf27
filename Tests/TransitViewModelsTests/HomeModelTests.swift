import Foundation
import Testing
import TransitBundle
import TransitSample
import TransitViewModels

@MainActor @Suite("Home")
struct HomeModelTests {
    @Test("starts loading, then shows the feed and how long it is valid")
    @available(iOS 17, macOS 14, *)
    func load() async throws {
        let home = HomeModel(source: try await SampleFile.bundle.value)
        #expect(home.feed.isLoading)
        await home.load(at: SampleFile.monday)
        #expect(home.feed.value?.info?.feedPublisherName == "Port Lumen Transit")
        #expect(home.expiryText == "Timetable expires in 219 days")
        let chinese = HomeModel(source: try await SampleFile.bundle.value, language: "zh-Hans")
        await chinese.load(at: SampleFile.monday)
        #expect(chinese.feed.value?.info?.feedPublisherName == "流明港公共交通")
    }

    @Test("Texts are in the language of the screen, or in the app's own words")
    @available(iOS 17, macOS 14, *)
    func words() async throws {
        let source = try await SampleFile.bundle.value
        let german = HomeModel(source: source, language: "de-AT")
        await german.load(at: SampleFile.monday)
        #expect(german.expiryText == "Fahrplan läuft in 219 Tagen ab")
        let own = HomeModel(
            source: source, language: "de",
            words: RiderWords(replacing: ["feed.expires.other": "{n} days left"]))
        await own.load(at: SampleFile.monday)
        #expect(own.expiryText == "219 days left")
        let list = RouteListModel(source: source, language: "de")
        await list.load()
        #expect(
            list.groups.value?.map(\.title)
                == ["Zug", "U-Bahn", "Bus", "Fähre", "Straßenbahn"])
        let stop = StopDetailsModel(
            stop: try await source.stop(id: "QUAY"), source: source, language: "de")
        await stop.load(at: SampleFile.monday)
        #expect(stop.accessibilityText == "Barrierefrei")
        #expect(stop.routeGroups.map(\.title) == ["Zug", "U-Bahn", "Fähre"])
        #expect(stop.shareText.contains("Haltestellennummer: 200"))
        let failing = CannedSource.sample(
            failure: TransitBundleError.missing(path: "/a.sqlite"))
        let lost = RouteListModel(source: failing, language: "de")
        await lost.load()
        #expect(lost.groups == .failed("Auf diesem Gerät ist noch kein Fahrplan"))
    }

    @Test("searches as the user types")
    @available(iOS 17, macOS 14, *)
    func search() async throws {
        let home = HomeModel(source: try await SampleFile.bundle.value, pause: .zero)
        #expect(home.results == .loaded(SearchResults(text: "")))
        home.searchText = "north shelf"
        #expect(home.isSearching)
        await home.searchFinished()
        let found = try #require(home.results.value)
        #expect(found.text == "north shelf")
        #expect(Set(found.stops.map(\.stop.stopID)) == ["NS", "NS_RB"])
        #expect(found.routes.map(\.routeID) == ["T1", "RB1"])
        #expect(!home.isSearching)
        #expect(home.origin != nil)
        home.searchText = "north"
        // The results stay until there is something else to show: the list does not blink.
        #expect(home.results.value == found)
        home.searchText = "  "
        #expect(home.results.value?.isEmpty == true)
        home.searchText = "🚋"
        await home.searchFinished()
        #expect(home.results.value?.isEmpty == true)
    }

    @Test("Loading waits for the search that it repeats, without a pause")
    @available(iOS 17, macOS 14, *)
    func loading() async throws {
        let source = try await SampleFile.bundle.value
        let model = SearchModel(source: source, pause: .seconds(86_400))
        model.searchText = "quay wharf"
        await model.load()
        let hit = try #require(model.results.value?.stops.first)
        #expect(model.results.value?.text == "quay wharf" && !model.isSearching)
        #expect(hit.stop.stopID == "QUAY_W4" && hit.routes.map(\.name) == ["F1"])
    }

    @Test("Routes that look alike are shown once: as badges by name, in a list by long name too")
    @available(iOS 17, macOS 14, *)
    func alike() async throws {
        let source = try SampleFile.twins(named: "South", "South")
        let stop = try await source.stop(id: "A")
        #expect(try await source.routes(of: stop).map(\.routeID) == ["T8", "T8-2"])
        let model = SearchModel(source: source, pause: .zero)
        model.searchText = "T8"
        await model.load()
        #expect(model.results.value?.routes.map(\.routeID) == ["T8"])
        model.searchText = "quay"
        await model.load()
        #expect(model.results.value?.stops.first?.routes.map(\.routeID) == ["T8"])
        let other = SearchModel(
            source: try SampleFile.twins(named: "South", "Elsewhere"), pause: .zero)
        other.searchText = "T8"
        await other.load()
        #expect(Set(other.results.value?.routes.map(\.routeID) ?? []) == ["T8", "T8-2"])
    }

    @Test("the result list does not blink at each key")
    @available(iOS 17, macOS 14, *)
    func steady() async throws {
        let home = HomeModel(source: try await SampleFile.bundle.value, pause: .milliseconds(1))
        home.searchText = "n"
        await home.searchFinished()
        #expect(home.results.value?.isEmpty == false)
        for text in ["no", "nor", "nort", "north"] {
            home.searchText = text
            // Between the key and its answer there is always something to show.
            while home.isSearching {
                #expect(home.results.value?.isEmpty == false)
                await Task.yield()
            }
            await home.searchFinished()
            #expect(home.results.value?.text == text)
            #expect(home.results.value?.isEmpty == false)
        }
    }

    @Test("a search that the user has typed past never shows")
    @available(iOS 17, macOS 14, *)
    func cancelled() async throws {
        let home = HomeModel(source: try await SampleFile.bundle.value, pause: .milliseconds(1))
        var shown: [String] = []
        for text in ["q", "qu", "qua", "quay", "dock"] {
            home.searchText = text
            await Task.yield()
            if let found = home.results.value { shown.append(found.text) }
        }
        await home.searchFinished()
        #expect(home.results.value?.text == "dock")
        #expect(home.results.value?.stops.map(\.stop.stopID) == ["DK"])
        // The earlier ones have had all the time to come back late.
        try await Task.sleep(for: .milliseconds(50))
        #expect(home.results.value?.text == "dock")
    }

    @Test("nearby stops, in the language of the screen")
    @available(iOS 17, macOS 14, *)
    func nearby() async throws {
        let home = HomeModel(source: try await SampleFile.bundle.value, language: "ar")
        await home.showStops(
            near: Coordinate(latitude: -33.86152, longitude: 151.21075), count: 2)
        let found = try #require(home.nearby.value)
        #expect(found.count == 2)
        #expect(found.first?.stop.stopID == "QUAY")
        #expect(found.first?.stop.stopName == "رصيف الميناء")
        // The station stands for its platforms.
        #expect(found.allSatisfy { $0.stop.parentStation == nil })
    }
}
