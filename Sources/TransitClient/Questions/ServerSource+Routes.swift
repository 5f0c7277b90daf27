import TransitAPI
import TransitModel

extension ServerSource {
    func routes() async throws -> [Route] {
        try await asking { conversation in try await conversation.routes() }
    }

    func route(id: String) async throws -> Route {
        try await asking { conversation in
            let found: Route?
            if Conversation.isShort(id) {
                let list: RouteListDTO? = try await conversation.find(.routes, [("ids", id)])
                found = list?.model.first
            } else {
                let details: RouteDetailsDTO? = try await conversation.find(.route, id: id)
                found = details?.route
            }
            guard let found else { throw TransitSourceError.notFound(kind: "route", id: id) }
            return found
        }
    }

    func route(rid: Int64) async throws -> Route {
        try await asking { conversation in
            let list: RouteListDTO? = try await conversation.find(.routes, [("rids", "\(rid)")])
            guard let route = list?.model.first else {
                throw TransitSourceError.notFound(kind: "route", id: "rid:\(rid)")
            }
            return route
        }
    }

    func routes(matching text: String, limit: Int) async throws -> [Route] {
        try await asking { conversation in
            guard let text = SearchText.asked(text), limit > 0 else { return [] }
            return try await conversation.routes([("q", text)], most: limit)
        }
    }

    func routes(of stop: Stop) async throws -> [Route] {
        try await details(of: stop).routes
    }

    func routes(of agency: Agency) async throws -> [Route] {
        try await asking { conversation in
            let id = agency.agencyID ?? ""
            if Conversation.isShort(id) {
                do {
                    return try await conversation.routes([("agency", id)])
                } catch APIError.notFound(code: .notFound, _) {
                    // As below: the feed does not name the agency.
                }
            }
            // In a feed of one agency, a route that names none belongs to it.
            let agencies: ListDTO<Agency> = try await conversation.ask(.agencies).data
            let isOnly = agencies.elements.count == 1
            return try await conversation.routes().filter { route in
                guard let named = route.agencyID, !named.isEmpty else { return isOnly }
                return AgencyID(named) == agency.agencyID.map(AgencyID.init)
            }
        }
    }

    func directions(of route: Route) async throws -> [RouteDirection] {
        try await asking { conversation in
            let details: RouteDetailsDTO? = try await conversation.find(.route, id: route.askedID)
            return details?.directions.map(\.model) ?? []
        }
    }

    func stops(of route: Route, direction: Int?) async throws -> [Stop] {
        try await asking { conversation in
            let query = direction.map { [(name: "direction", value: "\($0)")] } ?? []
            guard direction.map(Self.isDirection) ?? true else { return [] }
            let answer: RouteStopsDTO? = try await conversation.find(
                .routeStops, id: route.askedID, query)
            return answer?.stops ?? []
        }
    }

    func shapes(of route: Route, direction: Int?) async throws -> [TripShape] {
        try await asking { conversation in
            let details: RouteDetailsDTO? = try await conversation.find(.route, id: route.askedID)
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
        try await asking { conversation in
            let list: TimetableListDTO? = try await conversation.find(
                .timetable, id: route.askedID, [("date", date.description)])
            return list?.timetables ?? []
        }
    }

    static func isDirection(_ number: Int) -> Bool { 0...1 ~= number }
}

extension Conversation {
    fileprivate func routes(
        _ query: [(name: String, value: String)] = [], most: Int = .max
    ) async throws -> [Route] {
        try await pages(.routes, query: query, most: most) { (list: RouteListDTO) in list.model }
    }

    func shape(_ id: String) async throws -> TripShape? {
        let shape: ShapeDTO? = try await find(
            .shape, id: id, [("format", ShapeFormat.geojson.rawValue)])
        return shape?.model
    }
}

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

extension Conversation {
    fileprivate func fares(
        _ query: [(name: String, value: String)]
    ) async throws -> [FareListDTO] {
        try await pages(.fares, query: query) { (page: FareListDTO) in [page] }
    }
}
