import Foundation
package import TransitAPI
import TransitBundle
package import TransitModel
import TransitRealtime

extension Answerer {
    private static let mostOfBoards = 5000

    func boardBody() async throws -> AnswerBody {
        let subject = try await subject()
        let isKnown = try await remember(subject) { from, to in
            var events = try await pages(of: subject).window(from, to)
            return RenderedEvents(try await board(&events, of: subject, at: nil))
        }
        if isKnown, let known = known() { return known }
        return try AnswerBody(await board(of: subject), lifetime: question.lifetime)
    }

    package func board() async throws -> Envelope<Board> {
        try await board(of: subject())
    }

    private func board(of subject: Subject) async throws -> Envelope<Board> {
        var (page, moment) = try await page(pages(of: subject), from: subject.start.seconds)
        return Envelope(
            try await board(&page.events, of: subject, at: moment),
            meta: meta(page, start: subject.start, notes: subject.notes))
    }

    /// Puts a board together from its rows.
    ///
    /// - Parameters:
    ///   - events: the rows; they are large, so they are changed in place.
    ///   - moment: when riders look; nil for a board without alerts.
    func board(
        _ events: inout [StopEvent], of subject: Subject, at moment: Date?
    ) async throws -> Board {
        var starts = DayStarts(context.bundle)
        for index in events.indices {
            let start = starts.seconds(events[index].serviceDate, events[index].route)
            events[index].serviceSeconds = events[index].time.seconds - start
        }
        let zone = subject.start.zone
        var board = Board(subject.question, timeZoneName: zone.name, events: events)
        if let moment, let live = context.live {
            board.alerts = try await live.generation.alerts(
                of: events, at: subject.question.stops, shown: moment, in: zone.timeZone,
                over: context.source, language: live.language)
        }
        return board
    }

    struct Subject {
        /// For the events from the start on.
        let question: BoardQuestion
        let start: Start
        var notes: [Note] = []
    }

    func subject() async throws -> Subject {
        let stop = try await context.stop(question.id)
        let others = try await stops("with")
        var subject = try await subject(stop, with: others.stops, matching: filter())
        subject.notes = others.notes
        return subject
    }

    private func subject(
        _ stop: Stop, with others: [Stop] = [], matching filter: BoardFilter
    ) async throws -> Subject {
        let start = start(in: try await context.bundle.zone(at: stop).zone)
        return Subject(
            question: BoardQuestion(
                question.eventKind, at: stop, with: others, from: Date(seconds: start.seconds),
                matching: filter, eventsOnly: true),
            start: start)
    }

    private func stops(_ parameter: String) async throws -> (stops: [Stop], notes: [Note]) {
        let ids = question.list(parameter)
        guard !ids.isEmpty else { return ([], []) }
        let found = try await context.bundle.stops(ids: ids)
        return (
            try await context.source.stops(sids: found.compactMap { $0?.sid }),
            context.missing(ids, among: found, field: parameter)
        )
    }

    func boards() async throws -> Envelope<ListDTO<Board>> {
        var (stops, notes) = try await stops("stops")
        let filter = try await filter()
        let most = Self.mostOfBoards / max(stops.count, 1)
        let wanted = question.has("for") ? .max : question.count
        var boards: [Board] = []
        var cut: [String] = []
        for stop in stops {
            let subject = try await subject(stop, matching: filter)
            var page = try await page(
                pages(of: subject), from: .init(instant: subject.start.seconds), most: most)
            if page.events.count == most, wanted > most { cut.append(stop.stopID) }
            notes += self.notes(page.events, from: subject.start).filter { !notes.contains($0) }
            boards.append(
                try await board(&page.events, of: subject, at: subject.question.start))
        }
        if !cut.isEmpty {
            notes.append(
                Note(
                    .truncated, field: "stops",
                    "Boards of \(stops.count) stops have at most \(most) departures.", ids: cut))
        }
        return context.answer(ListDTO(boards), notes: notes)
    }

    func pages(of subject: Subject) -> BoardPages {
        BoardPages(
            source: context.source, question: subject.question,
            cut: BoardCut(
                instant: { $0.expectedTime.seconds },
                span: context.bundle.boardSpan))
    }

