import Foundation
import TransitModel

/// A source that fails, waits, or gives other answers, as a test wants.
struct ScriptedSource: ForwardingSource {
    var source: any TransitSource
    /// The error that every question throws.
    var failure: (any Error)?
    /// The time that every question takes.
    var delay = Duration.zero
    var departures: [StopEvent]?
    var run: TripRun?
    /// The timetables of every route, on any day.
    var timetables: [Timetable]?
    var state: RealtimeState?
    /// Further alerts of the feed.
    var alerts: [ServiceAlert] = []
    var vehicles: [LiveVehicle] = []

    init(_ source: any TransitSource) {
        self.source = source
    }

    func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        if delay > .zero { try await Task.sleep(for: delay) }
        try Task.checkCancellation()
        if let failure { throw failure }
        return try await question(source)
    }

    func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        Answer(try await questions(self), from: .canned)
    }

    func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    func board(_ question: BoardQuestion) async throws -> Board {
        try await forward { source in
            var board = try await source.board(question)
            if let departures, case .next(let count) = question.extent {
                let later = departures.filter { $0.time.date >= question.start }
                board.events = Array(later.prefix(count))
            }
            return board
        }
    }

    func run(
        tripID: String, startDate: ServiceDate?, startTime: ServiceTime?, now: Date
    ) async throws -> TripRun? {
        try await forward { source in
            guard let run else {
                return try await source.run(
                    tripID: tripID, startDate: startDate, startTime: startTime, now: now)
            }
            return run
        }
    }

    func timetables(of route: Route, on date: ServiceDate) async throws -> [Timetable] {
        try await forward { source in
            guard let timetables else { return try await source.timetables(of: route, on: date) }
            return timetables
        }
    }

    func realtimeState() async throws -> RealtimeState? {
        try await forward { source in
            guard let state else { return try await source.realtimeState() }
            return state
        }
    }

    func alerts(about subject: AlertSubject, at moment: Date?) async throws -> [ServiceAlert] {
        let found = try await forward { try await $0.alerts(about: subject, at: moment) }
        if case .feed = subject { return found + alerts }
        return found
    }

    func vehicles(matching filter: VehicleFilter) async throws -> [LiveVehicle] {
        try await forward { _ in vehicles.filter(filter.admits) }
    }
}
