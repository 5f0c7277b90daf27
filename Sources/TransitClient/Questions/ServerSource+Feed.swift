import TransitAPI
import TransitModel

extension ServerSource {
    func feed() async throws -> FeedDescription {
        try await asking { conversation in
            try await conversation.ask(.feed, as: FeedDTO.self).data.model
        }
    }

    func languages() async throws -> [String] {
        try await asking { conversation in
            try await conversation.ask(.feed, as: FeedDTO.self).data.languages
        }
    }
}
