import Foundation
import TransitAPI
import TransitModel

extension ServerSource {
    func speaking(_ language: String) async throws -> any TransitSource {
        var source = self
        // The identifiers of locales have another line between their parts.
        let language = language.replacingOccurrences(of: "_", with: "-")
        // A header has room for tags only; no feed has names in anything else.
        let isTag = language.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        source.language = isTag && !language.isEmpty ? language : nil
        return source
    }

    func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        if let conversation {
            return Answer(try await questions(self), from: conversation.origin)
        }
        let answer = try await Conversation.leading(asker, watch) { conversation in
            var source = self
            source.conversation = conversation
            return try await questions(source)
        }
        return Answer(answer.value, from: answer.origin)
    }

    func changes() -> AsyncStream<Void> { watch.changes() }
}
