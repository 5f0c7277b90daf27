/// Short at first, a week in total.
package struct GrowingWindow {
    private let start: Double
    private let count: Int
    private var begin: Double
    private var length = 3600.0
    private var foundBefore = 0

    /// `start` is in seconds since 1970.
    package init(from start: Double, count: Int) {
        self.start = start
        self.count = count
        begin = start
    }

    /// Nil when there are enough events, or a week was searched: seven times 24 hours, excluding
    /// the last instant. `found` counts the events in all windows so far.
    package mutating func next(found: Int) -> (start: Double, duration: Double)? {
        if begin > start {
            // A longer window would list the whole next day after a night without service.
            length = min(length * 2, 12 * 3600)
            if found > foundBefore, found < count {
                // As long as the missing events take at the pace so far, and half as long again:
                // those beyond the last one are found in vain.
                let pace = (begin - start) / Double(found)
                length = min(length, max(900, pace * Double(count - found) * 1.5))
            }
        }
        foundBefore = found
        let end = start + 7 * 86_400
        guard found < count, begin < end else { return nil }
        let window = (start: begin, duration: min(length, end - begin))
        begin += window.duration
        return window
    }
}
