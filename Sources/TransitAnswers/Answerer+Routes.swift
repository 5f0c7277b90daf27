package import TransitAPI
import TransitBundle
import TransitModel

extension Answerer {
    package func routes() async throws -> Envelope<RouteListDTO> {
        let asked = Asked<RoutesQuestion>(question)
        var routes: [Route]
        var notes: [Note] = []
        if asked.has(\.ids) {
            (routes, notes) = try await self.routes(asked.ids, field: "ids") {
                try await context.source.route(id: $0)
            }
        } else if asked.has(\.rids) {
            (routes, notes) = try await self.routes(asked.rids, field: "rids") {
                try await context.source.route(rid: $0)
            }
        } else if let text = asked.text {
            routes = try await context.source.routes(matching: text, limit: .max)
        } else if let id = asked.agency {
            routes = try await context.source.routes(of: try await agency(id))
        } else {
            routes = try await context.source.routes()
        }
        if let id = asked.agency, asked.has(\.ids) || asked.has(\.rids) || asked.has(\.text) {
            let own = Set(
                try await context.bundle.routes(of: try await agency(id)).map(\.rid))
            routes = routes.filter { own.contains($0.rid) }
        }
        let types = asked.types
        if !types.isEmpty { routes = routes.filter { types.contains($0.type) } }
        let start = try position()
        guard 0...routes.count ~= start else { throw Self.noPage }
        let end = min(start + Self.most, routes.count)
        return page(
            RouteListDTO(Array(routes[start..<end]), from: start), from: start, count: Self.most,
            hasMore: end < routes.count, notes: notes)
    }

    private static let most = 5000

    private func routes<Key>(
        _ keys: [Key], field: String, _ route: (Key) async throws -> Route
    ) async throws -> (routes: [Route], notes: [Note]) {
        var routes: [Route] = []
        var missing: [String] = []
        for key in keys {
            do {
                routes.append(try await route(key))
            } catch TransitSourceError.notFound {
                missing.append("\(key)")
            }
        }
        return (routes, context.missing(missing, field: field))
    }

    func agency(_ id: String) async throws -> Agency {
        let agencies = try await context.bundle.feed().agencies
        let wanted = AgencyID(id)
        if let agency = agencies.first(where: { $0.agencyID.map(AgencyID.init) == wanted }) {
            return agency
        }
        throw APIFailure(
            .notFound, field: "agency",
            "The feed has no agency \(id.prefix(60))."
                + AnswerContext.hint(id, among: agencies.compactMap(\.agencyID)))
    }

    package func route() async throws -> Envelope<RouteDetailsDTO> {
        let route = try await context.route(question.id)
        var directions: [RouteDirectionDTO] = []
        for direction in try await context.source.directions(of: route) {
            var shapes: [String] = []
            if let id = direction.directionID {
                shapes = try await context.bundle.shapeIDs(of: route, direction: id)
            }
            directions.append(RouteDirectionDTO(direction, shapeIDs: shapes))
        }
        var details = RouteDetailsDTO(
            route: route, agency: try await agency(of: route), directions: directions,
            shapeIDs: try await context.bundle.shapeIDs(of: route))
        if Asked<RouteQuestion>(question).part == .extensions {
            details.extensions = try await context.source.extensions(of: route)
        }
        details.alerts = try await alerts(.route(route), at: context.now)
        return context.answer(details)
    }

    /// In a feed with one agency, routes that name none belong to it.
    func agency(of route: Route) async throws -> Agency? {
        let agencies = try await context.source.feed().agencies
        guard let id = route.agencyID, !id.isEmpty else {
            return agencies.count == 1 ? agencies.first : nil
        }
        return agencies.first { $0.agencyID.map(AgencyID.init) == AgencyID(id) }
    }

    package func routeStops() async throws -> Envelope<RouteStopsDTO> {
        let asked = Asked<RouteStopsQuestion>(question)
        let route = try await context.route(asked.id)
        let stops = try await context.source.stops(of: route, direction: asked.direction)
        return context.answer(
            RouteStopsDTO(route: route, directionID: asked.direction, stops: stops))
    }

    package func timetable() async throws -> Envelope<TimetableListDTO> {
        let asked = Asked<TimetableQuestion>(question)
        let route = try await context.route(asked.id)
        let date = asked.date ?? context.bundle.date(at: context.now)
        var timetables = try await context.source.timetables(of: route, on: date)
        if let direction = asked.direction {
            timetables = timetables.filter { $0.directionID == direction }
        }
        let outside = context.outside(date, field: asked.has(\.date) ? "date" : nil)
        return context.answer(
            TimetableListDTO(route: route, date: date, timetables: timetables),
            notes: (outside.map { [$0] } ?? []) + (try await hidden(route, date)))
    }

    /// Trips that run but are in no timetable, or not with all their calls.
    private func hidden(_ route: Route, _ date: ServiceDate) async throws -> [Note] {
        let trips = try await context.bundle.hiddenTrips(of: route, on: date)
        let notes: [(Note.Code, [String], String)] = [
            (
                .hiddenTrips, trips.withoutStops + trips.withoutCalls,
                "Some trips that run on \(date) are not shown: the feed does not define their "
                    + "stops, or gives none."
            ),
            (
                .hiddenCalls, trips.withoutSomeStops,
                "Some calls of trips are not shown: the feed does not define their stops."
            ),
        ]
        return notes.filter { !$0.1.isEmpty }.map {
            Note($0, $2, ids: Array($1.prefix(Self.mostHidden)))
        }
    }

    private static let mostHidden = 100
}
