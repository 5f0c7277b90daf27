import BundleCodec
import BundleWriting
package import GTFSSchedule
import SQLiteLayer

/// How much service a bundle has: all that `gtfs stats` shows.
///
/// Runs belong to their service day, also after midnight. Exceptions of calendars and frequencies
/// are applied; trips that only `stop_times.txt` names do not count.
package struct ServiceStatistics: Sendable, Encodable {
    package enum Choice: Sendable {
        case busiestDay
        case day(ServiceDate)
        /// From Monday to Sunday, with this day.
        case week(ServiceDate)
        /// Those that the bundle has trips for; nil is its first or last.
        case range(from: ServiceDate?, to: ServiceDate?)

        var name: String {
            switch self {
            case .busiestDay: "busiest_day"
            case .day: "date"
            case .week: "week"
            case .range: "range"
            }
        }

        func days(of calendar: RunCalendar) -> [Int] {
            switch self {
            case .busiestDay: return [calendar.busiestDay?.day].compactMap { $0 }
            case .day(let date): return [date.dayNumber]
            case .week(let date):
                let monday = date.dayNumber - date.weekday.rawValue + 1
                return Array(monday..<monday + 7)
            case .range(let from, let to):
                guard let window = calendar.window else { return [] }
                let first = max(from?.dayNumber ?? window.lowerBound, window.lowerBound)
                let last = min(to?.dayNumber ?? window.upperBound, window.upperBound)
                guard first <= last else { return [from ?? to].compactMap { $0?.dayNumber } }
                return Array(first...last)
            }
        }
    }

    package struct Day: Sendable, Encodable {
        package let date: ServiceDate
        package let trips: Int
        package let runs: Int
        package let departures: Int
    }

    package struct Stop: Sendable, Encodable {
        package let stopID: String?
        package let stopName: String?
        package let departures: Int
        package let calls: Int

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case stopID = "stop_id"
            case stopName = "stop_name"
            case departures, calls
        }
    }

    package struct Wheelchairs: Sendable, Encodable {
        package internal(set) var accessible = 0
        package internal(set) var notAccessible = 0
        package internal(set) var unknown = 0

        mutating func add(_ code: Int, _ count: Int = 1) {
            switch code {
            case 1: accessible &+= count
            case 2: notAccessible &+= count
            default: unknown &+= count
            }
        }
    }

    package let bundle: String
    package let days: [Day]
    package let choice: String
    /// The days that all further figures are about; none if nothing ever runs.
    package let dates: [ServiceDate]
    package let total: ServiceFigures
    package let modes: [ServiceFigures]
    package let routes: [ServiceFigures]
    package let directions: [ServiceFigures]
    package let stops: [Stop]
    package let wheelchairRuns: Wheelchairs
    package let wheelchairStops: Wheelchairs
    package let runsWithoutTimes: Int
    /// Runs without a shape: their kilometers go straight from stop to stop.
    package let runsWithoutShape: Int
    /// Runs with neither a shape nor two stops with a place: they have no kilometers.
    package let runsWithoutPlaces: Int

    package init(path: String, _ choice: Choice = .busiestDay) throws {
        bundle = path
        let published = try PublishedBundle(path: path)
        let calendar = try published.read { connection in
            try RangeCheck.checkRanges(connection)
            return try RunCalendar(connection)
        }
        days =
            calendar.window.map { window in
                zip(window, calendar.counts(on: window)).map { day, count in
                    Day(
                        date: ServiceDate(dayNumber: day), trips: count.trips, runs: count.runs,
                        departures: count.departures)
                }
            } ?? []
        self.choice = choice.name
        let numbers = choice.days(of: calendar)
        dates = numbers.map(ServiceDate.init(dayNumber:))
        let count = try published.read { connection in
            let source = try ServiceSource(connection, calendar, on: numbers)
            var count = ServiceCount(source, on: numbers)
            try count.countStops(connection, source, on: numbers)
            return count
        }
        total = count.total
        modes = count.modes
        routes = count.routes
        directions = count.directionFigures.map(\.figures)
        stops = count.stops
        wheelchairRuns = count.wheelchairRuns
        wheelchairStops = count.wheelchairStops
        runsWithoutTimes = count.runsWithoutTimes
        runsWithoutShape = count.runsWithoutShape
        runsWithoutPlaces = count.runsWithoutPlaces
    }
}
