import SystemLayer
import TestSupport
import Testing

@Suite("Values in the order of their use")
struct RecentValuesTests {
    /// The same, as an array from the oldest to the newest.
    private struct Model {
        var entries: [(key: Int, value: Int, weight: Int)] = []

        mutating func remove(_ key: Int) -> Int? {
            guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
            return entries.remove(at: place).value
        }

        mutating func use(_ key: Int) -> Int? {
            guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = entries.remove(at: place)
            entries.append(entry)
            return entry.value
        }
    }

    @Test(
        "Any sequence of insertions, uses and removals keeps the values of an array",
        arguments: 0..<20
    )
    func sequence(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var values = RecentValues<Int, Int>()
        var model = Model()
        for step in 0..<3000 {
            let key = Int.random(in: 0..<24, using: &random)
            switch Int.random(in: 0..<40, using: &random) {
            case 0..<16:
                let weight = Int.random(in: 1...9, using: &random)
                let old = model.remove(key)
                model.entries.append((key, step, weight))
                #expect(values.insert(step, weight: weight, for: key) == old)
            case 16..<30:
                #expect(values.use(key) == model.use(key))
            case 30..<39:
                let oldest = model.entries.first?.key
                #expect(values.removeOldest() == oldest.flatMap { model.remove($0) })
            default:
                let gone = model.entries.filter { $0.key % 3 == 0 }.map(\.value)
                model.entries.removeAll { $0.key % 3 == 0 }
                #expect(values.keep { $0 % 3 != 0 }.sorted() == gone.sorted())
            }
            #expect(values.count == model.entries.count)
            #expect(values.weight == model.entries.reduce(0) { $0 + $1.weight })
        }
        while let oldest = model.entries.first {
            #expect(values.removeOldest() == oldest.value)
            model.entries.removeFirst()
        }
        #expect(values.removeOldest() == nil)
    }
}
