import TransitAPI
import TransitModel

extension ServerSource {
    func extensionTables() async throws -> [ExtensionTable] {
        try await asking { try await $0.ask(ExtensionsQuestion.self).data.elements }
    }

    func extensionRows(of table: String, limit: Int) async throws -> [ExtensionRow] {
        try await asking { conversation in
            let missing = TransitSourceError.notFound(kind: "extension", id: table)
            guard Conversation.fitsPath(table) else { throw missing }
            do {
                return try await conversation.pages(
                    Asked<ExtensionRowsQuestion>(id: table), most: max(limit, 0)
                ) { $0.model.rows }
            } catch APIError.notFound(code: .notFound, _) {
                throw missing
            }
        }
    }

    func extensions(of stop: Stop) async throws -> [ExtensionRows] {
        try await find(StopQuestion.self, id: stop.askedID) { $0.part = .extensions }?.extensions
            ?? []
    }

    func extensions(of route: Route) async throws -> [ExtensionRows] {
        try await find(RouteQuestion.self, id: route.askedID) { $0.part = .extensions }?.extensions
            ?? []
    }

    func extensions(of trip: Trip) async throws -> [ExtensionRows] {
        try await find(TripQuestion.self, id: trip.tripID) { $0.part = .extensions }?.extensions
            ?? []
    }
}
