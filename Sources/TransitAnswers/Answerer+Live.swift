import Foundation
package import TransitAPI
import TransitBundle
package import TransitModel
import TransitRealtime

extension Answerer {
    private var asked: Asked<AlertsQuestion> { Asked(question) }

    /// - Parameters:
    ///   - moment: the moment; nil for alerts of all times.
    ///   - zone: the zone of the clock in their periods; nil for the feed's.
    func alerts(
        _ subject: AlertSubject, at moment: Date?, in zone: NamedTimeZone? = nil
    ) async throws -> [ServiceAlert] {
        guard context.live != nil else { return [] }
        let found = try await context.source.alerts(about: subject, at: moment)
        return zone.map { zone in found.map { $0.converted(to: zone.timeZone) } } ?? found
    }

    package func alerts() async throws -> Envelope<ListDTO<ServiceAlert>> {
        let moment = asked.moment?.resolved(in: context.bundle.timeZone).instant
        var found = try await context.source.alerts(about: try await subject(), at: moment)
        let types = asked.types
        if asked.has(\.agency) || !types.isEmpty {
            let agency = try await asked.agency.asyncMap { try await self.agency($0) }
            var routes = AlertedRoutes(answerer: self)
            var admitted: [ServiceAlert] = []
            for alert in found
            where try await routes.admit(
                alert, agency: agency?.agencyID, types: types)
            {
                admitted.append(alert)
            }
            found = admitted
        }
        return try list(found, limit: asked.limit)
    }

    package func alert() async throws -> Envelope<ServiceAlert> {
        let all = try await context.source.alerts(about: .everything, at: nil)
        let id = question.id ?? ""
        guard let alert = all.first(where: { $0.id.utf8.elementsEqual(id.utf8) }) else {
            throw APIFailure(
                .notFound, field: "id",
                "There is no alert \(id.prefix(60)) now."
                    + AnswerContext.hint(id, among: all.map(\.id)))
        }
        return context.answer(alert)
    }

    package func vehicles() async throws -> Envelope<ListDTO<LiveVehicle>> {
        let asked = Asked<VehiclesQuestion>(question)
        let filter = VehicleFilter(
            box: asked.box,
            routeID: try await asked.route.asyncMap {
                try await context.route($0, field: "route").routeID
            }, tripID: asked.trip)
        var found = try await context.source.vehicles(matching: filter)
        if asked.has(\.ids) {
            found = asked.ids.flatMap { id in
                found.filter { $0.id.utf8.elementsEqual(id.utf8) }
            }
        }
        return try list(found, limit: asked.limit)
    }

    package func realtime() async throws -> Envelope<RealtimeReportDTO> {
        guard let live = context.live else { return context.answer(RealtimeReportDTO()) }
        var report = RealtimeReportDTO(live.generation)
        report.sources = live.sources
        report.coverage = try await context.coverage?.coverage(
            of: live, context.version, over: context.bundle, at: context.now
        ).map { RealtimeReportDTO.CoverageDTO($0, at: context.now) }
        return context.answer(report)
    }

    private func list<Element: ListedForm>(
        _ all: [Element], limit: Int
    ) throws -> Envelope<ListDTO<Element>> {
        let start = try position()
        guard 0...all.count ~= start else { throw Self.noPage }
        let rows = Array(all[start..<min(start + limit, all.count)])
        return page(
            ListDTO(rows), from: start, count: limit, hasMore: start + limit < all.count)
    }

    private func subject() async throws -> AlertSubject {
        if let id = asked.stop {
            return .stop(try await context.stop(id, field: "stop"))
        }
        if let id = asked.route {
            return .route(try await context.route(id, field: "route"))
        }
        if let id = asked.trip { return try await run(id) }
        return asked.has(\.scope) ? .feed : .everything
    }

    private func run(_ id: String) async throws -> AlertSubject {
        let trip = try await context.found(.trip, id, field: "trip") {
            try await context.source.trip(id: $0)
        }
        if let date = asked.date {
            return .trip(trip, on: date, startTime: asked.startTime)
        }
        let run = try await context.source.run(
            tripID: trip.tripID, startDate: nil, startTime: nil, now: context.now)
        return .trip(
            trip, on: run?.serviceDate ?? context.bundle.date(at: context.now),
            startTime: run?.headwaySecs == nil ? nil : run?.startTime)
    }

    func vehicle(of run: TripRun) async throws -> LiveVehicle? {
        guard context.live != nil else { return nil }
        let found = try await context.source.vehicles(
            matching: VehicleFilter(tripID: run.trip.tripID))
        return run.vehicle(among: found)
    }
}

private struct AlertedRoutes {
    let answerer: Answerer
    private var known: [RouteID: Route?] = [:]

    init(answerer: Answerer) {
        self.answerer = answerer
    }

    mutating func admit(
        _ alert: ServiceAlert, agency: String?, types: [TransitModel.RouteType]
    ) async throws -> Bool {
        for part in alert.informedEntities {
            let route = try await route(part.routeID ?? part.trip?.routeID)
            var agencies = [part.agencyID].compactMap { $0 }
            if let own = try await route.asyncMap({ try await answerer.agency(of: $0)?.agencyID }) {
                agencies.append(own ?? "")
            }
            let isOfAgency =
                agency == nil
                || !agencies.isEmpty && agencies.allSatisfy { $0.exact == agency?.exact }
            let type = part.routeType.map { TransitModel.RouteType(code: $0) } ?? route?.type
            let isOfType = types.isEmpty || type.map(types.contains) ?? false
            if isOfAgency, isOfType { return true }
        }
        return false
    }

    private mutating func route(_ id: String?) async throws -> Route? {
        guard let id else { return nil }
        if let known = known[RouteID(id)] { return known }
        do {
            known[RouteID(id)] = .some(try await answerer.context.source.route(id: id))
        } catch TransitSourceError.notFound {
            known[RouteID(id)] = .some(nil)
        }
        return known[RouteID(id)] ?? nil
    }
}

extension Optional {
    fileprivate func asyncMap<Other>(
        _ transform: (Wrapped) async throws -> Other
    ) async rethrows -> Other? {
        guard let self else { return nil }
        return try await transform(self)
    }
}
