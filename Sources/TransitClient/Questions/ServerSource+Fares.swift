import TransitAPI
import TransitModel

extension ServerSource {
    func fares() async throws -> Fares {
        try await asking { conversation in
            try await conversation.fares([]).reduce(into: Fares()) { all, page in
                let part = page.model
                all.products += part.products
                all.media += part.media
                all.riderCategories += part.riderCategories
                all.legRules += part.legRules
                all.legJoinRules += part.legJoinRules
                all.transferRules += part.transferRules
                all.timeframes += part.timeframes
                all.areas += part.areas
                all.networks += part.networks
            }
        }
    }

    func fares(of route: Route) async throws -> [RouteFare] {
        try await asking { conversation in
            do {
                return Self.merged(try await conversation.fares([("route", route.askedID)]))
            } catch APIError.notFound(code: .notFound, _), APIError.notFound(code: .gone, _) {
                // A route that the feed lacks has the fares that apply everywhere.
                return Self.merged(try await conversation.fares([])).compactMap { fare in
                    var fare = fare
                    let isForAll = fare.rules.isEmpty
                    fare.rules = fare.rules.filter { $0.routeID == nil }
                    return isForAll || !fare.rules.isEmpty ? fare : nil
                }
            }
        }
    }

    /// The fares of all pages, each of which has a part of their rules.
    private static func merged(_ pages: [FareListDTO]) -> [RouteFare] {
        var fares = pages.first?.fares.map(\.model) ?? []
        for page in pages.dropFirst() {
            for (index, fare) in page.fares.enumerated() where fares.indices.contains(index) {
                fares[index].rules += fare.rules.map(\.row)
            }
        }
        return fares
    }
}

extension Conversation {
    fileprivate func fares(
        _ query: [(name: String, value: String)]
    ) async throws -> [FareListDTO] {
        try await pages(.fares, query: query) { (page: FareListDTO) in [page] }
    }
}
