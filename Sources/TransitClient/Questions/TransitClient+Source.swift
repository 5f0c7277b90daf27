public import TransitModel

/// The client answers what a bundle answers, with the same values and errors.
extension TransitClient: ForwardingSource {
    public func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        try await question(ServerSource(asker: asker, watch: watch))
    }

    /// An element whenever the server went on to another version, as far as its answers show it; while
    /// somebody waits, it is also asked every ``ClientSettings/versionInterval``.
    public func changes() -> AsyncStream<Void> { watch.changes() }
}
