import Foundation
import TransitModel

/// A page begins at a place: an instant, and how many of that instant's events come before. Events
/// of one instant are always found together and in the same order, so a place is the same from
/// either side.
struct BoardPages: Sendable {
    struct Place: Equatable {
        /// In seconds since 1970.
        var instant: Int
        var skipped = 0
    }

    enum Turn: Int {
        case onward, back, window
    }

    struct Page<Event> {
        var events: [Event]
        var next: [Int]?
        var previous: [Int]?
    }

    fileprivate static let week = 7 * 86_400

    let source: any TransitSource
    /// The pages have starts and lengths of their own.
    let question: BoardQuestion
    let cut: BoardCut<StopEvent>

    func window(_ start: Int, _ end: Int) async throws -> [StopEvent] {
        try await events(from: start, .window(Double(end - start)))
    }

    /// The source looks a week ahead.
    func next(_ count: Int, from start: Int) async throws -> [StopEvent] {
        try await events(from: start, .next(count))
    }

    private func events(
        from start: Int, _ extent: BoardQuestion.Extent
    ) async throws -> [StopEvent] {
        var question = question
        question.start = Date(seconds: start)
        question.extent = extent
        return try await source.board(question).events
    }

    func has(_ place: Place) async throws -> Bool {
        guard place.skipped > 0 else { return true }
        return try await window(place.instant, place.instant + 1).count >= place.skipped
    }

    func page(_ turn: Turn, from place: Place, count: Int) async throws -> Page<StopEvent> {
        turn == .back
            ? try await before(place, count: count) : try await after(place, count: count)
    }

    private func after(_ place: Place, count: Int) async throws -> Page<StopEvent> {
        let found = try await next(place.skipped + count + 1, from: place.instant)
        return cut.onward(found, from: place, count: count)
    }

    private func before(_ place: Place, count: Int) async throws -> Page<StopEvent> {
        var found: [StopEvent] = []
        if place.skipped > 0 {
            found = Array(
                try await window(place.instant, place.instant + 1).prefix(place.skipped))
        }
        let floor = place.instant - Self.week
        var end = place.instant
        var length = 3600
        while found.count <= count, end > floor, end > cut.span?.lowerBound ?? .max {
            let start = max(end - length, floor)
            found = try await window(start, end) + found
            end = start
            length = min(length * 2, 12 * 3600)
        }
        let first = max(found.count - count, 0)
        var page = Page(events: Array(found[first...]), next: cut.cursor(.onward, to: place))
        if first > 0 {
            let start = cut.instant(found[first])
            let ties = found[..<first].reversed().prefix { cut.instant($0) == start }.count
            page.previous = [Turn.back.rawValue, start, ties]
        } else {
            page.previous = cut.cursor(.back, to: Place(instant: end))
        }
        return page
    }

    func windowPage(
        from start: Int, seconds: Int, skipped: Int, most: Int
    ) async throws -> Page<StopEvent> {
        cut.page(
            ofWindow: try await window(start, start + seconds), from: start, seconds: seconds,
            skipped: skipped, most: most)
    }
}

struct BoardCut<Event: Sendable>: Sendable {
    typealias Place = BoardPages.Place
    typealias Page = BoardPages.Page<Event>
    typealias Turn = BoardPages.Turn

    let instant: @Sendable (Event) -> Int
    let span: Range<Int>?

    /// The events include one more than the page needs, or are all of a week.
    func onward(_ found: consuming [Event], from place: Place, count: Int) -> Page {
        let wanted = place.skipped + count
        // Events are large: surplus ones are removed instead of copying the others.
        var events = found
        let next: [Int]?
        if events.count > wanted {
            events.removeLast(events.count - wanted)
            let last = instant(events[wanted - 1])
            let ties = events.reversed().prefix { instant($0) == last }.count
            next = [Turn.onward.rawValue, last, ties]
        } else {
            // The week has been searched; later events are on the next page.
            next = cursor(.onward, to: Place(instant: place.instant + BoardPages.week))
        }
        events.removeFirst(min(place.skipped, events.count))
        return Page(events: events, next: next, previous: cursor(.back, to: place))
    }

    func page(
        ofWindow found: [Event], from start: Int, seconds: Int, skipped: Int, most: Int
    ) -> Page {
        let last = max(found.count - 1, 0) / most * most
        let first = skipped < 0 ? last : min(skipped, found.count)
        let end = min(first + most, found.count)
        var page = Page(events: Array(found[first..<end]))
        if end < found.count {
            page.next = [Turn.window.rawValue, start, end]
        } else if cursor(.onward, to: Place(instant: start + seconds)) != nil {
            page.next = [Turn.window.rawValue, start + seconds, 0]
        }
        if first > 0 {
            page.previous = [Turn.window.rawValue, start, max(first - most, 0)]
        } else if cursor(.back, to: Place(instant: start)) != nil {
            page.previous = [Turn.window.rawValue, start - seconds, -1]
        }
        return page
    }

    func cursor(_ turn: Turn, to place: Place) -> [Int]? {
        guard let span else { return nil }
        switch turn {
        case .back: guard place.skipped > 0 || place.instant > span.lowerBound else { return nil }
        default: guard place.instant < span.upperBound else { return nil }
        }
        return [turn.rawValue, place.instant, place.skipped]
    }
}
