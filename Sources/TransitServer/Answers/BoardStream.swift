package import Foundation
package import TransitAPI
import TransitBundle
import TransitModel

/// The board of a stop as it changes: its present state, and when it will change.
///
/// "Now" is cut to the minute, as for all boards, so boards change only on whole minutes: in the
/// minute after a departure, or when a departure comes within reach of a board that is not full.
@available(iOS 17, macOS 14, *)
package struct BoardStream: Sendable {
    /// A board, and how long it stays the same.
    package struct State: Sendable {
        /// The body that a question for the departures would get, without cursors.
        package var body: AnswerBody
        /// The first whole minute after `now` at which the board changes; nil when it stays until
        /// another version is published.
        package var changes: Date?
    }

    private let question: Question

    /// - Parameter question: one for the endpoint ``Endpoint/Name/departureStream``.
    package init(_ question: Question) {
        self.question = question
    }

    /// The board now.
    ///
    /// - Throws: `APIFailure` when the feed has no such stop, and errors of the bundle.
    package func state(in context: AnswerContext) async throws -> State {
        let stop = try await context.stop(question.id)
        let count = question.count ?? BoardAnswers.usualCount
        let found = try await context.source.nextDepartures(
            from: [stop], at: context.now, count: count, matching: .all)
        var clock = DayClock(context.bundle)
        let board = BoardDTO(
            stop: stop, zone: try await context.bundle.zone(at: stop).zone.name,
            departures: found
        ) { clock.seconds(of: $0.departure, $0.serviceDate, $0.route) }
        let notes = found.isEmpty ? outside(stop, in: context) : []
        var changes = found.first.map { $0.departure.timeIntervalSince1970 }
        if found.count < count {
            // Boards look a week ahead: the next departure after that comes into sight eventually.
            if let entry = try await entry(at: stop, in: context) {
                changes = min(changes ?? entry, entry)
            }
        }
        return State(
            body: AnswerBody(context.answer(board, notes: notes), lifetime: .minute),
            changes: changes.map { Date(timeIntervalSince1970: ($0 / 60).rounded(.down) * 60 + 60) }
        )
    }

    /// When the first departure that is out of reach now comes within reach; nil when there is
    /// none.
    private func entry(at stop: Stop, in context: AnswerContext) async throws -> Double? {
        let week = 7 * 86_400.0
        guard let span = context.bundle.boardSpan else { return nil }
        var start = max(context.now.addingTimeInterval(week), Date(seconds: span.lowerBound))
        while start < Date(seconds: span.upperBound) {
            let later = try await context.source.nextDepartures(
                from: [stop], at: start, count: 1, matching: .all)
            if let first = later.first { return first.departure.timeIntervalSince1970 - week }
            start = start.addingTimeInterval(week)
        }
        return nil
    }

    private func outside(_ stop: Stop, in context: AnswerContext) -> [Note] {
        let date = context.bundle.date(at: context.now)
        return [context.outside(date, field: nil)].compactMap { $0 }
    }
}
