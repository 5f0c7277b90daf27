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
        let numbers: [Int]
        switch choice {
        case .busiestDay:
            self.choice = "busiest_day"
            numbers = [calendar.busiestDay?.day].compactMap { $0 }
        case .day(let date):
            self.choice = "date"
            numbers = [date.dayNumber]
        case .week(let date):
            self.choice = "week"
            let monday = date.dayNumber - date.weekday.rawValue + 1
            numbers = Array(monday..<monday + 7)
        }
        dates = numbers.map(ServiceDate.init(dayNumber:))
        let count = try published.read { try ServiceCount($0, calendar, on: numbers) }
        total = count.total
        modes = count.modes
        routes = count.routes
        directions = count.directions
        stops = count.stops
        wheelchairRuns = count.wheelchairRuns
        wheelchairStops = count.wheelchairStops
        runsWithoutTimes = count.runsWithoutTimes
        runsWithoutShape = count.runsWithoutShape
        runsWithoutPlaces = count.runsWithoutPlaces
    }
}
