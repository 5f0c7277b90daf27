package import TransitAPI
import TransitBundle
import TransitModel
import TransitRealtime

extension Answerer {
    private struct HourEvent: Sendable {
        let hour: RenderedEvents
        let index: Int
    }

    /// The answer to a question about a board; nil where an hour is not kept, for pages of a cursor,
    /// and for all other questions.
    package static func known(_ question: Question, in context: AnswerContext) -> AnswerBody? {
        guard question.endpoint == .departures || question.endpoint == .arrivals else { return nil }
        return Answerer(question, in: context).known()
    }

    func known() -> AnswerBody? {
        guard let hours = context.hours, let place, let board = hours.board(of: place) else {
            return nil
        }
        let start = start(in: board.zone)
        guard let found = found(hours, of: place, from: start) else { return nil }
        let cut = BoardCut<HourEvent>(
            instant: { $0.hour.instants[$0.index] }, span: context.bundle.boardSpan)
        let page =
            if let seconds = question.durationSeconds {
                cut.page(
                    ofWindow: found, from: start.seconds, seconds: seconds, skipped: 0,
                    most: Board.pageOfWindow)
            } else {
                cut.onward(found, from: .init(instant: start.seconds), count: count)
            }
        var rendered = RenderedBoard(
            stop: board.stop, timezone: board.zone.name,
            kind: question.eventKind)
        var alerts = board.alerts
        for event in page.events {
            rendered.add(event.index, of: event.hour)
            alerts.formUnion((event.hour.alerts[event.index] ?? []).map(\.exact))
        }
        if let live = context.live, !alerts.isEmpty {
            rendered.alerts = live.generation.alerts(
                alerts, shown: start.instant, in: board.zone.timeZone, language: live.language)
        }
        return AnswerBody(
            bytes: rendered.envelope(meta(page, start: start, notes: board.notes)),
            lifetime: question.lifetime)
    }

    /// Does nothing for the first question about the hours.
    func remember(
        _ subject: Subject,
        _ render: (_ start: Int, _ end: Int) async throws -> RenderedEvents?
    ) async throws -> Bool {
        guard let hours = context.hours, let place, let needed = needed(from: subject.start) else {
            return false
        }
        guard hours.hour(needed.lowerBound, of: place) != nil else {
            hours.mark(needed.lowerBound, of: place)
            return false
        }
        if hours.board(of: place) == nil {
            let alerts = try await context.live?.generation.alertIDs(
                ofBoardAt: subject.question.stops, over: context.source)
            let board = BoardHours.Board(
                stop: subject.question.stop.jsonBytes, zone: subject.start.zone,
                notes: subject.notes, alerts: alerts ?? [])
            hours.insert(board, of: place)
        }
        var missing = wanted
        for hour in needed where missing > 0 {
            guard let events = try await events(hour, in: hours, of: place, render) else {
                return false
            }
            missing -= events.instants.count - events.index(from: subject.start.seconds)
        }
        return true
    }

    private func events(
        _ hour: Int, in hours: BoardHours, of place: BoardHours.Place,
        _ render: (_ start: Int, _ end: Int) async throws -> RenderedEvents?
    ) async throws -> RenderedEvents? {
        if case .made(let events) = hours.hour(hour, of: place) { return events }
        // Many ask for the same hour at once: at its beginning, and when a version is new. Its
        // maker may fail; then another makes it.
        var isMaker = false
        defer { if isMaker { hours.end(hour, of: place) } }
        for _ in 0..<3 where !isMaker {
            isMaker = await hours.begin(hour, of: place)
            if case .made(let events) = hours.hour(hour, of: place) { return events }
        }
        let from = hour * BoardHours.seconds
        let events = try await render(from, from + BoardHours.seconds)
        hours.insert(events, hour, of: place)
        return events
    }

    private func found(
        _ hours: BoardHours, of place: BoardHours.Place, from start: Start
    ) -> [HourEvent]? {
        guard let needed = needed(from: start) else { return nil }
        let end = question.durationSeconds.map { start.seconds + $0 } ?? .max
        let wanted = wanted
        var found: [HourEvent] = []
        for hour in needed where found.count < wanted {
            guard case .made(let events?) = hours.hour(hour, of: place),
                // An hour has the alerts that riders see at its beginning.
                hasSameAlerts(hour * BoardHours.seconds, start.seconds)
            else { return nil }
            var index = events.index(from: start.seconds)
            while found.count < wanted, index < events.instants.count, events.instants[index] < end
            {
                found.append(HourEvent(hour: events, index: index))
                index += 1
            }
        }
        // Only a longer look would tell whether the page ends here.
        return question.has("for") || found.count == wanted ? found : nil
    }

    private func hasSameAlerts(_ moment: Int, _ other: Int) -> Bool {
        context.live?.generation.hasSameAlerts(from: min(moment, other), to: max(moment, other))
            ?? true
    }

    private var count: Int { question.count }

    /// The number of events needed to tell what is on a page, and whether there is a next one.
    private var wanted: Int {
        (question.has("for") ? Board.pageOfWindow : count) + 1
    }

    private func needed(from start: Start) -> Range<Int>? {
        let first = BoardHours.hour(of: start.seconds)
        let most = first..<first + BoardHours.most
        guard let seconds = question.durationSeconds else { return most }
        let last = BoardHours.hour(of: start.seconds + max(seconds, 1) - 1)
        return most.contains(last) ? first..<last + 1 : nil
    }

    /// The subject of the hours; nil for pages of a cursor, whose positions were counted from
    /// elsewhere.
    private var place: BoardHours.Place? {
        guard !question.has("cursor") else { return nil }
        let query = question.canonicalQuery(without: ["at", "for", "n"])
        // Encoded: texts are equal when they look the same, ids only when their bytes are.
        let id = PercentCoding.encodedSegment(question.id ?? "")
        return BoardHours.Place(
            feed: context.feed, version: context.version, language: context.language,
            live: context.live?.stamp,
            question: "\(question.endpoint.rawValue) \(id) \(query)")
    }
}
