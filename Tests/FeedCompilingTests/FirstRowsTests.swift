import FeedCompiling
import Testing

@Suite struct FirstRowsTests {
    /// By row: the row that is found for it.
    private static func found(_ keys: [String]) -> [Int?] {
        var rows = FirstRows(count: keys.count)
        return keys.indices.map { row in
            rows.row(Array(keys[row].utf8), at: row) { keys[$0] == keys[row] }
        }
    }

    @Test func ofEqualKeysTheFirstCounts() {
        #expect(Self.found(["a", "b", "a", "", "a", "b", ""]) == [nil, nil, 0, nil, 0, 1, 3])
    }

    @Test func manyKeysAreToldApart() {
        let keys = (0..<5000).map { String($0) }
        #expect(Self.found(keys).allSatisfy { $0 == nil })
        let again = Self.found(keys + keys)
        #expect(Array(again[5000...]) == Array(0..<5000))
    }

    @Test func whereHashesAgreeTheKeysDecide() {
        var rows = FirstRows(count: 4)
        var asked: [Int] = []
        for row in 0..<3 {
            let found = rows.row([1, 2, 3], at: row) { other in
                asked.append(other)
                return false
            }
            #expect(found == nil)
        }
        #expect(asked == [0, 0, 1])
        #expect(rows.row([1, 2, 3], at: 3) { $0 == 1 } == 1)
    }
}
