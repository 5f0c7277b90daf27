/// How patient a download is.
package struct DownloadSettings: Sendable {
    package var limits = DownloadLimits()
    package var retry = RetryPolicy()
    /// The clock that patience is measured by.
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }

    package init() {}
}
