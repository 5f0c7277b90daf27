/// How patient a download is.
package struct DownloadSettings: Sendable {
    package var limits = DownloadLimits()
    package var retry = RetryPolicy()

    package init() {}
}
