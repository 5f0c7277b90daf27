import TransitBundle

extension TransitBundle {
    /// A value as it is to be shown: its names in a language, or as published when that is nil.
    func shown<Value: Sendable>(
        _ value: Value, in language: String?,
        _ translate: @Sendable (Translations, Value) async throws -> Value
    ) async throws -> Value {
        guard let language else { return value }
        return try await translate(try await translations(for: language), value)
    }
}
