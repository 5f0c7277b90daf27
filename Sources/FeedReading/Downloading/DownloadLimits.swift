/// What a download is not allowed to go past.
package struct DownloadLimits: Sendable, Equatable {
    /// The most bytes, beside the limit for everything that is unpacked.
    package var maxBytes: Int64?
    /// A server that is silent for this long is given up.
    package var idleTimeout: Duration = .seconds(60)
    /// An attempt that takes longer is given up.
    package var totalTimeout: Duration = .seconds(6 * 3600)
    package var maxRedirects = 10

    package init() {}
}
