import Testing
import TransitModel

@Suite("Filters of boards")
struct BoardFilterTests {
    @Test("They compare ids by their bytes")
    func ids() {
        let composed = BoardFilter(routeIDs: ["\u{E9}"])
        #expect(composed.admits(routeID: "\u{E9}", type: nil, directionID: nil))
        #expect(!composed.admits(routeID: "e\u{301}", type: nil, directionID: nil))
        #expect(BoardFilter(routeIDs: ["\u{E9}", "e\u{301}"]).routeIDs?.count == 2)
        #expect(!BoardFilter(types: [.bus]).admits(routeID: "1", type: nil, directionID: 0))
        #expect(!BoardFilter(directionID: 0).admits(routeID: "1", type: .bus, directionID: nil))
        #expect(BoardFilter.all.admits(routeID: nil, type: nil, directionID: nil))
    }
}
