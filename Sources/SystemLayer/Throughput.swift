package enum DownloadBounds {
    /// A server that is silent for so long is given up.
    package static let silence = Duration.seconds(60)
    /// The fewest bytes a second; a modem of the nineties manages ten times as many.
    package static let leastBytesPerSecond = 100
    package static let total = Duration.seconds(6 * 3600)
    /// The most that counts of the time between two checks. A busy or sleeping machine may stop a
    /// process for a minute, for which the server is not to blame.
    package static let longestCount = Duration.milliseconds(1500)
}

/// Counted while this process listened.
///
/// A server that sends a byte now and then is never silent, and could take hours.
package struct Throughput {
    private var bytes = 0
    private var listened = Duration.zero
    private var lastLook: ContinuousClock.Instant

    package init(since start: ContinuousClock.Instant) {
        lastLook = start
    }

    package mutating func add(_ count: Int) {
        bytes += count
    }

    package mutating func isTooSlow(
        _ window: Duration = DownloadBounds.silence, at now: ContinuousClock.Instant
    ) -> Bool {
        listened += min(now - lastLook, DownloadBounds.longestCount)
        lastLook = now
        guard listened >= window else { return false }
        defer { (bytes, listened) = (0, .zero) }
        return Double(bytes) < Double(DownloadBounds.leastBytesPerSecond) * (listened / .seconds(1))
    }
}
