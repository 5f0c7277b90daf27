import TransitAPI
import TransitModel

extension ServerSource {
    func transfers(at stop: Stop) async throws -> [Transfer] {
        try await asking { conversation in
            try await conversation.places(.transfers, at: stop) { (list: TransferListDTO) in
                list.transfers.map(\.row)
            }
        }
    }

    func pathways(at stop: Stop) async throws -> [Pathway] {
        try await asking { conversation in
            try await conversation.places(.pathways, at: stop) { (list: PathwayListDTO) in
                list.pathways.map(\.row)
            }
        }
    }
}

extension Conversation {
    /// The rows about a stop; none when the feed lacks it.
    fileprivate func places<Payload: DTO, Row>(
        _ endpoint: Endpoint.Name, at stop: Stop, _ rows: (Payload) -> [Row]
    ) async throws -> [Row] {
        do {
            return try await pages(
                endpoint,
                query: [("stop", stop.askedID), ("limit", "\(ServerSource.longestPage)")], rows)
        } catch APIError.notFound(code: .notFound, _), APIError.notFound(code: .gone, _) {
            return []
        }
    }
}
