import Foundation
import GTFSRealtime
package import TransitBundle
import TransitModel

/// Rules 4 and 5, the service day: the one whose span contains most of the update's times, else the
/// nearest to its first time.
package struct DayChoice {
    private let trip: TripTimetable
    /// Seconds by which the run starts after the times of the timetable, for a run of
    /// `frequencies.txt`.
    private let shift: Int
    private let clock: ServiceClock
    private let target: Target
    private let earliest: Int
    private let latest: Int
    /// One time for each stop update that has any, the earliest first.
    private let instants: [Int]

    private enum Target {
        case event(instant: Int, scheduled: Int)
        case instant(Int)
        /// No time is usable: the instant of the message.
        case message(Int)
    }

    package init(_ kept: KeptUpdate, _ trip: TripTimetable, shift: Int = 0, places: PlaceLookup)
        throws
    {
        self.trip = trip
        self.shift = shift
        clock = ServiceClock(timeZone: trip.timeZone)
        let span = try places.span(of: trip)
        earliest = span.lowerBound + shift
        latest = span.upperBound + shift
        var target: Target?
        var instants: [Int] = []
        let days = min((latest - earliest) / UsableValues.day + 3, Self.mostDays)
        try places.effort.spend(days * MatchEffort.calendarDay)
        for stop in kept.update.stopTimeUpdates where !stop.isSkipped && !stop.hasNoData {
            try places.effort.spend()
            var own: Int?
            for (event, isArrival) in [(stop.arrival, true), (stop.departure, false)] {
                guard let instant = UsableValues.instant(event?.time) else { continue }
                own = own ?? instant
                if target == nil,
                    let row = try Self.time(of: stop, in: trip, places, isArrival: isArrival)
                {
                    target = .event(instant: instant, scheduled: row + shift)
                }
            }
            if let own { instants.append(own) }
        }
        self.target = target ?? instants.first.map(Target.instant) ?? .message(kept.now)
        self.instants = instants.sorted()
    }

    private static func time(
        of stop: TripUpdate.StopTimeUpdate, in trip: TripTimetable, _ places: PlaceLookup,
        isArrival: Bool
    ) throws -> Int? {
        if let position = stop.stopSequence.flatMap({ trip.position(ofSequence: Int($0)) }),
            let time = isArrival ? trip.arriving(position) : trip.leaving(position)
        {
            return time
        }
        guard let id = UsableValues.id(stop.stopID) else { return nil }
        func first(_ rows: PatternRows.Rows?) throws -> Int? {
            try rows.flatMap { try places.times(of: trip, at: $0, isArrival: isArrival).first }
        }
        if let time = try first(places.rows(of: trip, at: id)) { return time }
        guard let station = try places.station(ofStop: id) else { return nil }
        return try first(places.rows(of: trip, in: station))
    }

    /// Producers date runs around midnight by the calendar, or by a day of their own that ends
    /// later: the day before or after is chosen if most calls lie there.
    ///
    /// `late` is the number of days from the service day to the calendar day on which the run
    /// starts. `possible` are the days among which the nearest is chosen if there is none with most
    /// of the calls.
    func day(given: Int, late: Int, orNearestOf possible: [Int]) -> Int? {
        if let day = dayOfMost, -1...1 + late ~= given - day { return day }
        if case .message = target { return possible.first }
        return possible.sorted().min { distance($0) < distance($1) }
    }

    func nearest() -> Int? {
        if let day = dayOfMost { return day }
        let best = candidates.filter(trip.runs(on:)).min { distance($0) < distance($1) }
        return best.flatMap { distance($0) <= UsableValues.day ? $0 : nil }
    }

    /// The day on which the trip runs and whose span contains more than half of the calls. Spans of
    /// long trips overlap, and trips without times have none: these tell nothing.
    private var dayOfMost: Int? {
        guard let middle = instants.dropFirst(instants.count / 2).first,
            1...Self.longestSpan ~= latest - earliest
        else { return nil }
        func span(_ day: Int) -> ClosedRange<Int> {
            let start = clock.startSeconds(of: ServiceDate(dayNumber: day))
            let margin = RealtimeLimits.marginOfRun
            return start + earliest - margin...start + latest + margin
        }
        let days = day(at: middle - latest) - 1...day(at: middle - earliest) + 1
        let found = days.first { span($0).contains(middle) && trip.runs(on: $0) }
        return found.flatMap { day in
            let count = instants.count(where: span(day).contains)
            return 2 * count > instants.count ? day : nil
        }
    }

    /// With a longer span, a run that is ten hours late would lie in the span of the next day.
    private static let longestSpan = 9 * 3600

    /// Whether the second nearest day is at most `margin` seconds farther away, so that the choice
    /// is a guess.
    package func isGuess(within margin: Int) -> Bool {
        guard dayOfMost == nil else { return false }
        let near = candidates.filter(trip.runs(on:)).map(distance).sorted()
        return near.count > 1 && near[0] <= UsableValues.day && near[1] - near[0] <= margin
    }

    func nearestCalendarDay() -> Int {
        candidates.min { distance($0) < distance($1) } ?? 0
    }

    private var candidates: ClosedRange<Int> {
        let (from, to) =
            switch target {
            case .event(let instant, let scheduled): (instant - scheduled, instant - scheduled)
            case .instant(let instant), .message(let instant):
                (instant - latest, instant - earliest)
            }
        // One more on either side, because a service day need not begin at midnight.
        let first = day(at: from) - 1
        return first...min(max(first, day(at: to) + 1), first + Self.mostDays)
    }

    /// A trip takes a few days at most.
    private static let mostDays = 400

    private func day(at instant: Int) -> Int {
        clock.date(at: Date(timeIntervalSince1970: Double(instant))).dayNumber
    }

    private func distance(_ day: Int) -> Int {
        let start = clock.startSeconds(of: ServiceDate(dayNumber: day))
        switch target {
        case .event(let instant, let scheduled): return abs(instant - start - scheduled)
        case .instant(let instant), .message(let instant):
            return max(start + earliest - instant, instant - start - latest, 0)
        }
    }
}
