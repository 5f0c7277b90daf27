import Foundation
import TransitAPI
import TransitModel

struct BoardSearch: Sendable {
    private let kind: StopEvent.Kind
    private let conversation: Conversation
    private let stops: [Stop]
    private let filter: BoardFilter
    private let includesRoutes: Bool

    private init(
        kind: StopEvent.Kind, conversation: Conversation, stops: [Stop], filter: BoardFilter,
        includesRoutes: Bool
    ) {
        self.kind = kind
        self.conversation = conversation
        self.stops = stops
        self.filter = filter
        self.includesRoutes = includesRoutes
    }

    private struct MissingStops: Error {}

    static func events(
        _ kind: StopEvent.Kind, of stops: [Stop], matching filter: BoardFilter,
        in conversation: Conversation, _ question: (BoardSearch) async throws -> [StopEvent]
    ) async throws -> [StopEvent] {
        func ask(includingRoutes: Bool) async throws -> [StopEvent] {
            try await question(
                BoardSearch(
                    kind: kind, conversation: conversation, stops: stops, filter: filter,
                    includesRoutes: includingRoutes))
        }
        let routes = filter.routeIDs ?? []
        if !routes.isEmpty, routes.count <= mostRoutes, routes.allSatisfy({ isRouteID($0.text) }) {
            do {
                return try await ask(includingRoutes: true)
            } catch is MissingStops {
                // Trips may name routes that the feed does not define; such events are filtered
                // here.
            }
        }
        do {
            return try await ask(includingRoutes: false)
        } catch is MissingStops {
            return []
        }
    }

    private static var mostRoutes: Int { 20 }

    static func isRouteID(_ id: String) -> Bool {
        Conversation.isShort(id) && !id.hasPrefix("rid:")
    }

    private static var day: Int { 86_400 }
    private static var week: Int { 7 * day }

    func window(from start: Date, for duration: TimeInterval) async throws -> [StopEvent] {
        let from = start.timeIntervalSince1970
        guard from < from + duration else { return [] }
        var begin = Self.wholeSeconds(from)
        let end = Self.wholeSeconds(from + duration)
        if end - begin > Self.day {
            // Long windows are requested day by day, starting no earlier than the feed has events.
            let feed: FeedDTO = try await conversation.ask(.feed).data
            guard let first = feed.days.firstServiceDay else { return [] }
            begin = max(begin, (first.dayNumber - 1) * Self.day)
        }
        var events: [StopEvent] = []
        while begin < end {
            let length = min(end - begin, Self.day)
            let part = try await part(from: begin, seconds: length)
            events += part.events
            guard part.goesOn else { break }
            begin += length
        }
        return events
    }

    private func part(
        from start: Int, seconds: Int
    ) async throws -> (events: [StopEvent], goesOn: Bool) {
        let end = start + seconds
        var events: [StopEvent] = []
        var turns = PageTurns()
        while true {
            let page = try await page(
                from: start, [("for", "\(seconds)")], turns)
            // The page after the window's last belongs to the next window.
            let inside = page.events.prefix { $0.expectedTime.seconds < end }
            events += inside.filter(filter.admits)
            if page.events.count < Board.pageOfWindow || inside.count < page.events.count {
                return (events, page.next != nil)
            }
            guard try turns.turn(to: page.next) else { return (events, false) }
        }
    }

    /// Looks a week ahead.
    func next(_ count: Int, from start: Date) async throws -> [StopEvent] {
        let from = start.timeIntervalSince1970
        guard count > 0, from < from + Double(Self.week) else { return [] }
        let begin = Self.wholeSeconds(from)
        let end = begin + Self.week
        let size = isFilteredHere ? 500 : min(count, 500)
        var events: [StopEvent] = []
        var turns = PageTurns()
        var next: String?
        repeat {
            let page = try await page(from: begin, [("n", "\(size)")], turns)
            let inside = page.events.prefix { $0.expectedTime.seconds < end }
            events += inside.filter(filter.admits)
            next = inside.count == size && events.count < count ? page.next : nil
        } while try turns.turn(to: next)
        return Array(events.prefix(count))
    }

    private func page(
        from start: Int, _ length: [(name: String, value: String)], _ turns: PageTurns
    ) async throws -> (events: [StopEvent], next: String?) {
        // The feed may lack the first stop, and then the second.
        for (number, stop) in stops.enumerated() {
            let others = stops.dropFirst(number + 1).map { (name: "with", value: $0.askedID) }
            let all =
                [(name: "at", value: Self.text(start))] + length + others + filters
                + turns.query
            do {
                let answer = try await conversation.ask(
                    kind == .departure ? .departures : .arrivals, id: stop.askedID, all,
                    as: Board.self)
                let board = answer.data
                if turns.cursor == nil, answer.meta.realtime != nil {
                    conversation.session.keep(
                        board, as: conversation.boardName(of: stops, from: start))
                }
                return (board.events, answer.meta.next)
            } catch APIError.notFound(code: .notFound, _), APIError.notFound(code: .gone, _) {
                continue
            }
        }
        throw MissingStops()
    }

    private var filters: [(name: String, value: String)] {
        var query: [(name: String, value: String)] = []
        for type in (filter.types ?? []).sorted() { query.append(("mode", type.mode.rawValue)) }
        if let direction = filter.directionID, ServerSource.isDirection(direction) {
            query.append(("direction", "\(direction)"))
        }
        guard includesRoutes else { return query }
        return query + (filter.routeIDs ?? []).sorted().map { ("route", $0.text) }
    }

    private var isFilteredHere: Bool {
        filter.routeIDs != nil && !includesRoutes
            || !(filter.directionID.map(ServerSource.isDirection) ?? true)
    }

    /// Limited to what addresses can express.
    static func wholeSeconds(_ seconds: Double) -> Int {
        let first = Double((ServiceDate.earliest.dayNumber + 1) * day)
        let last = Double((ServiceDate.latest.dayNumber - 8) * day)
        return Int(min(max(seconds.rounded(.up), first), last))
    }

    private static func text(_ seconds: Int) -> String {
        AskedInstant.text(Date(timeIntervalSince1970: Double(seconds)))
    }
}
