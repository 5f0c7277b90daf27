/// How long a server has sent nothing to this process while it listened.
///
/// A busy or sleeping machine may not let a process run for a minute. What the server has sent
/// meanwhile is received afterwards, and before that it cannot be blamed for silence.
struct Silence {
    /// The longest time to listen without a look at the clock.
    static let longestLook = Duration.seconds(1)
    /// How much later than asked for a process may run again that is not kept from it.
    private static let delay = Duration.milliseconds(500)

    private(set) var duration = Duration.zero
    private var lastLook: ContinuousClock.Instant

    init(since start: ContinuousClock.Instant) {
        lastLook = start
    }

    /// Nothing has come until now. Time that was much longer than it was to be does not count.
    mutating func listen(until now: ContinuousClock.Instant) {
        duration += min(now - lastLook, Self.longestLook + Self.delay)
        lastLook = now
    }
}
