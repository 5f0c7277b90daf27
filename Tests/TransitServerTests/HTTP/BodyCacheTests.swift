import Testing

@testable import TransitServer

@Suite("Finished answers that are kept")
struct BodyCacheTests {
    @Test("The cache stays within its bytes, and forgets the least recently used")
    func cacheLimit() {
        let cache = BodyCache(limit: 100_000)
        func key(_ number: Int) -> BodyKey {
            BodyKey(feed: "f", version: "v", question: "\(number)", language: nil, minute: nil)
        }
        func body(_ number: Int) -> FinishedBody? { cache.body(key(number)) }
        for number in 0..<100 {
            cache.insert(
                FinishedBody(AnswerBody(bytes: [UInt8](repeating: 0, count: 1000))),
                for: key(number))
            #expect(cache.totals.bytes <= 100_000)
            _ = body(0)
        }
        #expect(body(0) != nil)
        #expect(body(1) == nil)
        #expect(body(99) != nil)
        cache.insert(
            FinishedBody(AnswerBody(bytes: [UInt8](repeating: 0, count: 90_000))), for: key(200))
        #expect(body(200) == nil)
    }

    @Test("Answers of versions that are no longer offered are forgotten")
    func versions() {
        let cache = BodyCache(limit: 100_000)
        let keys = [("f", "1"), ("f", "2"), ("g", "1"), ("h", "1")].map { feed, version in
            BodyKey(feed: feed, version: version, question: "q", language: nil, minute: nil)
        }
        for key in keys {
            cache.insert(FinishedBody(AnswerBody(bytes: [UInt8](repeating: 0, count: 9))), for: key)
        }
        cache.keep(["f": ["2", "3"], "g": ["1"]])
        #expect(keys.map { cache.body($0) != nil } == [false, true, true, false])
        let totals = cache.totals
        #expect(totals.bodies == 2)
        cache.keep([:])
        #expect(cache.totals.bytes == 0)
        #expect(totals.bytes > 0)
    }
}
