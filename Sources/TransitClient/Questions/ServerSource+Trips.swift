import Foundation
import TransitAPI
import TransitModel

extension ServerSource {
    func trip(id: String) async throws -> Trip {
        try await asking { try await $0.trip(id).trip }
    }

    func calls(of trip: Trip) async throws -> [Call] {
        try await asking { try await $0.trip(trip.tripID).calls.map(\.scheduled) }
    }

    func calls(
        of trip: Trip, on date: ServiceDate, startTime: ServiceTime?
    ) async throws -> [TimedCall] {
        let found = try await asking { conversation in
            try await conversation.run(of: trip.tripID, startTime) { $0.date = date }
        }
        guard let found else {
            let start = startTime.map { " at \($0)" } ?? ""
            throw TransitSourceError.notFound(kind: "run", id: trip.tripID + start)
        }
        return found.calls
    }

    func headways(of trip: Trip) async throws -> [Headway] {
        try await asking { try await $0.trip(trip.tripID).headways }
    }

    func run(
        tripID: String, startDate: ServiceDate?, startTime: ServiceTime?, now: Date
    ) async throws -> TripRun? {
        let found = try await asking { conversation in
            try await conversation.run(of: tripID, startTime) {
                $0.date = startDate
                if startDate == nil { $0.instant = Self.asked(now) }
            }
        }
        // Only a start tells which run is meant.
        guard let found, startTime != nil || found.headways.isEmpty else { return nil }
        return found.run
    }

    func continuation(ofTrip id: String, on date: ServiceDate) async throws -> Continuation? {
        try await asking { try await $0.trip(id) { $0.date = date }.continuation }
    }

    func shape(id: String) async throws -> TripShape {
        guard let shape = try await asking({ try await $0.shape(id) }) else {
            throw TransitSourceError.notFound(kind: "shape", id: id)
        }
        return shape
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
                let part = try await conversation.shape(shape) {
                    $0.trip = trip.tripID
                    $0.start = start
                    $0.end = end
                }
                if let part { return part.coordinates }
            }
            // A trip without a path goes straight from stop to stop.
            return calls[first...last].compactMap { $0.stop?.coordinate }
        }
    }

    /// Limited to what addresses can express.
    static func asked(_ instant: Date) -> AskedInstant {
        let first = Double((ServiceDate.earliest.dayNumber + 1) * ServiceTime.secondsPerDay)
        let last = Double((ServiceDate.latest.dayNumber - 1) * ServiceTime.secondsPerDay)
        let seconds = min(max(first, instant.timeIntervalSince1970), last)
        return .instant(Date(timeIntervalSince1970: seconds))
    }

    /// Nil for times that no timetable can contain, which are not the start of a run.
    static func asked(_ start: ServiceTime) -> ServiceTime? {
        0..<1000 * 3600 ~= start.seconds ? start : nil
    }
}

extension Conversation {
    fileprivate func trip(
        _ id: String, _ change: (inout Asked<TripQuestion>) -> Void = { _ in }
    ) async throws -> TripDetailsDTO {
        guard let found = try await find(TripQuestion.self, id: id, change) else {
            throw TransitSourceError.notFound(kind: "trip", id: id)
        }
        return found
    }

    fileprivate func run(
        of id: String, _ start: ServiceTime?, _ day: (inout Asked<TripQuestion>) -> Void
    ) async throws -> TripDetailsDTO? {
        guard let start else { return try await trip(id, day) }
        if let start = ServerSource.asked(start) {
            let found = try await find(TripQuestion.self, id: id) {
                day(&$0)
                $0.startTime = start
            }
            if let found { return found }
        }
        // Either the feed lacks the trip, or the trip lacks the run.
        _ = try await trip(id)
        return nil
    }
}
