import Foundation
import TransitAPI
import TransitModel

extension ServerSource {
    func realtimeState() async throws -> RealtimeState? {
        try await asking { conversation in
            if let known = conversation.session.realtime { return known }
            if conversation.session.hasLiveData == false { return nil }
            return try await conversation.ask(FeedDescriptionQuestion.self).realtime
        }
    }

    func alerts(
        about subject: AlertSubject, at moment: Date?
    ) async throws -> [ServiceAlert] {
        try await asking { conversation in
            guard try await conversation.hasLiveData() else { return [] }
            switch subject {
            case .everything: return try await conversation.alerts(at: moment)
            case .feed: return try await conversation.alerts(at: moment) { $0.scope = .feed }
            case .stop(let stop):
                return try await conversation.alerts(at: moment) { $0.stop = stop.askedID }
            case .route(let route):
                return try await conversation.alerts(at: moment) { $0.route = route.askedID }
            case .trip(let trip, let date, let start):
                guard Conversation.isShort(trip.tripID) else { return [] }
                return try await conversation.alerts(at: moment) {
                    $0.trip = trip.tripID
                    $0.date = date
                    $0.startTime = start.flatMap(Self.asked)
                }
            }
        }
    }

    func vehicles(matching filter: VehicleFilter) async throws -> [LiveVehicle] {
        try await asking { conversation in
            guard try await conversation.hasLiveData() else { return [] }
            var asked = Asked<VehiclesQuestion>()
            if let box = filter.box {
                guard let box = box.asked else { return [] }
                asked.box = box
            }
            // A server takes keys and texts of some length for ids; the rest is looked for here.
            if let route = filter.routeID, BoardSearch.isRouteID(route) { asked.route = route }
            if let trip = filter.tripID, Conversation.isShort(trip) { asked.trip = trip }
            return try await conversation.live(asked).filter(filter.admits)
        }
    }
}

extension Conversation {
    /// Whether the server has live data, which earlier answers show. A server without any may not
    /// know the questions about it either, and is not asked.
    fileprivate func hasLiveData() async throws -> Bool {
        if let known = session.hasLiveData { return known }
        return try await ask(FeedDescriptionQuestion.self).meta.realtime != nil
    }

    fileprivate func live<Kind: QuestionType, Row>(
        _ asked: Asked<Kind>
    ) async throws -> [Row] where Kind.Answer == ListDTO<Row> {
        do {
            return try await pages(asked) { $0.elements }
        } catch APIError.notFound(code: .notFound, _), APIError.notFound(code: .gone, _),
            APIError.notFound(code: .unknownPath, _)
        {
            return []
        }
    }

    fileprivate func alerts(
        at moment: Date?, _ change: (inout Asked<AlertsQuestion>) -> Void = { _ in }
    ) async throws -> [ServiceAlert] {
        try await live(
            Asked<AlertsQuestion> {
                change(&$0)
                $0.moment = moment.map(ServerSource.asked)
            })
    }

    /// The alerts of a board that is more, or less, than one answer of the server.
    func alerts(
        on events: [StopEvent], of stops: [Stop], at moment: Date
    ) async throws -> [ServiceAlert] {
        guard try await hasLiveData() else { return [] }
        // Only the server knows the order of all.
        let all = try await alerts(at: moment)
        guard !all.isEmpty else { return [] }
        var ids = Set(events.flatMap { $0.realtime?.alerts ?? [] }.map(\.exact))
        ids.formUnion(try await alerts(at: moment) { $0.scope = .feed }.map(\.id.exact))
        let atStops = try await each(stops) { conversation, stop in
            try await conversation.alerts(at: moment) { $0.stop = stop.askedID }
        }
        ids.formUnion(atStops.joined().map(\.id.exact))
        return all.filter { ids.contains($0.id.exact) }
    }
}
