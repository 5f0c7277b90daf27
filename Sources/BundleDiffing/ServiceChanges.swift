package import GTFSSchedule

/// The changes of service days.
package struct ServiceChanges: Sendable, Encodable {
    /// Days from the first to the last on which a trip runs.
    package struct Window: Sendable, Encodable {
        package let first: ServiceDate
        package let last: ServiceDate
    }

    /// A day with clearly more or fewer trips.
    package struct DayChange: Sendable, Encodable {
        package let date: ServiceDate
        package let old: Int
        package let new: Int
    }

    package let oldWindow: Window?
    package let newWindow: Window?
    /// Days with trips that are before or after the other bundle's window.
    package let daysLost: [ServiceDate]
    package let daysGained: [ServiceDate]
    /// Days in both windows.
    package let sharedDayCount: Int
    /// Those whose number of trips differs by more than `threshold`.
    package let days: [DayChange]
    let sharedDays: ClosedRange<Int>?

    /// The share of a day's trips that may come or go without being reported.
    package static let threshold = 0.1

    private enum CodingKeys: String, CodingKey {
        case oldWindow
        case newWindow
        case daysLost
        case daysGained
        case sharedDayCount
        case days
    }

    package var isEmpty: Bool { daysLost.isEmpty && daysGained.isEmpty && days.isEmpty }
}

extension ServiceChanges {
    init(_ old: TripCalendar, _ new: TripCalendar) {
        let before = old.window
        let after = new.window
        oldWindow = before.map(Self.window)
        newWindow = after.map(Self.window)
        daysLost = Self.days(of: old, outside: after)
        daysGained = Self.days(of: new, outside: before)
        guard let before, let after, before.overlaps(after) else {
            sharedDays = nil
            sharedDayCount = 0
            days = []
            return
        }
        let shared = before.clamped(to: after)
        sharedDays = shared
        sharedDayCount = shared.count
        days = zip(shared, zip(old.trips(on: shared), new.trips(on: shared))).compactMap {
            day, trips in
            let difference = Double((trips.1 - trips.0).magnitude)
            guard difference > Double(trips.0) * Self.threshold else { return nil }
            return DayChange(date: ServiceDate(dayNumber: day), old: trips.0, new: trips.1)
        }
    }

    private static func window(_ days: ClosedRange<Int>) -> Window {
        Window(
            first: ServiceDate(dayNumber: days.lowerBound),
            last: ServiceDate(dayNumber: days.upperBound))
    }

    private static func days(
        of calendar: TripCalendar, outside window: ClosedRange<Int>?
    ) -> [ServiceDate] {
        guard let own = calendar.window else { return [] }
        return zip(own, calendar.trips(on: own)).compactMap { day, trips in
            trips > 0 && window?.contains(day) != true ? ServiceDate(dayNumber: day) : nil
        }
    }
}
