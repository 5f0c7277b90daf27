import Testing
import TransitModel

@testable import TransitRealtime

@Suite("Calls far from the timetable") struct FarCallsTests {
    private func windows(_ calls: [(expected: Int, scheduled: Int)]) -> [Range<Double>] {
        var far = FarCalls()
        for call in calls { far.add(expected: call.expected, scheduled: call.scheduled, at: "S") }
        far.add(expected: 50_100, scheduled: 1, at: "elsewhere")
        far.sort()
        return far.windows(at: ["S", "T"], from: 50_000, to: 53_600)
    }

    @Test("Without any there is one window, not much longer than that of the board")
    func near() {
        #expect(windows([]) == [49_520..<53_720])
        #expect(windows([(50_100, 49_620), (50_100, 50_220)]) == [49_520..<53_720])
    }

    @Test("A call that is hours late is looked for by itself")
    func late() {
        #expect(windows([(51_000, 20_000)]) == [20_000..<20_001, 49_520..<53_720])
        #expect(windows([(51_000, 90_000)]) == [49_520..<53_720, 90_000..<90_001])
    }

    @Test("Calls that are expected at another time do not matter")
    func otherTime() {
        #expect(windows([(49_999, 20_000), (53_600, 20_000)]) == [49_520..<53_720])
        #expect(
            windows([(50_000, 20_000), (53_599, 30_000)]) == [
                20_000..<20_001, 30_000..<30_001, 49_520..<53_720,
            ])
    }

    @Test("Windows that are close together are one")
    func close() {
        #expect(windows([(50_100, 49_300)]) == [49_300..<53_720])
        #expect(
            windows([(51_000, 20_000), (51_500, 20_500), (51_800, 20_900)]) == [
                20_000..<20_901, 49_520..<53_720,
            ])
    }

    @Test("However many calls are late, the windows are few and have all of them")
    func many() {
        let calls = (0..<40).map { (expected: 50_000 + 90 * $0, scheduled: 40_000 - 1000 * $0) }
        let found = windows(calls)
        #expect(2...8 ~= found.count)
        for call in calls {
            #expect(found.contains { $0.contains(Double(call.scheduled)) })
        }
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }
}
