import Testing

@testable import TransitAnswers
@testable import TransitServer

@Suite("Finished answers that are kept")
struct BodyCacheTests {
    private func insert(_ bytes: Int, for key: BodyKey, into cache: BodyCache) {
        let body = FinishedBody(AnswerBody(bytes: [UInt8](repeating: 0, count: bytes)))
        cache.insert(body, weight: body.cost, for: key)
    }

    @Test("The cache stays within its bytes, and forgets the least recently used")
    func cacheLimit() {
        let cache = BodyCache(limit: 100_000)
        func key(_ number: Int) -> BodyKey {
            BodyKey(
                feed: "f", version: "v", question: "\(number)", language: .asPublished, minute: nil)
        }
        func body(_ number: Int) -> FinishedBody? { cache.value(for: key(number)) }
        for number in 0..<100 {
            insert(1000, for: key(number), into: cache)
            #expect(cache.totals.weight <= 100_000)
            _ = body(0)
        }
        #expect(body(0) != nil)
        #expect(body(1) == nil)
        #expect(body(99) != nil)
        insert(90_000, for: key(200), into: cache)
        #expect(body(200) == nil)
    }

    @Test("Answers of versions that are no longer offered are forgotten")
    func versions() {
        let cache = BodyCache(limit: 100_000)
        let keys = [("f", "1"), ("f", "2"), ("g", "1"), ("h", "1")].map { feed, version in
            BodyKey(
                feed: feed, version: version, question: "q", language: .asPublished, minute: nil)
        }
        for key in keys {
            insert(9, for: key, into: cache)
        }
        cache.keep(["f": ["2", "3"], "g": ["1"]])
        #expect(keys.map { cache.value(for: $0) != nil } == [false, true, true, false])
        let totals = cache.totals
        #expect(totals.count == 2)
        cache.keep([:])
        #expect(cache.totals.weight == 0)
        #expect(totals.weight > 0)
    }
}
