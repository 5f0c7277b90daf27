import Foundation
import Testing
import TransitBundle
import TransitViewModels

@MainActor @Suite("Stop details")
struct StopDetailsModelTests {
    @Test("the screen before and after loading")
    @available(iOS 17, macOS 14, *)
    func load() async throws {
        let bundle = try await SampleFile.bundle.value
        let model = StopDetailsModel(stop: try await bundle.stop(id: "QUAY"), source: bundle)
        #expect(model.title == "Quayside")
        #expect(model.details.isLoading && model.departures.isLoading)
        await model.load(at: SampleFile.monday)
        #expect(model.details.value?.platforms.count == 4)
        #expect(model.routeGroups.map(\.title) == ["Train", "Metro", "Ferry"])
        #expect(model.coordinatesText == "-33.8615, 151.2107")
        #expect(model.accessibilityText == "Accessible")
        #expect(
            model.shareText == """
                Quayside
                Stop Code: 200
                Location: -33.8615, 151.2107
                https://maps.apple.com/?ll=-33.86152,151.21075
                """)
        let departures = try #require(model.departures.value)
        #expect(departures.count == 20)
        #expect(departures.allSatisfy { $0.time.date >= SampleFile.monday })
    }

    @Test("in another language")
    @available(iOS 17, macOS 14, *)
    func translated() async throws {
        let bundle = try await SampleFile.bundle.value
        let model = StopDetailsModel(
            stop: try await bundle.stop(id: "QUAY"), source: bundle, language: "zh-Hans")
        await model.load(at: SampleFile.monday)
        #expect(model.title == "环形码头")
        #expect(model.shareText.hasPrefix("环形码头\n"))
        #expect(model.departures.value?.first { $0.routeID == "T1" }?.route?.routeLongName == "北岸线")
    }
}
