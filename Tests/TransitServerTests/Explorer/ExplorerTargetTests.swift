import Testing
import TransitExplorer

@Suite("Addresses of pages")
struct ExplorerTargetTests {
    private func canonical(_ address: String) throws -> String {
        try #require(try ExplorerTarget(address)).canonical
    }

    @Test(
        "parameters that a page does not read, repeat or leave empty name the same page",
        arguments: [
            ("stops/A?at=09:00&junk=1", "stops/A?at=09%3A00"),
            ("stops/A?board=arrivals&at=09:00&at=10:00", "stops/A?at=09:00&board=arrivals"),
            ("stops/A?q=town&at=", "stops/A"), ("stops/%41/", "stops/A"),
            ("routes?mode=bus&x=y&mode=rail", "routes?mode=bus&mode=rail"),
            ("map?q=town", "map"), ("notices?code=a&n=5", "notices"),
        ])
    func same(address: String, other: String) throws {
        #expect(try canonical("/explorer/" + address) == canonical("/explorer/" + other))
    }

    @Test("every parameter that a page reads names another page")
    func others() throws {
        let addresses = [
            "", "map", "stops/A", "stops/B", "stops/A?at=09:00", "stops/A?at=09:01",
            "stops/A?cursor=x", "stops/A?language=fr", "stops/A%2Fdestinations",
            "stops/A/destinations", "routes?mode=bus", "routes?mode=bus&mode=rail",
            "versions/1/stops/A", "feeds/town/stops/A", "feeds/town/versions/1/stops/A",
            "trips?trip=a", "trips?trip=b", "trips/a?date=20261123",
        ]
        let names = try addresses.map { try canonical("/explorer/" + $0) }
        #expect(Set(names).count == addresses.count)
    }
}
