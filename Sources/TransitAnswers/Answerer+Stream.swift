package import Foundation
package import TransitAPI
import TransitBundle
package import TransitModel

package struct StreamedBoard: Sendable {
    package let answer: Envelope<Board>
    /// The first whole minute after `now`; nil when the board stays until another version is
    /// published.
    package let changes: Date?
}

/// The board of a stop as it changes: its current state, and when it will change.
///
/// "Now" is cut to the minute, as for all boards, so boards change only on whole minutes: in the
/// minute after a departure, or when a departure comes within reach of a board that is not full.
extension Answerer {
    package func streamedBoard() async throws -> StreamedBoard {
        let subject = try await subject()
        let count = question.count
        var found = try await pages(of: subject).next(count, from: subject.start.seconds)
        let board = try await board(&found, of: subject, at: subject.question.start)
        var changes = found.first.map { Double($0.expectedTime.seconds) }
        if found.count < count {
            // Boards look a week ahead: the next departure after that comes into sight eventually.
            if let entry = try await entry(at: subject.question.stop) {
                changes = min(changes ?? entry, entry)
            }
        }
        return StreamedBoard(
            answer: context.answer(board, notes: notes(found, from: subject.start)),
            changes: changes.map { Date(timeIntervalSince1970: ($0 / 60).rounded(.down) * 60 + 60) }
        )
    }

    private func entry(at stop: Stop) async throws -> Double? {
        let week = 7 * 86_400.0
        guard let span = context.bundle.boardSpan else { return nil }
        var start = max(context.now.addingTimeInterval(week), Date(seconds: span.lowerBound))
        while start < Date(seconds: span.upperBound) {
            let later = try await context.source.nextDepartures(
                from: stop, at: start, count: 1)
            if let first = later.first { return Double(first.expectedTime.seconds) - week }
            start = start.addingTimeInterval(week)
        }
        return nil
    }
}
