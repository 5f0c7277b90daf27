import Foundation
package import TransitAPI
import TransitBundle
import TransitModel

extension Answerer {
    private var asked: Asked<TripQuestion> { Asked(question) }

    package func trip() async throws -> Envelope<TripDetailsDTO> {
        let source = context.source
        let trip = try await context.found(.trip, asked.id) { try await source.trip(id: $0) }
        var answer = try await answer(about: trip)
        if asked.part == .extensions {
            answer.data.extensions = try await source.extensions(of: trip)
        }
        if context.live != nil, let run = answer.data.run {
            answer.data.alerts = try await alerts(
                .trip(
                    run.trip, on: run.serviceDate,
                    startTime: run.headwaySecs == nil ? nil : run.startTime), at: context.now)
            answer.data.vehicle = try await vehicle(of: run)
        }
        return answer
    }

    private func answer(about trip: Trip) async throws -> Envelope<TripDetailsDTO> {
        let source = context.source
        let route = try await route(of: trip)
        let headways = try await source.headways(of: trip)
        if let date = asked.date {
            return try await onDay(date, trip: trip, route: route, headways: headways)
        }
        if let instant = asked.instant?.resolved(in: context.bundle.timeZone).instant {
            return try await nearest(to: instant, of: trip, route: route, headways: headways)
        }
        return context.answer(
            TripDetailsDTO(
                trip, route: route, calls: try await source.calls(of: trip), headways: headways))
    }

    private func onDay(
        _ date: ServiceDate, trip: Trip, route: Route?, headways: [Headway]
    ) async throws -> Envelope<TripDetailsDTO> {
        let source = context.source
        let continuation = try await source.continuation(ofTrip: trip.tripID, on: date)
        if let run = try await source.run(
            tripID: trip.tripID, startDate: date, startTime: asked.startTime, now: context.now)
        {
            return context.answer(
                TripDetailsDTO(
                    run, route: try await self.route(of: run.trip), headways: headways,
                    continuation: continuation))
        }
        let calls: [TimedCall]
        do {
            calls = try await source.calls(of: trip, on: date, startTime: asked.startTime)
        } catch TransitSourceError.notFound {
            guard let start = asked.startTime else {
                // The timetable does not have the trip: live data adds it on another day.
                throw APIFailure(
                    .notFound, field: "date", "The trip \(trip.tripID) does not run on \(date).")
            }
            throw APIFailure(
                .notFound, field: "start_time",
                "No run of the trip \(trip.tripID) starts at \(start) on \(date).")
        }
        var isActive = false
        if let service = trip.serviceID {
            isActive = try await context.bundle.isActive(service, on: date)
        }
        // All runs of frequencies.txt: how long after its start a run is where.
        let isRunning = isActive && !headways.isEmpty
        let note =
            context.outside(date, field: "date")
            ?? Note(
                .notRunning, field: "date",
                "The trip \(trip.tripID) does not run on \(date); the times are those that it would have."
            )
        var details = TripDetailsDTO(
            TripRun(trip: trip, serviceDate: date, calls: calls), route: route,
            headways: headways, continuation: continuation)
        if !isRunning { details.serviceDate = nil }
        return context.answer(details, notes: isRunning ? [] : [note])
    }

    private func nearest(
        to instant: Date, of trip: Trip, route: Route?, headways: [Headway]
    ) async throws -> Envelope<TripDetailsDTO> {
        let source = context.source
        if let run = try await source.run(
            tripID: trip.tripID, startDate: nil, startTime: asked.startTime, now: instant)
        {
            return context.answer(
                TripDetailsDTO(
                    run, route: try await self.route(of: run.trip), headways: headways,
                    continuation: try await source.continuation(of: run)))
        }
        let reason =
            asked.startTime == nil && !headways.isEmpty
            ? "is one of frequencies.txt; start_time says which run is meant." : "has no such run."
        return context.answer(
            TripDetailsDTO(
                trip, route: route, calls: try await source.calls(of: trip), headways: headways),
            notes: [Note(.notRunning, field: "at", "The trip \(trip.tripID) \(reason)")])
    }

    private func route(of trip: Trip) async throws -> Route? {
        guard let id = trip.routeID else { return nil }
        do {
            return try await context.source.route(id: id)
        } catch TransitSourceError.notFound {
            return nil
        }
    }

    package func shape() async throws -> Envelope<ShapeDTO> {
        let bundle = context.bundle
        let asked = Asked<ShapeQuestion>(question)
        let format = asked.format
        let shape = try await context.found(.shape, asked.id) { try await bundle.shape(id: $0) }
        guard let start = asked.start, let end = asked.end else {
            return context.answer(ShapeDTO(shape, format: format))
        }
        let coordinates: [Coordinate]
        do {
            coordinates = try await part(of: shape, on: asked.trip, from: start, to: end)
        } catch TransitSourceError.notFound {
            throw APIFailure(
                .notFound, "No trip on the path calls at \(start) and later at \(end).",
                details: [
                    .init(field: "from", message: "from must be the stop_sequence of a call."),
                    .init(field: "to", message: "to must be the stop_sequence of a later call."),
                ])
        }
        let points = coordinates.map { TripShape.Point(coordinate: $0) }
        return context.answer(
            ShapeDTO(TripShape(shapeID: shape.shapeID, points: points), format: format))
    }

    private func part(
        of shape: TripShape, on id: String?, from start: Int, to end: Int
    ) async throws -> [Coordinate] {
        let bundle = context.bundle
        guard let id else {
            return try await bundle.path(ofShape: shape.shapeID, from: start, to: end)
        }
        let trip = try await context.found(.trip, id, field: "trip") {
            try await bundle.trip(id: $0)
        }
        guard trip.shapeID.map(ShapeID.init) == ShapeID(shape.shapeID) else {
            throw APIFailure(
                .badValue, field: "trip",
                "The trip \(trip.tripID) takes \(trip.shapeID.map { "the path \($0)" } ?? "no path"), "
                    + "not \(shape.shapeID).")
        }
        return try await bundle.path(of: trip, from: start, to: end)
    }
}
