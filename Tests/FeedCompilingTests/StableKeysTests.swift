import FeedCompiling
import Testing

@Suite("Keys that stay")
struct StableKeysTests {
    /// The keys of some ids, asked for in this order.
    private func keys(_ keys: inout StableKeys, _ ids: [String]) -> [Int32] {
        ids.map { id in
            var id = id
            return id.withUTF8 { keys.key(UnsafeRawBufferPointer($0)) }
        }
    }

    @Test("Without an earlier bundle they count from 1")
    func fresh() {
        var stable = StableKeys()
        #expect(keys(&stable, ["b", "a", "c"]) == [1, 2, 3])
        #expect(stable.highest == 3)
        #expect(stable.known.isEmpty)
    }

    @Test("Known ids keep theirs, new ones get what no id ever had")
    func previous() {
        var stable = StableKeys(previous: ["a": 2, "b": 7, "gone": 4], highest: 9)
        #expect(keys(&stable, ["new", "b", "a", "newer"]) == [10, 7, 2, 11])
        #expect(stable.highest == 11)
        #expect(stable.known.map(\.id) == ["a", "gone", "b"])
        #expect(stable.known.map(\.key) == [2, 4, 7])
    }

    @Test("A bundle that does not say its highest key is looked through")
    func unknownHighest() {
        var stable = StableKeys(previous: ["a": 2, "b": 7])
        #expect(keys(&stable, ["c"]) == [8])
    }
}
