/// The number of bytes that a server has sent while this process listened.
///
/// A server that sends a byte now and then is never silent, and could take hours.
struct Throughput {
    /// The fewest bytes a second; a modem of the nineties manages ten times as many.
    static let least = 100

    private var bytes = 0
    private var listened = Duration.zero
    private var lastLook: ContinuousClock.Instant

    init(since start: ContinuousClock.Instant) {
        lastLook = start
    }

    mutating func add(_ count: Int) {
        bytes += count
    }

    /// Whether too few bytes have arrived, decided each time a window has passed. Much more time
    /// than intended does not count.
    mutating func isTooSlow(_ window: Duration, at now: ContinuousClock.Instant) -> Bool {
        listened += min(now - lastLook, Silence.longestCount)
        lastLook = now
        guard listened >= window else { return false }
        defer { (bytes, listened) = (0, .zero) }
        return Double(bytes) < Double(Self.least) * (listened / .seconds(1))
    }
}
