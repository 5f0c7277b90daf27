import BundleCodec
import TestSupport
import Testing

@Suite("Sequence numbers of points")
struct PointSequencesTests {
    /// Packs numbers and reads them as a bundle's reader does.
    private func expectSame(_ numbers: [Int32]) throws {
        let packed = PointSequences(numbers)
        let read = try PointSequences(
            first: packed.first, step: packed.step,
            codes: packed.step == nil ? packed.codes : nil, count: numbers.count)
        #expect(read == packed)
        #expect(numbers.indices.map { read[$0] } == numbers.map(Int.init))
    }

    @Test("Numbers that ascend come back, whatever their steps")
    func random() throws {
        var generator = SeededGenerator(seed: 31)
        for range: ClosedRange<Int32> in [0...30, -5...500, .min ... .max] {
            for count in [1, 2, 3, 20] {
                let numbers = (0..<count).map { _ in Int32.random(in: range, using: &generator) }
                try expectSame(Set(numbers).sorted())
            }
        }
    }

    @Test("So do the ends of what 32 bits hold, alone and together")
    func edges() throws {
        try expectSame([.min])
        try expectSame([.max])
        try expectSame([.min, .max])
        try expectSame([.min, 0, .max])
        try expectSame([.min, .min + 1, .max])
        try expectSame([-1, 0, 1])
    }

    @Test("Even steps take no bytes, others four a point")
    func forms() {
        #expect(PointSequences([1, 2, 3, 4]).codes == [])
        #expect(PointSequences([500, 510, 520]).step == 10)
        #expect(PointSequences([3]).step == 1)
        let other = PointSequences([7, 9, 16])
        #expect(other.step == nil)
        #expect(other.codes == [0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 9])
    }

    @Test(
        "Invalid numbers are refused",
        arguments: [
            (nil, 1, nil, 2), (1, nil, nil, 2), (1, nil, [0, 0, 0, 0], 2), (1, nil, [0, 0, 0], 1),
            (1, 1, [0, 0, 0, 0], 1), (.max, 1, nil, 2), (.min, 1, nil, 1), (0, .max, nil, 3),
            (0, 1 << 31, nil, 2), (2_147_483_647, 1, nil, 2), (0, -(1 << 32), nil, 2),
            (1, nil, [0x80, 0, 0, 0], 1), (0, 1, nil, .max), (0, nil, [], .max), (0, nil, [], .min),
        ] as [(Int?, Int?, [UInt8]?, Int)])
    func damage(first: Int?, step: Int?, codes: [UInt8]?, count: Int) {
        #expect(throws: DamagedEncoding.self) {
            try PointSequences(first: first, step: step, codes: codes, count: count)
        }
    }
}
