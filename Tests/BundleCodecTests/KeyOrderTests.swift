import BundleCodec
import TestSupport
import Testing

@Suite("Orders of rows") struct KeyOrderTests {
    @Test("Rising keys need no order")
    func rising() {
        #expect(KeyOrder.runs([]) == nil)
        #expect(KeyOrder.runs([7]) == nil)
        #expect(KeyOrder.runs([1, 2, 9]) == nil)
    }

    @Test("Rows whose keys follow each other are one run")
    func example() {
        #expect(KeyOrder.runs([5, 6, 1, 2, 8]) == "2,2,0,2,4,1")
        #expect(KeyOrder.order([1, 2, 5, 6, 8], by: "2,2,0,2,4,1") == [5, 6, 1, 2, 8])
    }

    @Test("Any order comes back")
    func random() throws {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<300 {
            let count = Int.random(in: 2...40, using: &random)
            let sorted = Set((0..<count).map { _ in Int32.random(in: 1...100, using: &random) })
                .sorted()
            var keys = sorted
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                keys.swapAt(
                    Int.random(in: keys.indices, using: &random),
                    Int.random(in: keys.indices, using: &random))
            }
            guard let runs = KeyOrder.runs(keys) else {
                #expect(keys == sorted)
                continue
            }
            #expect(KeyOrder.order(sorted.map(Int64.init), by: runs) == keys.map(Int64.init))
        }
    }

    @Test(
        "Runs that are none of the rows are refused",
        arguments: ["0", "0,1", "0,4", "-1,3", "0,2,1,2", "0,3,0,1", "0,0,0,3", "x,3", "1,3"])
    func refused(_ runs: String) {
        #expect(KeyOrder.order([1, 2, 3], by: runs) == nil)
    }
}
