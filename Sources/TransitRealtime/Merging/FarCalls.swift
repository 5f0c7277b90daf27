import BundleCodec
import TransitModel

/// Rule 24, the window of a board is of expected times: which calls the timetable has far from it.
/// All other calls are near.
struct FarCalls: Sendable {
    /// Most calls are within these limits; looking for them costs a board little.
    private static let mostLate = 480
    private static let mostEarly = 120

    /// In seconds; closer windows of the timetable are read as one.
    private static let gap = 600.0
    /// However late a place is.
    private static let mostWindows = 8

    private var calls: [StopID: [Call]] = [:]

    /// Ordered by expected instant. There may be as many as there are stop updates, so both numbers
    /// are stored in one.
    private struct Call: Comparable {
        private let bits: Int

        init(expected: Int, delay: Int) {
            bits = expected << 20 | (delay + Self.mostDelay) & (2 * Self.mostDelay - 1)
        }

        var expected: Double { Double(bits >> 20) }
        var scheduled: Double {
            expected - Double(bits & (2 * Self.mostDelay - 1) - Self.mostDelay)
        }

        /// Nothing is half as far from its schedule.
        private static let mostDelay = 1 << 19

        static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }
    }

    /// Returns whether the event was added: near ones are not. Times are in seconds since 1970.
    @discardableResult
    mutating func add(expected: Int, scheduled: Int, at place: String) -> Bool {
        let delay = expected - scheduled
        guard delay > Self.mostLate || -delay > Self.mostEarly else { return false }
        let call = Call(expected: expected, delay: delay)
        let place = StopID(place)
        // Arrival and departure are often the same.
        guard calls[place]?.last != call else { return false }
        calls[place, default: []].append(call)
        return true
    }

    /// Releases the room that growing lists keep as well.
    mutating func sort() {
        calls = calls.mapValues { $0.sorted() }
    }

    /// The windows contain all events of the places expected in the given one, disjoint and in
    /// order. Times are in seconds since 1970.
    func windows(at places: Set<StopID>, from start: Double, to end: Double) -> [Range<Double>] {
        var windows = [
            start - Double(Self.mostLate)..<max(start, end) + Double(Self.mostEarly)
        ]
        for place in places {
            guard let calls = calls[place] else { continue }
            for call in calls[calls.indices.bisected { calls[$0].expected >= start }...] {
                guard call.expected < end else { break }
                windows.append(call.scheduled..<call.scheduled + 1)
            }
        }
        windows.sort { $0.lowerBound < $1.lowerBound }
        var gap = Self.gap
        repeat {
            windows = Self.joined(windows, gap: gap)
            gap *= 2
        } while windows.count > Self.mostWindows
        return windows
    }

    private static func joined(_ windows: [Range<Double>], gap: Double) -> [Range<Double>] {
        var joined: [Range<Double>] = []
        for window in windows {
            if let last = joined.last, window.lowerBound - last.upperBound < gap {
                joined[joined.count - 1] =
                    last.lowerBound..<max(last.upperBound, window.upperBound)
            } else {
                joined.append(window)
            }
        }
        return joined
    }
}
