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
        if let conversation {
            return Answer(try await questions(self), from: conversation.origin)
        }
        let answer = try await Conversation.leading(asker, watching: watch) { conversation in
            var source = self
            source.conversation = conversation
            return try await questions(source)
        }
        return Answer(answer.value, from: answer.origin)
    }

    func changes() -> AsyncStream<Void> { watch.changes() }
}
