/// How often, and after which waits, a download is tried again.
///
/// The waits are random between nothing and a bound that doubles each time ("full jitter"), so
/// that thousands of clients that failed together do not come back together.
package struct RetryPolicy: Sendable {
    /// Attempts after the first.
    package var retries = 4
    /// The bound of the first wait.
    package var base: Duration = .milliseconds(500)
    /// The longest wait, also when the server asks for one.
    package var longest: Duration = .seconds(60)
    /// A number from 0 to 1.
    package var random: @Sendable () -> Double = { .random(in: 0...1) }
    /// Waits in the place of what can be cancelled.
    package var sleep: (@Sendable (Duration) -> Void)?

    package init() {}

    /// How long to wait before an attempt, 1 for the first one again.
    func delay(before attempt: Int) -> Duration {
        let doublings = min(attempt - 1, 30)
        return min(longest, base * (1 << doublings)) * random()
    }
}
