import TransitAPI
import TransitModel

extension ServerSource {
    func routes() async throws -> [Route] {
        try await asking { try await $0.routes() }
    }

    func route(id: String) async throws -> Route {
        let found =
            if Conversation.isShort(id) {
                try await find(RoutesQuestion.self) { $0.ids = [id] }?.model.first
            } else {
                try await find(RouteQuestion.self, id: id)?.route
            }
        guard let found else { throw TransitSourceError.notFound(kind: "route", id: id) }
        return found
    }

    func route(rid: Int64) async throws -> Route {
        let found = try await find(RoutesQuestion.self) { $0.rids = [rid] }?.model.first
        guard let found else {
            throw TransitSourceError.notFound(kind: "route", id: "rid:\(rid)")
        }
        return found
    }

    func routes(matching text: String, limit: Int) async throws -> [Route] {
        try Task.checkCancellation()
        guard let text = SearchText.asked(text), limit > 0 else { return [] }
        return try await asking { try await $0.routes(most: limit) { $0.text = text } }
    }

    func routes(of stop: Stop) async throws -> [Route] {
        try await details(of: stop).routes
    }

    func routes(of agency: Agency) async throws -> [Route] {
        try await asking { conversation in
            let id = agency.agencyID ?? ""
            if Conversation.isShort(id) {
                do {
                    return try await conversation.routes { $0.agency = id }
                } catch APIError.notFound(code: .notFound, _) {
                    // As below: the feed does not name the agency.
                }
            }
            // In a feed of one agency, a route that names none belongs to it.
            let isOnly = try await conversation.ask(AgenciesQuestion.self).data.elements.count == 1
            return try await conversation.routes().filter { route in
                guard let named = route.agencyID, !named.isEmpty else { return isOnly }
                return AgencyID(named) == agency.agencyID.map(AgencyID.init)
            }
        }
    }

    func directions(of route: Route) async throws -> [RouteDirection] {
        try await find(RouteQuestion.self, id: route.askedID)?.directions.map(\.model) ?? []
    }

    func stops(of route: Route, direction: Int?) async throws -> [Stop] {
        try Task.checkCancellation()
        guard direction.map(Self.isDirection) ?? true else { return [] }
        return try await find(RouteStopsQuestion.self, id: route.askedID) {
            $0.direction = direction
        }?.stops ?? []
    }

    func shapes(of route: Route, direction: Int?) async throws -> [TripShape] {
        try await asking { conversation in
            let details = try await conversation.find(RouteQuestion.self, id: route.askedID)
            var ids = details?.shapeIDs ?? []
            if let direction {
                ids = details?.directions.first { $0.directionID == direction }?.shapeIDs ?? []
            }
            return try await conversation.each(ids) { conversation, id in
                try await conversation.shape(id)
            }
            .compactMap { $0 }
        }
    }

    func timetables(of route: Route, on date: ServiceDate) async throws -> [Timetable] {
        try await find(TimetableQuestion.self, id: route.askedID) { $0.date = date }?.timetables
            ?? []
    }

    static func isDirection(_ number: Int) -> Bool { 0...1 ~= number }
}

extension Conversation {
    fileprivate func routes(
        most: Int = .max, _ change: (inout Asked<RoutesQuestion>) -> Void = { _ in }
    ) async throws -> [Route] {
        try await pages(Asked(change), most: most) { $0.model }
    }

    func shape(
        _ id: String, _ change: (inout Asked<ShapeQuestion>) -> Void = { _ in }
    ) async throws -> TripShape? {
        try await find(ShapeQuestion.self, id: id) {
            $0.format = .geojson
            change(&$0)
        }?.model
    }

    fileprivate func fares(of route: String?) async throws -> [FareListDTO] {
        try await pages(Asked<FaresQuestion> { $0.route = route }) { [$0] }
    }
}

extension ServerSource {
    func fares() async throws -> Fares {
        try await asking { try await $0.fares(of: nil) }.reduce(into: Fares()) { all, page in
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

    func fares(of route: Route) async throws -> [RouteFare] {
        try await asking { conversation in
            let known = try await conversation.known {
                try await conversation.fares(of: route.askedID)
            }
            if let known { return Self.merged(known) }
            // A route that the feed lacks has the fares that apply everywhere.
            return Self.merged(try await conversation.fares(of: nil)).compactMap { fare in
                var fare = fare
                let isForAll = fare.rules.isEmpty
                fare.rules = fare.rules.filter { $0.routeID == nil }
                return isForAll || !fare.rules.isEmpty ? fare : nil
            }
        }
    }

    private static func merged(_ pages: [FareListDTO]) -> [RouteFare] {
        var fares = pages.first?.fares ?? []
        for page in pages.dropFirst() {
            for (index, fare) in page.fares.enumerated() where fares.indices.contains(index) {
                fares[index].rules += fare.rules
            }
        }
        return fares
    }
}
