import FeedCompiling
import TestSupport
import Testing

@Suite("Lists of distances")
struct DistanceListTests {
    /// The value that a feed writes with so many decimals.
    private func value(_ distance: Double, decimals: Int) -> DistanceList.Value {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        return DistanceList.Value(
            distance: (distance * scale).rounded() / scale, decimals: UInt(decimals))
    }

    private func isClose(_ found: Double?, _ expected: Double) -> Bool {
        guard let found else { return expected.isNaN }
        return abs(found - expected) <= max(0.01, abs(expected) * 1e-4)
    }

    @Test("Random lists come back within 1 in 10,000 or 0.01", arguments: [false, true])
    func random(_ prefersCurve: Bool) throws {
        var generator = SeededGenerator(seed: 7)
        var widths: Set<Int> = []
        for _ in 0..<4000 {
            let decimals = Int.random(in: 0...8, using: &generator)
            let scales: [Double] = [1, 60, 5000, 70_000, 2e7, 5e9, 9e11]
            let largest = scales.randomElement(using: &generator) ?? 1
            let values = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
                Int.random(in: 0..<6, using: &generator) == 0
                    ? DistanceList.Value.blank
                    : value(Double.random(in: 0...largest, using: &generator), decimals: decimals)
            }
            let list = DistanceList(values, prefersCurve: prefersCurve)
            guard values.contains(where: { !$0.distance.isNaN }) else {
                #expect(list == nil)
                continue
            }
            let found = try #require(list)
            widths.insert(found.width)
            #expect(found.count == values.count)
            #expect(found.codes.count == found.count * found.width)
            for (position, value) in values.enumerated() {
                guard isClose(found[position], value.distance),
                    (found[position] == nil) == value.distance.isNaN
                else {
                    Issue.record("\(value) became \(String(describing: found[position]))")
                    return
                }
            }
        }
        #expect(widths.isSuperset(of: prefersCurve ? [2, 6] : [2, 3, 4, 6]))
    }

    @Test("With up to six decimals a linear list is exact")
    func exact() throws {
        let texts: [(Double, UInt)] = [(0, 0), (0.123456, 6), (4.5, 1), (12.000001, 6)]
        let list = try #require(
            DistanceList(texts.map { DistanceList.Value(distance: $0.0, decimals: $0.1) }))
        #expect((0..<4).map { list[$0] } == texts.map { $0.0 })
    }

    @Test("Negative distances and single values keep their place")
    func negative() throws {
        let values = [-5.5, 0, .nan, 7.25].map { DistanceList.Value(distance: $0, decimals: 2) }
        let list = try #require(DistanceList(values, prefersCurve: true))
        #expect((0..<4).map { list[$0] } == [-5.5, 0, nil, 7.25])
        let single = try #require(DistanceList([DistanceList.Value(distance: 0, decimals: 0)]))
        #expect(single[0] == 0)
    }

    @Test("A curved list takes two bytes a value and grows with its codes")
    func curve() throws {
        let values = (0..<20_000).map { DistanceList.Value(distance: Double($0), decimals: 0) }
        let list = try #require(DistanceList(values, prefersCurve: true))
        #expect(list.isCurved)
        #expect(list.width == 2)
        let found = (0..<values.count).map { list[$0] ?? -1 }
        #expect(zip(found, found.dropFirst()).allSatisfy { $0 <= $1 })
    }
}
