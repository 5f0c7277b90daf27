import TransitAPI
import TransitModel

extension ServerSource {
    func extensionTables() async throws -> [ExtensionTable] {
        try await asking { conversation in
            let list: ListDTO<ExtensionTable> = try await conversation.ask(.extensions).data
            return list.elements
        }
    }

    func extensionRows(of table: String, limit: Int) async throws -> [ExtensionRow] {
        try await asking { conversation in
            let missing = TransitSourceError.notFound(kind: "extension", id: table)
            guard Conversation.fitsPath(table) else { throw missing }
            let most = max(limit, 0)
            do {
                return try await conversation.pages(
                    .extensionRows, id: table,
                    query: [("limit", "\(min(max(most, 1), Self.longestPage))")], most: most
                ) { (page: ModelDTO<ExtensionRows>) in page.model.rows }
            } catch APIError.notFound(code: .notFound, _) {
                throw missing
            }
        }
    }

    func extensions(of stop: Stop) async throws -> [ExtensionRows] {
        try await asking { conversation in
            let found: StopDetailsDTO? = try await conversation.find(
                .stop, id: stop.askedID, Self.withExtensions)
            return found?.extensions ?? []
        }
    }

    func extensions(of route: Route) async throws -> [ExtensionRows] {
        try await asking { conversation in
            let found: RouteDetailsDTO? = try await conversation.find(
                .route, id: route.askedID, Self.withExtensions)
            return found?.extensions ?? []
        }
    }

    func extensions(of trip: Trip) async throws -> [ExtensionRows] {
        try await asking { conversation in
            let found: TripDetailsDTO? = try await conversation.find(
                .trip, id: trip.tripID, Self.withExtensions)
            return found?.extensions ?? []
        }
    }

    private static let withExtensions = [
        (name: "with", value: DetailsPart.extensions.rawValue)
    ]
}
