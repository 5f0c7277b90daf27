import Testing
import TransitModel

@Suite("Windows in which the next events are looked for") struct GrowingWindowTests {
    /// The windows when each of them has some events.
    private func windows(count: Int, each: Int) -> [(start: Double, duration: Double)] {
        var window = GrowingWindow(from: 1000, count: count)
        var windows: [(start: Double, duration: Double)] = []
        var found = 0
        while let next = window.next(found: found) {
            windows.append(next)
            found += each
        }
        return windows
    }

    @Test("Without events they cover a week, one after the other, none longer than half a day")
    func week() {
        let windows = windows(count: 1, each: 0)
        var end = 1000.0
        for window in windows {
            #expect(window.start == end && window.duration <= 12 * 3600)
            end += window.duration
        }
        #expect(end == 1000 + 7 * 86_400)
        #expect(windows.prefix(3).map(\.duration) == [3600, 7200, 14_400])
    }

    @Test("Many events in an hour make the next window as long as the missing ones take")
    func pace() {
        let windows = windows(count: 90, each: 60)
        #expect(windows.map(\.duration) == [3600, 2700])
    }

    @Test("No events are wanted: no window", arguments: [0, -1, .min])
    func none(count: Int) {
        #expect(windows(count: count, each: 0).isEmpty)
    }
}
