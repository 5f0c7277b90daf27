public import TransitModel

/// The client answers the questions that a bundle answers, with the same values and errors.
extension TransitClient: ForwardingSource {
    public func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        try await question(ServerSource(asker: asker, watch: watch))
    }

    /// Yields whenever the server has switched to another version, as far as its answers show it.
    /// While a caller waits, it is also asked every ``ClientSettings/versionInterval``.
    public func changes() -> AsyncStream<Void> { watch.changes() }
}
