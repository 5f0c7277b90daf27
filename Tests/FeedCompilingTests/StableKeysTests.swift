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

    /// The keys of an earlier bundle.
    private func previous(
        _ keys: KeyValuePairs<String, Int64>
    ) -> [(id: [UInt8], key: Int64)] {
        keys.map { (id: Array($0.key.utf8), key: $0.value) }
    }

    @Test("Without an earlier bundle they count from 1")
    func fresh() {
        var stable = StableKeys()
        #expect(keys(&stable, ["b", "a", "c"]) == [1, 2, 3])
        #expect(stable.highest == 3)
        #expect(stable.known.isEmpty)
    }

    @Test("Known ids keep their keys, new ones get unused ones")
    func previous() throws {
        var stable = try StableKeys(previous: previous(["a": 2, "b": 7, "gone": 4]), highest: 9)
        #expect(keys(&stable, ["new", "b", "a", "newer"]) == [10, 7, 2, 11])
        #expect(stable.highest == 11)
        #expect(stable.known.map(\.id) == ["a", "gone", "b"].map { Array($0.utf8) })
        #expect(stable.known.map(\.key) == [2, 4, 7])
    }

    @Test("A bundle that does not say its highest key is looked through")
    func unknownHighest() throws {
        var stable = try StableKeys(previous: previous(["a": 2, "b": 7]))
        #expect(keys(&stable, ["c"]) == [8])
    }

    @Test("Ids that look the same and are other bytes have keys of their own")
    func canonicalEquivalents() throws {
        var stable = try StableKeys(previous: previous(["\u{E9}": 1, "e\u{301}": 2]))
        #expect(keys(&stable, ["e\u{301}", "\u{E9}", "\u{212B}"]) == [2, 1, 3])
        #expect(stable.known.map(\.id) == [[0xC3, 0xA9], [0x65, 0xCC, 0x81]])
    }

    @Test(
        "Keys that no bundle gives out are refused: too large, none at all, or given out twice",
        arguments: [
            (["a": 2], Int64(Int32.max)), (["a": 2], .max), (["a": 2], -1),
            (["a": Int64(Int32.max)], 0), (["a": (1 << 32) + 1], 0), (["a": 0], 0),
            (["a": -3], 0), (["a": 2, "b": 2], 9),
        ] as [(KeyValuePairs<String, Int64>, Int64)])
    func impossible(_ keys: KeyValuePairs<String, Int64>, _ highest: Int64) {
        #expect(throws: StableKeys.Impossible.self) {
            try StableKeys(previous: previous(keys), highest: highest)
        }
    }

    @Test("Behind the largest key there is room for new ids")
    func largest() throws {
        var stable = try StableKeys(previous: previous(["a": StableKeys.largest]))
        #expect(keys(&stable, ["b", "a"]) == [(1 << 30) + 1, 1 << 30])
    }
}
