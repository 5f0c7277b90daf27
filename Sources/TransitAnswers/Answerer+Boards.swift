import Foundation
package import TransitAPI
import TransitBundle
package import TransitModel

extension Answerer {
    private static let mostOfBoards = 5000

    func boardBody() async throws -> AnswerBody {
        let subject = try await subject()
        let isKnown = try await remember(subject) { from, to in
            var found = try await pages(of: subject).window(from, to)
            setServiceSeconds(of: &found)
            return RenderedEvents(board(found, at: subject.stop, zone: subject.start.zone))
        }
        if isKnown, let known = known() { return known }
        return try AnswerBody(await board(of: subject), lifetime: question.lifetime)
    }

    package func board() async throws -> Envelope<Board> {
        try await board(of: subject())
    }

    private func board(of subject: Subject) async throws -> Envelope<Board> {
        var (page, moment) = try await page(pages(of: subject), from: subject.start.seconds)
        setServiceSeconds(of: &page.events)
        let alerts = try await alerts(
            .board(of: subject.stops, events: page.events), at: moment, in: subject.start.zone)
        return Envelope(
            board(page.events, at: subject.stop, zone: subject.start.zone, alerts: alerts),
            meta: meta(page, start: subject.start, notes: subject.notes))
    }

    func board(
        _ events: [StopEvent], at stop: Stop, zone: NamedTimeZone, alerts: [ServiceAlert] = []
    ) -> Board {
        Board(
            question.eventKind, stop: stop, timeZoneName: zone.name, events: events,
            alerts: alerts)
    }

    /// Events are large, so they are changed in place.
    func setServiceSeconds(of events: inout [StopEvent]) {
        var starts = DayStarts(context.bundle)
        for index in events.indices {
            let start = starts.seconds(events[index].serviceDate, events[index].route)
            events[index].serviceSeconds = events[index].time.seconds - start
        }
    }

    private func pages(of subject: Subject) -> BoardPages {
        pages(of: subject.stops, matching: subject.filter)
    }

    struct Subject {
        let stop: Stop
        let others: [Stop]
        let notes: [Note]
        let start: Start
        let filter: BoardFilter

        var stops: [Stop] { [stop] + others }
    }

    private func subject() async throws -> Subject {
        let stop = try await context.stop(question.id)
        let others = try await others()
        return Subject(
            stop: stop, others: others.stops, notes: others.notes,
            start: try await start(at: stop), filter: try await filter())
    }

    private func others() async throws -> (stops: [Stop], notes: [Note]) {
        let ids = question.list("with")
        guard !ids.isEmpty else { return ([], []) }
        let found = try await context.bundle.stops(ids: ids)
        return (
            try await context.source.stops(sids: found.compactMap { $0?.sid }),
            context.missing(ids, among: found, field: "with")
        )
    }

    func boards() async throws -> Envelope<ListDTO<Board>> {
        let ids = question.list("stops")
        let found = try await context.bundle.stops(ids: ids)
        let stops = try await context.source.stops(sids: found.compactMap { $0?.sid })
        let filter = try await filter()
        let most = Self.mostOfBoards / max(stops.count, 1)
        var boards: [Board] = []
        var notes: [Note] = []
        var cut: [String] = []
        for stop in stops {
            let start = try await start(at: stop)
            let pages = self.pages(of: [stop], matching: filter)
            var page =
                if let seconds = question.durationSeconds {
                    try await pages.windowPage(
                        from: start.seconds, seconds: seconds, skipped: 0, most: most)
                } else {
                    try await pages.page(
                        .onward, from: .init(instant: start.seconds),
                        count: min(question.count, most))
                }
            setServiceSeconds(of: &page.events)
            let wanted = question.has("for") ? .max : question.count
            if page.events.count == most, wanted > most { cut.append(stop.stopID) }
            let outside = page.events.isEmpty ? outside(start) : nil
            for note in [start.remark, outside].compactMap({ $0 }) where !notes.contains(note) {
                notes.append(note)
            }
            let alerts = try await alerts(
                .board(of: [stop], events: page.events), at: start.instant, in: start.zone)
            boards.append(board(page.events, at: stop, zone: start.zone, alerts: alerts))
        }
        if !cut.isEmpty {
            notes.append(
                Note(
                    .truncated, field: "stops",
                    "Boards of \(stops.count) stops have at most \(most) departures.", ids: cut))
        }
        return context.answer(
            ListDTO(boards),
            notes: context.missing(ids, among: found, field: "stops") + notes)
    }

    private func pages(
        of stops: [Stop], matching filter: BoardFilter
    ) -> BoardPages {
        BoardPages(
            source: context.source, kind: question.eventKind, stops: stops, filter: filter,
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
        let page =
            if let seconds = question.durationSeconds {
                try await pages.windowPage(
                    from: from.instant, seconds: seconds, skipped: from.skipped,
                    most: Board.pageOfWindow)
            } else {
                try await pages.page(turn ?? .onward, from: from, count: question.count)
            }
        return (page, Date(seconds: from.instant))
    }

    func meta<Event>(
        _ page: BoardPages.Page<Event>, start: Start, notes: [Note]
    ) -> Meta {
        let outside = page.events.isEmpty ? outside(start) : nil
        return context.meta(
            next: page.next.map(cursor.text), previous: page.previous.map(cursor.text),
            notes: notes + [start.remark, outside].compactMap { $0 })
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

    private func start(at stop: Stop) async throws -> Start {
        start(in: try await context.bundle.zone(at: stop).zone)
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
