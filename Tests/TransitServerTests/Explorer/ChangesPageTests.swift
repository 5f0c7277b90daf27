import TestSupport
import Testing

@testable import TransitServer

@Suite("The explorer: what changed")
struct ChangesPageTests {
    private static var new: TestFeed {
        TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,Harbour Quay,48.0,2.0
            B,Town Hall,48.001,2.2
            C,Meadow,48.0,2.4
            D,Airport,48.0,2.5
            """)
    }

    @Test("a version leads to the page of its changes")
    func page() async throws {
        let place = try PublishedVersions().publish(.base).publish(Self.new)
        let shown = try await place.shown()
        let page = try await shown.page("/explorer/changes")
        let address = "/api/v1/bundle/" + (try place.name("diff_html"))
        #expect(page.status == 200)
        #expect(page.text.contains("<a id=\"diff\" class=\"button\" href=\"\(address)\""))
        let json = "/api/v1/bundle/" + (try place.name("diff_json"))
        #expect(page.text.contains("<a href=\"\(json)\">"))
        #expect(try await shown.page(address).text.contains("Harbour Quay"))
    }

    @Test("without an earlier version it says so, for a bundle by itself too")
    func first() async throws {
        let place = try PublishedVersions().publish(.base)
        let page = try await place.shown().page("/explorer/changes")
        #expect(page.status == 200 && page.text.contains("No earlier version was published"))
        let lone = try await ShownFeed(.base).page("/explorer/changes")
        #expect(lone.status == 200 && lone.text.contains("This is a single bundle"))
    }
}
