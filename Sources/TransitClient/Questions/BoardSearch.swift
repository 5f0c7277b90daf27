import Foundation
import TransitAPI
import TransitModel

struct BoardSearch: Sendable {
    private let question: BoardQuestion
    private let conversation: Conversation
    private let includesRoutes: Bool

    private var filter: BoardFilter { question.filter }

    private struct MissingStops: Error {}

    /// The board of the pages so far.
    struct Found {
        var events: [StopEvent] = []
        var timeZoneName: String?
        /// The alerts of a board whose rows are those of one whole page; nil for others, as only the
        /// server knows the order of all.
        var alerts: [ServiceAlert]?

        /// Takes the first events of a page that the filter admits.
        fileprivate mutating func take(
            _ page: Board, _ events: some Sequence<StopEvent>, admittedBy filter: BoardFilter
        ) {
            let isFirst = timeZoneName == nil
            let before = self.events.count
            self.events += events.filter(filter.admits)
            if isFirst {
                alerts = self.events.count == page.events.count ? page.alerts : nil
            } else if self.events.count > before {
                alerts = nil
            }
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
            let feed = try await conversation.ask(FeedDescriptionQuestion.self).data
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
            let (page, next) = try await page(from: start, seconds: seconds, turns)
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
            let (page, following) = try await page(from: begin, count: size, turns)
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
        from start: Int, seconds: Int? = nil, count: Int? = nil, _ turns: PageTurns
    ) async throws -> (board: Board, next: String?) {
        try await question.kind == .departure
            ? page(DeparturesQuestion.self, from: start, seconds: seconds, count: count, turns)
            : page(ArrivalsQuestion.self, from: start, seconds: seconds, count: count, turns)
    }

    private func page<Kind: QuestionType>(
        _ kind: Kind.Type, from start: Int, seconds: Int?, count: Int?, _ turns: PageTurns
    ) async throws -> (board: Board, next: String?)
    where Kind.Answer == Board, Kind.Parameters == BoardParameters {
        // The feed may lack the first stop, and then the second.
        for (number, stop) in question.stops.enumerated() {
            let asked = Asked<Kind>(id: stop.askedID) {
                $0.start = ServerSource.asked(Date(timeIntervalSince1970: Double(start)))
                $0.seconds = seconds
                if let count { $0.count = count }
                $0.others = question.stops.dropFirst(number + 1).map(\.askedID)
                $0.types = (filter.types ?? []).sorted()
                $0.direction = filter.directionID.flatMap {
                    ServerSource.isDirection($0) ? $0 : nil
                }
                if includesRoutes { $0.routes = (filter.routeIDs ?? []).sorted().map(\.text) }
                $0.cursor = turns.cursor
            }
            let answer = try await conversation.known { try await conversation.ask(asked) }
            if let answer { return (answer.data, answer.meta.next) }
        }
        throw MissingStops()
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
}
