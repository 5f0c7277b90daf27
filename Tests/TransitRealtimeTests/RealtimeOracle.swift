import Foundation
import TestSupport
import TransitBundle
import TransitRealtime

struct RealtimeOracle {
    /// A board that the oracle gave.
    struct Board: Decodable {
        let at: Int
        let kind: StopEvent.Kind
        let stop: String
        let rows: [Row]
    }

    /// A row of a board, of both sides.
    struct Row: Decodable, Hashable, CustomStringConvertible {
        let tripID: String
        let serviceDate: String
        /// Nil where an added run gives none.
        let stopSequence: Int?
        let startTime: String?
        let stopID: String
        /// Seconds since 1970; nil for an added call without a plan.
        let scheduled: Int?
        let expected: Int?
        let status: String

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            tripID = try list.decode(String.self)
            serviceDate = try list.decode(String.self)
            stopSequence = try list.decode(Int?.self)
            startTime = try list.decode(String?.self)
            stopID = try list.decode(String.self)
            scheduled = try list.decode(Int?.self)
            expected = try list.decode(Int?.self)
            status = try list.decode(String.self)
        }

        /// An event as the oracle would write it.
        ///
        /// - Parameter other: the oracle's row, which has no number and no plan where a message has none.
        init(_ event: StopEvent, like other: Row?) {
            let news = event.realtime
            let expected = event.kind == .departure ? news?.departure : news?.arrival
            tripID = event.tripID
            serviceDate = event.serviceDate.description
            stopSequence = other != nil && other?.stopSequence == nil ? nil : event.stopSequence
            startTime = event.startTime?.description
            stopID = news?.stopID ?? event.stopID
            let isUnplanned = other != nil && other?.scheduled == nil && news?.delaySeconds == nil
            scheduled = isUnplanned ? nil : event.time.seconds
            self.expected = expected?.seconds
            status = news?.status.rawValue ?? "scheduled"
        }

        /// Whether both are of one call, as far as both give its number and its plan.
        func isLike(_ other: Row) -> Bool {
            tripID == other.tripID && serviceDate == other.serviceDate && stopID == other.stopID
                && startTime == other.startTime && expected == other.expected
                && status == other.status
                && (scheduled == nil || scheduled == other.scheduled)
                && (stopSequence == nil || stopSequence == other.stopSequence)
        }

        /// Where a row stands, up to rows that only the number of their call tells apart: added runs may
        /// have none.
        var place: [String] { ["\(expected ?? scheduled ?? 0)", tripID] }

        static func sorted(_ rows: [Row]) -> [String] { rows.map(\.description).sorted() }

        var description: String {
            "\(tripID) \(serviceDate) \(stopSequence ?? -1) \(startTime ?? "-") \(stopID) "
                + "\(scheduled ?? -1) \(expected ?? -1) \(status)"
        }
    }

    /// Boards of all stops at twenty instants around the newest message, as far as they are of a part.
    static func boards(
        feed: String, messages: [String], part: Part, folder: TestFolder
    ) throws -> [Board] {
        let answer = try RealtimeBindings.run(
            "realtime.py",
            [feed] + messages
                + ["--instants", "20", "--part", "\(part.number)/\(part.count)"],
            folder: folder)
        guard answer.end == .exited(0) else { throw Failure(text: answer.standardError) }
        return try answer.standardOutput.utf8.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Board.self, from: Data($0))
        }
    }

    /// One of so many parts of all boards; the boards of a part are of all stops and instants in turn.
    struct Part {
        let number: Int
        let count: Int
    }

    struct Failure: Error {
        let text: String
    }

    static func compare(
        _ boards: [Board], with source: some TransitSource
    ) async throws -> (differences: [String], agreed: Int) {
        var differences: [String] = []
        var agreed = 0
        for board in boards {
            let stop = try await source.stop(id: board.stop)
            let question = BoardQuestion(
                board.kind, at: stop, from: Date(timeIntervalSince1970: Double(board.at)),
                eventsOnly: true)
            let events = try await source.board(question).events
            // Each row of the oracle stands for one of ours: a list may name a stop twice at one time.
            var others = board.rows
            let rows = events.map { event in
                let row = Row(event, like: nil)
                let like = others.indices.filter { others[$0].isLike(row) }
                let numbered = like.first { others[$0].stopSequence != nil } ?? like.first
                return numbered.map { Row(event, like: others.remove(at: $0)) } ?? row
            }
            if rows.map(\.place) == board.rows.map(\.place),
                Row.sorted(rows) == Row.sorted(board.rows)
            {
                agreed += rows.count
            } else {
                let missing = board.rows.filter { !rows.contains($0) }
                let extra = rows.filter { !board.rows.contains($0) }
                differences.append(
                    """
                    \(board.kind) at \(board.stop), \(board.at): \(rows.count) rows against \
                    \(board.rows.count); missing \(missing.prefix(3)), too many \(extra.prefix(3)), \
                    first \(zip(rows, board.rows).first { $0 != $1 }.map { "\($0) against \($1)" } ?? "none")
                    """)
            }
        }
        return (differences, agreed)
    }
}
