import Foundation
import GRDB
import Testing
import TransitBundle
import TransitViewModels

@MainActor @Suite("Route list")
struct RouteListModelTests {
    @Test("routes by type with their counts")
    @available(iOS 17, macOS 14, *)
    func load() async throws {
        let list = RouteListModel(source: try await SampleFile.bundle.value)
        #expect(list.groups.isLoading)
        #expect(list.routeCount == 0)
        await list.load()
        #expect(list.groups.value?.map(\.title) == ["Train", "Metro", "Bus", "Ferry", "Tram"])
        #expect(list.routeCount == 8)
    }

    @Test("a bundle that cannot be read shows why")
    @available(iOS 17, macOS 14, *)
    func failure() async throws {
        let path = SampleFile.newPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try SampleFile.build(at: path)
        let writer = try DatabaseQueue(path: path)
        try await writer.write { try $0.execute(sql: "DROP TABLE routes") }
        try writer.close()
        let list = RouteListModel(source: try TransitBundle(path: path))
        await list.load()
        #expect(list.groups.value == nil)
        #expect(
            list.groups.errorMessage
                == "The timetable on this device is damaged. Please download it again")
        #expect("\(try #require(list.error))".contains("The bundle is damaged"))
    }
}
