import Foundation
import TransitAPI
import TransitModel

extension ServerSource {
    func realtimeState() async throws -> RealtimeState? {
        try await asking { conversation in
            if let known = conversation.session.realtime { return known }
            if conversation.session.hasLiveData == false { return nil }
            return try await conversation.ask(.feed, as: FeedDTO.self).realtime
        }
    }

    func alerts(
        about subject: AlertSubject, at moment: Date?
    ) async throws -> [ServiceAlert] {
        try await asking { conversation in
            guard try await conversation.hasLiveData() else { return [] }
            switch subject {
            case .everything: return try await conversation.alerts([], at: moment)
            case .feed: return try await conversation.alertsOfFeed(at: moment)
            case .stop(let stop): return try await conversation.alerts(at: stop, at: moment)
            case .route(let route):
                return try await conversation.alerts([("route", route.askedID)], at: moment)
            case .trip(let trip, let date, let start):
                return try await conversation.alerts(of: trip, on: date, start, at: moment)
            }
        }
    }

    func vehicles(matching filter: VehicleFilter) async throws -> [LiveVehicle] {
        try await asking { conversation in
            guard try await conversation.hasLiveData() else { return [] }
            var query: [(name: String, value: String)] = []
            if let box = filter.box {
                guard let asked = BoxQuery(box) else { return [] }
                query += asked.query
            }
            // A server takes keys and texts of some length for ids; the rest is looked for here.
            if let route = filter.routeID, BoardSearch.isRouteID(route) {
                query.append(("route", route))
            }
            if let trip = filter.tripID, Conversation.isShort(trip) { query.append(("trip", trip)) }
            return try await conversation.live(.vehicles, query: query) {
                (list: ListDTO<LiveVehicle>) in list.elements
            }
            .filter(filter.admits)
        }
    }
}

extension Conversation {
    /// Whether the server has live data, which earlier answers show. A server without any may not
    /// know the questions about it either, and is not asked.
    fileprivate func hasLiveData() async throws -> Bool {
        if let known = session.hasLiveData { return known }
        return try await ask(.feed, as: FeedDTO.self).meta.realtime != nil
    }

    fileprivate func live<Payload: WireForm, Element>(
        _ endpoint: Endpoint.Name, query: [(name: String, value: String)],
        _ elements: (Payload) -> [Element]
    ) async throws -> [Element] {
        do {
            return try await pages(
                endpoint, query: query + [("limit", "\(ServerSource.longestPage)")], elements)
        } catch APIError.notFound(code: .notFound, _), APIError.notFound(code: .gone, _),
            APIError.notFound(code: .unknownPath, _)
        {
            return []
        }
    }

    fileprivate func alerts(
        _ query: [(name: String, value: String)], at moment: Date?
    ) async throws -> [ServiceAlert] {
        let active = moment.map { [(name: "active", value: ServerSource.askedText($0))] } ?? []
        return try await live(.alerts, query: query + active) { (list: ListDTO<ServiceAlert>) in
            list.elements
        }
    }

    fileprivate func alertsOfFeed(at moment: Date?) async throws -> [ServiceAlert] {
        try await alerts([("scope", AlertScope.feed.rawValue)], at: moment)
    }

    fileprivate func alerts(at stop: Stop, at moment: Date?) async throws -> [ServiceAlert] {
        try await alerts([("stop", stop.askedID)], at: moment)
    }

    fileprivate func alerts(
        of trip: Trip, on date: ServiceDate, _ start: ServiceTime?, at moment: Date?
    ) async throws -> [ServiceAlert] {
        guard Self.isShort(trip.tripID) else { return [] }
        var query = [(name: "trip", value: trip.tripID), ("date", date.description)]
        // Times that no timetable can contain are not the start of a run.
        if let start, 0..<1000 * 3600 ~= start.seconds {
            query.append(("start_time", start.description))
        }
        return try await alerts(query, at: moment)
    }

    /// The alerts of a board that is more, or less, than one answer of the server.
    func alerts(
        on events: [StopEvent], of stops: [Stop], at moment: Date
    ) async throws -> [ServiceAlert] {
        guard try await hasLiveData() else { return [] }
        // Only the server knows the order of all.
        let all = try await alerts([], at: moment)
        guard !all.isEmpty else { return [] }
        var ids = Set(events.flatMap { $0.realtime?.alerts ?? [] }.map(\.exact))
        ids.formUnion(try await alertsOfFeed(at: moment).map(\.id.exact))
        let atStops = try await each(stops) { conversation, stop in
            try await conversation.alerts(at: stop, at: moment)
        }
        ids.formUnion(atStops.joined().map(\.id.exact))
        return all.filter { ids.contains($0.id.exact) }
    }
}
