import TestSupport
import Testing

/// A feed with something wrong, how often a rule must say so, and a feed that just passes.
struct PairedCase: CustomTestStringConvertible {
    let code: String
    let bad: TestFeed
    let count: Int
    let good: TestFeed

    /// - Parameters:
    ///   - bad: files in the place of those of the base feed.
    ///   - good: the same for the feed that passes; nil for the base feed itself.
    init(_ code: String, _ count: Int = 1, bad: TestFeed, good: TestFeed? = nil) {
        self.code = code
        self.bad = .base.with(bad)
        self.count = count
        self.good = good.map { .base.with($0) } ?? .base
    }

    var testDescription: String { code }

    func check() throws {
        for isCanonical in [false, true] {
            let found = try Findings(bad, isCanonical: isCanonical)
            #expect(found.count(code) == count, "bad feed, canonical: \(isCanonical)")
            let other = try Findings(good, isCanonical: isCanonical)
            #expect(other.count(code) == 0, "good feed, canonical: \(isCanonical)")
        }
    }
}
