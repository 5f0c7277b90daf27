import Foundation
import SystemLayer
import TestSupport
import TransitAPI
import TransitModel
import TransitRealtime

@testable import TransitClient

/// A server with live data, without HTTP: answers are made, written and read in the forms of the API.
final class LiveAsker: QuestionAsker {
    private let live: any TransitSource
    /// The same server without live data, for questions that have none.
    private let plain: AnswererAsker
    private let recorded = Locked<[String]>([])

    init(_ live: any TransitSource, over built: BuiltBundle) {
        self.live = live
        plain = AnswererAsker(built.bundle)
    }

    var asked: [String] { recorded.withLock { $0 } }

    var source: ServerSource {
        ServerSource(
            asker: self, watch: VersionWatch(self, every: nil) { try await Task.sleep(for: $0) })
    }

    func ask<Payload: WireForm>(
        _ question: Question, as payload: Payload.Type, _ manner: AskingManner
    ) async throws -> AskedAnswer<Payload> {
        recorded.withLock { $0.append(String(question.address().dropFirst("/api/v1".count))) }
        let state = try await live.realtimeState()
        var live = live
        if let language = manner.language { live = try await live.speaking(language) }
        let data: (any WireForm)?
        do {
            data = try await self.answer(question, live)
        } catch TransitSourceError.notFound {
            throw APIError.notFound(code: .notFound, message: "")
        }
        guard let data else {
            var answer = try await plain.ask(question, as: payload, manner)
            guard question.endpoint == .feed else { return answer }
            answer.meta.realtime = state.map { RealtimeMeta($0.freshness) }
            answer.realtime = state
            return answer
        }
        let meta = Meta(bundle: "v1", realtime: state.map { RealtimeMeta($0.freshness) })
        let envelope = try Self.sent(data, meta, as: payload)
        return AskedAnswer(
            data: envelope.data, meta: envelope.meta, origin: .live, realtime: state)
    }

    private static func sent<Payload: WireForm>(
        _ data: some WireForm, _ meta: Meta, as payload: Payload.Type
    ) throws -> Envelope<Payload> {
        try Envelope<Payload>.decoded(from: Data(Envelope(data, meta: meta).jsonBytes))
    }

    private func answer(
        _ question: Question, _ source: any TransitSource
    ) async throws -> (any WireForm)? {
        switch question.endpoint {
        case .departures: try await board(of: .departure, question, source)
        case .arrivals: try await board(of: .arrival, question, source)
        case .trip: try await trip(question, source)
        case .alerts: try await alerts(question, source)
        case .vehicles: try await vehicles(question, source)
        default: nil
        }
    }

    private func board(
        of kind: StopEvent.Kind, _ question: Question, _ source: any TransitSource
    ) async throws -> Board {
        var stops: [Stop] = []
        for id in [question.id ?? ""] + question.list("with") {
            stops.append(try await source.stop(id: id))
        }
        let zone = try await source.timeZone(at: stops[0])
        let start = question.instant?.resolved(in: zone).instant ?? Date()
        var filter = BoardFilter()
        let routes = question.list("route")
        if !routes.isEmpty { filter.routeIDs = Set(routes.map { RouteID($0) }) }
        filter.types = question.types
        filter.directionID = question.direction
        let extent = question.durationSeconds.map { BoardQuestion.Extent.window(Double($0)) }
        return try await source.board(
            BoardQuestion(
                kind, at: stops[0], with: Array(stops.dropFirst()), from: start,
                extent ?? .next(question.count), matching: filter))
    }

    private func trip(
        _ question: Question, _ source: any TransitSource
    ) async throws -> TripDetailsDTO? {
        let asked = Asked<TripQuestion>(question)
        guard let date = asked.date else { return nil }
        let trip = try await source.trip(id: asked.id ?? "")
        let run = try await source.run(
            tripID: trip.tripID, startDate: date, startTime: asked.startTime, now: Date())
        return run.map { TripDetailsDTO($0, route: nil) }
    }

    private func alerts(
        _ question: Question, _ source: any TransitSource
    ) async throws -> ListDTO<ServiceAlert> {
        let asked = Asked<AlertsQuestion>(question)
        var subject = AlertSubject.everything
        if let id = asked.stop {
            subject = .stop(try await source.stop(id: id))
        } else if let id = asked.route {
            subject = .route(try await source.route(id: id))
        } else if let id = asked.trip, let date = asked.date {
            subject = .trip(
                try await source.trip(id: id), on: date, startTime: asked.startTime)
        } else if asked.has(\.scope) {
            subject = .feed
        }
        return ListDTO(
            try await source.alerts(
                about: subject, at: asked.moment?.resolved(in: .gmt).instant))
    }

    private func vehicles(
        _ question: Question, _ source: any TransitSource
    ) async throws -> ListDTO<LiveVehicle> {
        let asked = Asked<VehiclesQuestion>(question)
        let filter = VehicleFilter(box: asked.box, routeID: asked.route, tripID: asked.trip)
        return ListDTO(try await source.vehicles(matching: filter))
    }
}
