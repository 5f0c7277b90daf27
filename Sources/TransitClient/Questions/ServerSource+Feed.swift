import TransitAPI
import TransitModel

extension ServerSource {
    func feed() async throws -> FeedDescription {
        try await asking { talk in
            try await talk.ask(.feed, as: FeedDTO.self).data.model
        }
    }

    func languages() async throws -> [String] {
        try await asking { talk in
            try await talk.ask(.feed, as: FeedDTO.self).data.languages
        }
    }
}
