import Testing
import TransitAPI

@testable import TransitServer

@Suite("The explorer: how much live data tells")
struct LiveSourcesTests {
    @Test("the routes under way lead to their pages, and the rest of them is counted")
    func coverage() async throws {
        var pages = try await LivePages()
        var coverage = RealtimeReportDTO.CoverageDTO()
        coverage.routes = (1...25).map { number in
            var route = RealtimeReportDTO.RouteCoverageDTO()
            route.routeID = "N/\(number)"
            return route
        }
        coverage.routeCount = 31
        pages.report.coverage = coverage
        let page = try await pages.page("/feed")
        #expect(page.rows(ofTable: "live-coverage").count == 21)
        #expect(page.text.contains("<a href=\"/explorer/routes/N%2F20\"><bdi>N/20</bdi></a>"))
        #expect(page.text.contains("and 11 more"))
    }
}
