import TestSupport
import Testing

@testable import FeedCompiling

@Suite("Rows that come after their owner") struct SpilledRowsTests {
    private struct Row: BitwiseCopyable, Equatable {
        let number: Int
        let code: Int16
    }

    /// Of ten rows up to more than are sorted at a time, as often as there are runs to read side by side.
    @Test("They come back by owner, in the order they came", arguments: [0, 10, 20_000, 700_000])
    func comeBack(_ count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let folder = try TestFolder()
        let spilled = SpilledRows<Row>(directory: folder.path)
        #expect(spilled.isEmpty)
        var expected: [Int32: [Row]] = [:]
        for number in 0..<count {
            let owner = Int32.random(in: 0...Int32(count / 20), using: &generator)
            let row = Row(number: number, code: Int16(truncatingIfNeeded: number))
            try spilled.append(row, owner: owner)
            expected[owner, default: []].append(row)
        }
        #expect(spilled.isEmpty == (count == 0))
        var owners: [Int32] = []
        try spilled.forEachOwner { owner, rows in
            owners.append(owner)
            #expect(Array(rows) == expected[owner])
        }
        #expect(owners == expected.keys.sorted())
    }

    @Test("A row may have nothing but its owner") func empty() throws {
        struct Mark: BitwiseCopyable {}
        let spilled = SpilledRows<Mark>(directory: try TestFolder().path)
        for owner in [7, 3, 7, 5] as [Int32] { try spilled.append(Mark(), owner: owner) }
        var counts: [String] = []
        try spilled.forEachOwner { counts.append("\($0): \($1.count)") }
        #expect(counts == ["3: 1", "5: 1", "7: 2"])
    }
}
