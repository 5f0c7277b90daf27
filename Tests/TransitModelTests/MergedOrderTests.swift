import Testing
import TransitModel

@Suite("The order of a line's stops")
struct MergedOrderTests {
    private static func merged(_ patterns: [String], repeats: Bool = true) -> String {
        var order = MergedOrder()
        for pattern in patterns {
            order.add(pattern.unicodeScalars.map { Int64($0.value) }, weight: 1)
        }
        let scalars = order.stops(repeats: repeats).compactMap { Unicode.Scalar(UInt32($0)) }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func isIn(_ pattern: String, _ order: String) -> Bool {
        var rest = order[...]
        return pattern.allSatisfy { letter in
            guard let place = rest.firstIndex(of: letter) else { return false }
            rest = rest[rest.index(after: place)...]
            return true
        }
    }

    @Test(
        "Trips that pass a loop the other way round are a branch",
        arguments: [
            (["abpmse", "abesfmp", "abpmfse"], "abpmfsesfmp", "abpmfse"),
            (["abc", "cba"], "abcba", "abc"),
            // No stop is repeated without need.
            (["abcbd", "cbd"], "abcbd", "abcbd"), (["abd", "acd", "cb"], "acbd", "acbd"),
            (["abcd", "dxa"], "abcdxa", "abcdx"),
        ])
    func loops(patterns: [String], merged: String, once: String) {
        #expect(Self.merged(patterns) == merged)
        #expect(Self.merged(patterns, repeats: false) == once)
    }

    /// Random lines of few stops, of which about a third have an order without repeats.
    @Test("The order contradicts no trip, and repeats no stop where it need not")
    func contradictsNone() {
        var seed: UInt64 = 76
        func random(_ most: UInt64) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33 % most)
        }
        var agreed = 0
        for _ in 0..<3000 {
            let patterns = (0...random(4)).map { _ in
                String(
                    "abcdefg".filter { _ in random(2) == 0 }.shuffledOnce(random(3) == 0, random))
            }.filter { !$0.isEmpty }
            let (order, once) = (Self.merged(patterns), Self.merged(patterns, repeats: false))
            let letters = Set(patterns.joined())
            #expect(patterns.allSatisfy { Self.isIn($0, order) }, "\(patterns) \(order)")
            #expect(Set(order) == letters && Set(once) == letters && once.count == letters.count)
            guard Self.hasOrder(letters, patterns) else { continue }
            agreed += 1
            #expect(order.count == letters.count && order == once, "\(patterns) \(order)")
        }
        #expect(500...2900 ~= agreed)
    }

    /// Takes away one by one the stops before which no trip has another.
    private static func hasOrder(_ letters: Set<Character>, _ patterns: [String]) -> Bool {
        var (left, patterns) = (letters, patterns)
        while !left.isEmpty {
            let free = left.first { letter in
                patterns.allSatisfy { !$0.dropFirst().contains(letter) }
            }
            guard let free else { return false }
            left.remove(free)
            patterns = patterns.map { $0.filter { $0 != free } }
        }
        return true
    }
}

extension String {
    /// With two letters exchanged.
    fileprivate func shuffledOnce(_ isWanted: Bool, _ random: (UInt64) -> Int) -> String {
        guard isWanted, count > 1 else { return self }
        var letters = Array(self)
        letters.swapAt(random(UInt64(count)), random(UInt64(count)))
        return String(letters)
    }
}
