public import Foundation
public import TransitModel

// The error of questions, so that an app that catches it needs to import only this module.
@_exported public import enum TransitAPI.APIError

/// Asks a server the questions that a bundle answers on the device.
///
/// ```swift
/// let client = TransitClient(server, transport: URLSessionTransport())
/// let stops = try await client.stops(matching: "orl caf", limit: 5)
/// let names = stops.map(\.stopName)  // ["Café Orléans, Crow's Rest"]
/// ```
///
/// Equal questions at the same time are sent once, answers are cached as long as they are valid,
/// and lost connections are retried. Errors are `APIError`, or `CancellationError`.
public final class TransitClient: Sendable {
    /// The address of the server, without the path of its API.
    public let server: URL
    /// The feed to ask, on a server with several; nil for the only one.
    public let feed: String?
    let asker: any QuestionAsker
    let settings: ClientSettings
    let watch: VersionWatch

    /// Creates a client; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - server: the address, such as `https://transit.example`; a trailing `/api/v1` is removed.
    ///   - feed: the feed, on a server with several.
    ///   - transport: sends requests: `URLSessionTransport`, `CurlTransport` on Linux,
    ///     ``MockTransport`` in previews and tests.
    ///   - settings: how the client asks.
    public init(
        _ server: URL, feed: String? = nil, transport: any Transport,
        settings: ClientSettings = ClientSettings()
    ) {
        let address = ServerAddress(server)
        self.server = address.url
        self.feed = feed
        self.settings = settings
        let asker = HTTPAsker(address, feed: feed, transport: transport, settings: settings)
        self.asker = asker
        watch = VersionWatch(
            asker, every: settings.versionInterval, orLive: settings.realtimeInterval,
            sleep: settings.clock.sleep)
    }
}

extension TransitClient: ForwardingSource {
    public func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        try await question(ServerSource(asker: asker, watch: watch))
    }

    /// Yields whenever the answers of the server show that it has switched to another version.
    /// While a caller waits, the server is also asked every ``ClientSettings/versionInterval``; a
    /// server with live data every ``ClientSettings/realtimeInterval``, each time of which there
    /// may be newer data.
    public func changes() -> AsyncStream<Void> { watch.changes() }
}
