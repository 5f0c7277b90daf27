import Foundation
import TransitAPI
import TransitModel

struct BoardSearch: Sendable {
    private let question: BoardQuestion
    private let conversation: Conversation
    private let includesRoutes: Bool

    private var filter: BoardFilter { question.filter }

    private struct MissingStops: Error {}

    /// What pages have shown so far.
    struct Found {
        var events: [StopEvent] = []
        var timeZoneName: String?
        /// The alerts of a board that is one whole page; nil for others, as only the server knows
        /// the order of all.
        var alerts: [ServiceAlert]?

        /// Takes the first events of a page that the filter admits.
        fileprivate mutating func take(
            _ page: Board, _ events: some Sequence<StopEvent>, admittedBy filter: BoardFilter
        ) {
            let isFirst = timeZoneName == nil
            self.events += events.filter(filter.admits)
            alerts = isFirst && self.events.count == page.events.count ? page.alerts : nil
            timeZoneName = timeZoneName ?? page.timeZoneName
        }
    }

    static func find(
        _ question: BoardQuestion, in conversation: Conversation
    ) async throws -> Found {
        func ask(includingRoutes: Bool) async throws -> Found {
            let search = BoardSearch(
                question: question, conversation: conversation, includesRoutes: includingRoutes)
            return switch question.extent {
            case .window(let duration): try await search.window(for: duration)
            case .next(let count): try await search.next(count)
            }
        }
        let routes = question.filter.routeIDs ?? []
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
            return Found()
        }
    }

    private static var mostRoutes: Int { 20 }

    static func isRouteID(_ id: String) -> Bool {
        Conversation.isShort(id) && !id.hasPrefix("rid:")
    }

    private static var day: Int { 86_400 }
    private static var week: Int { 7 * day }

    private func window(for duration: TimeInterval) async throws -> Found {
        let from = question.start.timeIntervalSince1970
        var found = Found()
        guard from < from + duration else { return found }
        let start = Self.wholeSeconds(from)
        let end = Self.wholeSeconds(from + duration)
        var begin = start
        if end - begin > Self.day {
            // Long windows are requested day by day, starting no earlier than the feed has events.
            let feed: FeedDTO = try await conversation.ask(.feed).data
            guard let first = feed.days.firstServiceDay else { return found }
            begin = max(begin, (first.dayNumber - 1) * Self.day)
        }
        let isLate = begin > start
        while begin < end {
            let length = min(end - begin, Self.day)
            guard try await part(from: begin, seconds: length, &found) else { break }
            begin += length
        }
        // Alerts are those that riders see at the start.
        if isLate { found.alerts = nil }
        return found
    }

    /// Returns whether there may be more after the part.
    private func part(from start: Int, seconds: Int, _ found: inout Found) async throws -> Bool {
        let end = start + seconds
        var turns = PageTurns()
        while true {
            let (page, next) = try await page(from: start, [("for", "\(seconds)")], turns)
            // The page after the window's last belongs to the next window.
            let inside = page.events.prefix { $0.expectedTime.seconds < end }
            found.take(page, inside, admittedBy: filter)
            if page.events.count < Board.pageOfWindow || inside.count < page.events.count {
                return next != nil
            }
            guard try turns.turn(to: next) else { return false }
        }
    }

    /// Looks a week ahead.
    private func next(_ count: Int) async throws -> Found {
        let from = question.start.timeIntervalSince1970
        var found = Found()
        guard count > 0, from < from + Double(Self.week) else { return found }
        let begin = Self.wholeSeconds(from)
        let end = begin + Self.week
        let size = isFilteredHere ? 500 : min(count, 500)
        var turns = PageTurns()
        var next: String?
        repeat {
            let (page, following) = try await page(from: begin, [("n", "\(size)")], turns)
            let inside = page.events.prefix { $0.expectedTime.seconds < end }
            found.take(page, inside, admittedBy: filter)
            next = inside.count == size && found.events.count < count ? following : nil
        } while try turns.turn(to: next)
        if found.events.count > count {
            found.events.removeLast(found.events.count - count)
            found.alerts = nil
        }
        return found
    }

    private func page(
        from start: Int, _ length: [(name: String, value: String)], _ turns: PageTurns
    ) async throws -> (board: Board, next: String?) {
        // The feed may lack the first stop, and then the second.
        let stops = question.stops
        for (number, stop) in stops.enumerated() {
            let others = stops.dropFirst(number + 1).map { (name: "with", value: $0.askedID) }
            let all =
                [(name: "at", value: Self.text(start))] + length + others + filters
                + turns.query
            do {
                let answer = try await conversation.ask(
                    question.kind == .departure ? .departures : .arrivals, id: stop.askedID, all,
                    as: Board.self)
                return (answer.data, answer.meta.next)
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
