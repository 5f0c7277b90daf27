import Foundation
import TransitAPI
import TransitModel

extension ServerSource {
    func speaking(_ language: String) async throws -> any TransitSource {
        var source = self
        // The identifiers of locales have a different separator.
        let language = language.replacingOccurrences(of: "_", with: "-")
        // No feed has names in something that is not a language tag.
        source.language = AskingManner(language: language).languageTag
        return source
    }

    func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        if let session {
            return Answer(try await questions(self), from: session.origin)
        }
        let answer = try await VersionSession.leading(asker, watching: watch) { session in
            var source = self
            source.session = session
            return try await questions(source)
        }
        return Answer(answer.value, from: answer.origin)
    }

    func changes() -> AsyncStream<Void> { watch.changes() }
}
