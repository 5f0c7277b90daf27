public import Foundation

/// A question for a board: what leaves from a stop, or arrives there, from an instant on.
///
/// `departures`, `nextArrivals` and the like ask it for events alone. Ask it yourself for a board
/// with its alerts:
///
/// ```swift
/// let question = BoardQuestion(at: stop, from: now, .next(3))
/// let board = try await source.board(question)
/// let alerts = board.alerts.compactMap(\.headerText)
/// ```
public struct BoardQuestion: Hashable, Sendable {
    /// How far a board reaches.
    public enum Extent: Hashable, Sendable {
        /// All events in a window that lasts for some seconds; its end is excluded.
        case window(TimeInterval)
        /// The first events, at most this many, looking a week ahead: seven times 24 hours,
        /// excluding the last instant.
        case next(Int)
    }

    /// Departures or arrivals.
    public var kind: StopEvent.Kind
    /// The stops, platforms or stations whose events are on the board, at least one.
    public package(set) var stops: [Stop]
    /// The first instant. Alerts are those that riders see then.
    public var start: Date
    /// How far the board reaches.
    public var extent: Extent
    /// Selects the events.
    public var filter: BoardFilter
    /// Whether nothing but the events is wanted. A source then need not look for the alerts and the
    /// zone of the clock.
    public var eventsOnly: Bool

    /// Creates a question.
    ///
    /// - Parameters:
    ///   - kind: departures or arrivals.
    ///   - stop: a stop, platform or station.
    ///   - others: further stops whose events are on the same board.
    ///   - start: the first instant.
    ///   - extent: how far the board reaches; by default an hour.
    ///   - filter: selects the events.
    ///   - eventsOnly: whether nothing but the events is wanted.
    public init(
        _ kind: StopEvent.Kind = .departure, at stop: Stop, with others: [Stop] = [],
        from start: Date = Date(), _ extent: Extent = .window(3600),
        matching filter: BoardFilter = .all, eventsOnly: Bool = false
    ) {
        self.kind = kind
        stops = [stop] + others
        self.start = start
        self.extent = extent
        self.filter = filter
        self.eventsOnly = eventsOnly
    }

    /// The first of the stops: the board is its own, and has its clock.
    public var stop: Stop { stops[0] }
}

extension Board {
    /// Creates the answer to a question.
    package init(
        _ question: BoardQuestion, timeZoneName: String? = nil, events: [StopEvent] = []
    ) {
        self.init(question.kind, stop: question.stop, timeZoneName: timeZoneName, events: events)
    }
}
