/// The number of further attempts of a download, and the waits before them.
///
/// Waits are random between 0 and a bound that doubles each time ("full jitter"), so that thousands
/// of clients that failed together do not return together.
package struct RetryPolicy: Sendable {
    /// Attempts after the first.
    package var retries = 4
    /// The bound of the first wait.
    package var base: Duration = .milliseconds(500)
    /// The longest wait. If a server asks for a longer one, the download fails at once.
    package var longest: Duration = .seconds(60)
    /// A number from 0 to 1.
    package var random: @Sendable () -> Double = { .random(in: 0...1) }

    package init() {}

    /// Whether a failure with this HTTP status may pass soon.
    package static func mayPass(_ status: Int) -> Bool {
        [408, 425, 429, 500, 502, 503, 504].contains(status)
    }

    /// The time to wait before an attempt; 1 is the first repetition.
    package func delay(before attempt: Int) -> Duration {
        let doublings = min(attempt - 1, 30)
        return min(longest, base * (1 << doublings)) * random()
    }
}
