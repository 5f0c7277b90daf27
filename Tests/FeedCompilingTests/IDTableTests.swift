import FeedCompiling
import TestSupport
import Testing

@Suite("Interned texts")
struct IDTableTests {
    @Test("Numbers follow the first appearance, however many texts there are")
    func random() {
        var generator = SeededGenerator(seed: 11)
        let table = IDTable()
        var expected: [[UInt8]: Int] = [:]
        for _ in 0..<60_000 {
            let length = Int.random(in: 0...20, using: &generator)
            let key = (0..<length).map { _ in UInt8.random(in: 0...2, using: &generator) }
            let (index, isNew) = key.withUnsafeBytes { table.intern($0) }
            #expect(isNew == (expected[key] == nil))
            #expect(index == expected[key, default: expected.count])
            expected[key] = index
        }
        #expect(table.count == expected.count)
        for (key, index) in expected {
            #expect(Array(table[index]) == key)
            #expect(key.withUnsafeBytes { table.find($0) } == index)
        }
        #expect(table.find("nowhere") == nil)
    }

    @Test("Texts that differ only as Unicode sees them stay different")
    func canonicalEquivalence() {
        let table = IDTable()
        #expect(table.intern("\u{E9}").index == 0)
        #expect(table.intern("e\u{301}").index == 1)
        #expect(table.intern("").index == 2)
        #expect(table.intern("").isNew == false)
        #expect(table.find("") == 2)
        #expect(table.string(1).unicodeScalars.count == 2)
    }

    @Test("Long texts, and texts that differ in the last byte alone")
    func long() {
        let table = IDTable(capacity: 1)
        let text = String(repeating: "x", count: 100_000)
        #expect(table.intern(text + "a").index == 0)
        #expect(table.intern(text + "b").index == 1)
        #expect(table.intern(text + "a").index == 0)
        for number in 0..<9 { #expect(table.intern(String(repeating: "y", count: number)).isNew) }
    }

    @Test("Pairs of numbers are numbered like texts, and their order counts")
    func pairs() {
        let table = IDTable()
        #expect(table.intern(1, -1) == (0, true))
        #expect(table.intern(-1, 1) == (1, true))
        #expect(table.intern(1, -1) == (0, false))
        for number in Int32(2)..<5000 { #expect(table.intern(number, .min).isNew) }
        #expect(table.intern(4999, .min) == (4999, false))
    }
}
