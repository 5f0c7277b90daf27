import Foundation
import TransitAPI
import TransitModel

extension ServerSource {
    func trip(id: String) async throws -> Trip {
        try await asking { conversation in try await conversation.trip(id).trip }
    }

    func calls(of trip: Trip) async throws -> [Call] {
        try await asking { conversation in
            try await conversation.trip(trip.tripID).calls.map(\.scheduled)
        }
    }

    func calls(
        of trip: Trip, on date: ServiceDate, startTime: ServiceTime?
    ) async throws -> [TimedCall] {
        try await asking { conversation in
            let found = try await conversation.run(
                of: trip.tripID, [("date", date.description)], startTime)
            guard let found else {
                let start = startTime.map { " at \($0)" } ?? ""
                throw TransitSourceError.notFound(kind: "run", id: trip.tripID + start)
            }
            return found.calls
        }
    }

    func headways(of trip: Trip) async throws -> [Headway] {
        try await asking { conversation in
            try await conversation.trip(trip.tripID).headways
        }
    }

    func run(
        tripID: String, startDate: ServiceDate?, startTime: ServiceTime?, now: Date
    ) async throws -> TripRun? {
        try await asking { conversation in
            let day =
                startDate.map { (name: "date", value: $0.description) }
                ?? (name: "at", value: Self.askedText(now))
            guard let found = try await conversation.run(of: tripID, [day], startTime) else {
                return nil
            }
            // Only a start tells which run is meant.
            if startTime == nil, !found.headways.isEmpty { return nil }
            return found.run
        }
    }

    func continuation(ofTrip id: String, on date: ServiceDate) async throws -> Continuation? {
        try await asking { conversation in
            try await conversation.trip(id, [("date", date.description)]).continuation
        }
    }

    func shape(id: String) async throws -> TripShape {
        try await asking { conversation in
            guard let shape = try await conversation.shape(id) else {
                throw TransitSourceError.notFound(kind: "shape", id: id)
            }
            return shape
        }
    }

    func shape(of trip: Trip) async throws -> TripShape? {
        try await asking { conversation in
            guard let id = try await conversation.trip(trip.tripID).trip.shapeID else { return nil }
            return try await conversation.shape(id)
        }
    }

    func path(of trip: Trip, from start: Int, to end: Int) async throws -> [Coordinate] {
        try await asking { conversation in
            let found = try await conversation.trip(trip.tripID)
            let calls = found.calls
            guard let first = calls.firstIndex(where: { $0.stopSequence == start }),
                let last = calls.firstIndex(where: { $0.stopSequence == end }), first <= last
            else {
                throw TransitSourceError.notFound(
                    kind: "part of trip \(trip.tripID)", id: "\(start) to \(end)")
            }
            if let shape = found.trip.shapeID, Conversation.isShort(trip.tripID) {
                let part: ShapeDTO? = try await conversation.find(
                    .shape, id: shape,
                    [
                        ("format", ShapeFormat.geojson.rawValue), ("trip", trip.tripID),
                        ("from", "\(start)"), ("to", "\(end)"),
                    ])
                if let part { return part.model.coordinates }
            }
            // A trip without a path goes straight from stop to stop.
            return calls[first...last].compactMap { $0.stop?.coordinate }
        }
    }

    static func askedText(_ instant: Date) -> String {
        let first = Double((ServiceDate.earliest.dayNumber + 1) * ServiceTime.secondsPerDay)
        let last = Double((ServiceDate.latest.dayNumber - 1) * ServiceTime.secondsPerDay)
        let seconds = min(max(first, instant.timeIntervalSince1970), last)
        return AskedInstant.text(Date(timeIntervalSince1970: seconds))
    }
}

extension Conversation {
    fileprivate func trip(
        _ id: String, _ query: [(name: String, value: String)] = []
    ) async throws -> TripDetailsDTO {
        guard let found: TripDetailsDTO = try await find(.trip, id: id, query) else {
            throw TransitSourceError.notFound(kind: "trip", id: id)
        }
        return found
    }

    fileprivate func run(
        of id: String, _ day: [(name: String, value: String)], _ start: ServiceTime?
    ) async throws -> TripDetailsDTO? {
        guard let start else { return try await trip(id, day) }
        // Times that no timetable can contain are not the start of a run.
        if 0..<1000 * 3600 ~= start.seconds {
            let found: TripDetailsDTO? = try await find(
                .trip, id: id, day + [("start_time", start.description)])
            if let found { return found }
        }
        // Either the feed lacks the trip, or the trip lacks the run.
        _ = try await trip(id)
        return nil
    }
}
