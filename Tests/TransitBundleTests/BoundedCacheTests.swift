import Testing

@testable import TransitBundle

@Suite("Values that are kept for later questions")
struct BoundedCacheTests {
    @Test("The cache stays within its limit")
    func number() {
        let cache = BoundedCache<Int, Int>(most: 10)
        for key in 0..<100 {
            #expect(cache.value(for: key) { key * 2 } == key * 2)
            #expect(cache.known(key) == key * 2)
            #expect(cache.weight <= 10)
        }
        let values = cache.values(for: [98, 99, 100]) { missing in
            Dictionary(missing.map { ($0, $0 * 2) }) { first, _ in first }
        }
        #expect(values == [98: 196, 99: 198, 100: 200])
    }

    @Test(
        "Values have their own weights, and one that is too heavy alone is forgotten for the next")
    func weight() {
        let cache = BoundedCache<Int, [Int]>(most: 100) { $0.count }
        for key in 0..<50 {
            _ = cache.value(for: key) { [Int](repeating: key, count: 30) }
            #expect(cache.weight <= 100)
        }
        _ = cache.value(for: 50) { [Int](repeating: 0, count: 500) }
        #expect(cache.weight == 500)
        _ = cache.value(for: 51) { [1] }
        #expect(cache.weight == 1)
        #expect(cache.known(50) == nil)
    }

    @Test("A value that two tasks made counts once")
    func twice() {
        let cache = BoundedCache<Int, [Int]>(most: 100) { $0.count }
        _ = cache.value(for: 1) {
            _ = cache.value(for: 1) { [1, 2, 3] }
            return [1, 2, 3]
        }
        #expect(cache.weight == 3)
    }
}
