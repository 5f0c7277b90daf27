import Testing
import TransitBundle

/// Ids may hold whatever a cell of CSV can: quotes, backslashes, other scripts.
@Suite("Ids of any characters")
struct AwkwardIDTests {
    @Test(
        "the platforms of a station are found by its id",
        arguments: ["\"\"Q\"\"", "a\\b", "駅 1", "x'y", "a,b", "tab\there", "\u{1F68B}"])
    func platforms(id: String) async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                stops: """
                    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
                    "\(id)",Central,1,1,1,
                    P,Platform,1,1,,"\(id)"
                    D,Door,1,1,2,"\(id)"

                    """))
        let station = try #require(try await bundle.stops(matching: "central").first)
        let details = try await bundle.details(of: station)
        #expect(details.platforms.map(\.stopID) == ["P"])
        #expect(details.entrances.map(\.stopID) == ["D"])
        #expect(try await bundle.pathways(at: details.platforms[0]) == [])
    }
}
