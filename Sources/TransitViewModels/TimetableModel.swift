public import Foundation
public import Observation
public import TransitModel

/// The timetables of a route on a day, one for each direction.
///
/// ```swift
/// let model = TimetableModel(route: route, source: source)
/// await model.load(at: now)
/// let rows = model.day.value?.timetables.map(\.rows.count)  // [2, 2]
/// await model.show(date)  // the user has chosen another day
/// ```
@available(iOS 17, macOS 14, *)
@Observable @MainActor
public final class TimetableModel: ScreenModel {
    /// The route, in the language of the screen once it is loaded.
    public private(set) var route: Route
    /// The day with its timetables. The previous day stays until the chosen one has been read.
    public private(set) var day: LoadState<TimetableDay> = .loading

    private var chosenDate: ServiceDate?

    /// - Parameters:
    ///   - route: the route from a search or a list.
    ///   - date: the service day; nil for today, and after midnight the next day.
    ///   - source: answers the questions.
    ///   - language: the language of names; nil for names as published.
    ///   - words: the texts for riders; nil for those in `language`.
    public init(
        route: Route, date: ServiceDate? = nil, source: any TransitSource, language: String? = nil,
        words: RiderWords? = nil
    ) {
        self.route = route
        chosenDate = date
        super.init(source: source, language: language, words: words)
    }

    /// Turns to another day; nil for today.
    public func show(_ date: ServiceDate?) async {
        chosenDate = date
        await read()
    }

    /// Returns whether the vehicle has left a stop; for a row of several runs, whether the last one
    /// has.
    public func isPast(_ cell: Timetable.Cell, of row: Timetable.Row) -> Bool {
        guard let day = day.value, let end = row.end(of: cell) else { return false }
        return day.start.addingTimeInterval(end) < clock
    }

    /// The next time in a cell. Today's screen also turns to the next day at midnight.
    override var nextPassing: Date? {
        guard let day = day.value else { return .distantFuture }
        let start = day.start
        let ends = day.timetables.flatMap(\.rows).flatMap { row in
            row.cells.compactMap { $0.flatMap(row.end(of:)) }
        }
        let midnight = chosenDate == nil ? day.midnight : .distantFuture
        return (ends.map(start.addingTimeInterval) + [midnight]).filter { $0 >= clock }.min()
            ?? .distantFuture
    }

    override func timePassed() async {
        if chosenDate == nil, let day = day.value, clock >= day.midnight { await read() }
    }

    override func read() async {
        let before = day.startLoading()
        let wanted = chosenDate
        let found = await asking { [route, clock] in
            try await $0.timetables(of: route, on: wanted, at: clock)
        }
        // A day chosen since owns the screen now.
        guard wanted == chosenDate else { return }
        // Another day than the wanted one is no answer.
        if case .failed = found, wanted != nil, wanted != day.value?.date { day = .loading }
        day.take(found, after: before, in: words)
        if let shown = day.value?.route { route = shown }
    }
}

/// The timetables of a route on one service day.
public struct TimetableDay: Hashable, Sendable {
    /// The route.
    public var route: Route
    /// The service day.
    public var date: ServiceDate
    /// The zone in which the service day counts.
    public var timeZone: TimeZone
    /// A timetable for each direction with trips on the day.
    public var timetables: [Timetable]

    /// Creates a timetable day.
    public init(
        route: Route, date: ServiceDate, timeZone: TimeZone, timetables: [Timetable] = []
    ) {
        self.route = route
        self.date = date
        self.timeZone = timeZone
        self.timetables = timetables
    }

    fileprivate var start: Date { ServiceClock(timeZone: timeZone).start(of: date) }

    fileprivate var midnight: Date {
        ServiceClock(timeZone: timeZone).instant(showing: 0, on: date.adding(days: 1)).instant
    }
}

extension Timetable.Row {
    /// When the last run of the row has left a stop, in seconds of the service day.
    fileprivate func end(of cell: Timetable.Cell) -> TimeInterval? {
        guard let time = cell.departure ?? cell.arrival else { return nil }
        var seconds = time.seconds
        if let startTime, let endTime { seconds += endTime.seconds - startTime.seconds }
        return TimeInterval(seconds)
    }
}

extension TransitSource {
    fileprivate func timetables(
        of route: Route, on date: ServiceDate?, at now: Date
    ) async throws -> TimetableDay {
        let route = try await current(route)
        let feed = try await feed()
        let agency = feed.agencies.first {
            $0.agencyID.map(AgencyID.init) == route.agencyID.map(AgencyID.init)
        }
        let zone = agency?.timeZone ?? feed.timeZone
        let date = date ?? ServiceClock(timeZone: zone).date(at: now)
        return TimetableDay(
            route: route, date: date, timeZone: zone,
            timetables: try await timetables(of: route, on: date))
    }
}