    private func page(
        _ pages: BoardPages, from start: Int
    ) async throws -> (BoardPages.Page<StopEvent>, moment: Date) {
        let numbers = try cursor.numbers(of: question, count: 3)
        let turn = numbers.flatMap { BoardPages.Turn(rawValue: $0[0]) }
        let place = numbers.map { BoardPages.Place(instant: $0[1], skipped: $0[2]) }
        // Windows have cursors of their own; only they have a last page.
        let least = turn == .window ? -1 : 0
        guard numbers == nil || (turn == .window) == question.has("for"),
            least...100_000 ~= place?.skipped ?? 0, turn != nil || numbers == nil
        else { throw Self.noPage }
        // Otherwise a made-up cursor would have a hundred thousand events found for a page of one.
        if let place, turn != .window, try await !pages.has(place) { throw Self.noPage }
        let from = place ?? BoardPages.Place(instant: start)
        let page = try await page(
            pages, turn ?? .onward, from: from, most: Board.pageOfWindow)
        return (page, Date(seconds: from.instant))
    }

    private func page(
        _ pages: BoardPages, _ turn: BoardPages.Turn = .onward, from place: BoardPages.Place,
        most: Int
    ) async throws -> BoardPages.Page<StopEvent> {
        if let seconds = question.durationSeconds {
            return try await pages.windowPage(
                from: place.instant, seconds: seconds, skipped: place.skipped, most: most)
        }
        return try await pages.page(turn, from: place, count: min(question.count, most))
    }

    func meta<Event>(
        _ page: BoardPages.Page<Event>, start: Start, notes: [Note]
    ) -> Meta {
        context.meta(
            next: page.next.map(cursor.text), previous: page.previous.map(cursor.text),
            notes: notes + self.notes(page.events, from: start))
    }

    func notes<Event>(_ events: [Event], from start: Start) -> [Note] {
        [start.remark, events.isEmpty ? outside(start) : nil].compactMap { $0 }
    }

    struct Start {
        var seconds: Int
        var zone: NamedTimeZone
        var remark: Note?
        let instant: Date
    }

    private func outside(_ start: Start) -> Note? {
        context.outside(
            ServiceClock(timeZone: start.zone.timeZone).date(at: start.instant),
            field: question.has("at") ? "at" : nil)
    }

    func start(in zone: NamedTimeZone) -> Start {
        let asked = question.instant?.resolved(in: zone.timeZone)
        let instant = asked?.instant ?? context.now
        var start = Start(
            seconds: Int(instant.timeIntervalSince1970.rounded(.up)), zone: zone, instant: instant)
        switch asked?.remark {
        case .skipped:
            start.remark = Note(
                .skippedLocalTime, field: "at",
                "Clocks go forward past this time; it is read as if they did not.")
        case .repeated:
            start.remark = Note(
                .repeatedLocalTime, field: "at",
                "Clocks go back, so this time occurs twice; the first is used.")
        case nil: break
        }
        return start
    }

    private func filter() async throws -> BoardFilter {
        var filter = BoardFilter(types: question.types, directionID: question.direction)
        for id in question.list("route") {
            let route = try await context.route(id, field: "route")
            filter.routeIDs = (filter.routeIDs ?? []).union([RouteID(route.routeID)])
        }
        return filter
    }
}

extension Question {
    var eventKind: StopEvent.Kind { endpoint == .arrivals ? .arrival : .departure }
}

struct DayStarts {
    private let bundle: TransitBundle
    private var starts: [Day: Int] = [:]

    private struct Day: Hashable {
        var date: ServiceDate
        var rid: Int64?
    }

    init(_ bundle: TransitBundle) {
        self.bundle = bundle
    }

    /// The instant of 00:00:00 of a service day, in seconds since 1970.
    mutating func seconds(_ date: ServiceDate, _ route: Route?) -> Int {
        let day = Day(date: date, rid: route?.rid)
        if let known = starts[day] { return known }
        let start = bundle.startSeconds(of: date, ofRoute: route?.rid)
        starts[day] = start
        return start
    }
}

extension Date {
    init(seconds: Int) {
        self.init(timeIntervalSince1970: Double(seconds))
    }
}
