import BundleCodec
import Testing

@Suite("Bisecting a range")
struct BisectingTests {
    @Test("The first index with a property is found wherever it lies", arguments: 3...9)
    func firstIndex(first: Int) {
        #expect((3..<9).bisected { $0 >= first } == first)
    }

    @Test("An empty range has its end")
    func emptyRange() {
        #expect((4..<4).bisected { _ in true } == 4)
    }
}
