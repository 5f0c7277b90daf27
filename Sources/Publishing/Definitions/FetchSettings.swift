/// How a feed is fetched: `fetch` in a definition.
package struct FetchSettings: Sendable, Equatable {
    /// A server that is silent for this long is given up.
    package var timeout: Duration = .seconds(60)
    /// An attempt that takes longer is given up.
    package var totalTimeout: Duration = .seconds(3600)
    /// How often it is tried again.
    package var retries = 4
    /// The longest wait before the second attempt; each further one may wait twice as long.
    package var retryDelay: Duration = .seconds(1)
    /// The longest wait at all, also when the server asks for one.
    package var maxWait: Duration = .seconds(300)
    /// The most bytes that are downloaded.
    package var maxDownload: Int64 = 4_000_000_000
    package var maxRedirects = 10

    package init() {}
}
