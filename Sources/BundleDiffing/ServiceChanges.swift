import BundleCodec
import BundleWriting
package import GTFSSchedule

package struct ServiceChanges: Sendable, Encodable {
    /// Something runs on the first and on the last.
    struct Window: Sendable, Encodable {
        let first: ServiceDate
        let last: ServiceDate

        init(_ days: ClosedRange<Int>) {
            first = ServiceDate(dayNumber: days.lowerBound)
            last = ServiceDate(dayNumber: days.upperBound)
        }

        fileprivate var days: ClosedRange<Int> { first.dayNumber...last.dayNumber }
    }

    package struct DayChange: Sendable, Encodable {
        package let date: ServiceDate
        /// Runs: a trip of `frequencies.txt` has one for each of its starts.
        package let old: Int
        package let new: Int
        package let oldDepartures: Int
        package let newDepartures: Int

        fileprivate var counts: [Int] { [old, new, oldDepartures, newDepartures] }

        /// The smaller the earlier.
        fileprivate var rank: [Int] {
            let departures = newDepartures - oldDepartures
            let isLoss = new < old || new == old && departures < 0
            return [
                isLoss ? 0 : 1, isLoss ? new - old : old - new,
                isLoss ? departures : -departures, date.dayNumber,
            ]
        }
    }

    let oldWindow: Window?
    let newWindow: Window?
    package let daysLost: [ServiceDate]
    package let daysGained: [ServiceDate]
    package let sharedDayCount: Int
    /// Trips, runs or departures differ by more than `threshold`; those that lose most come first,
    /// then those that gain most.
    package let days: [DayChange]

    /// Days of equal numbers together, in the order of the first of each.
    var alike: [[DayChange]] {
        let groups = Dictionary(grouping: days, by: \.counts)
        return groups.values.sorted { $0[0].rank.lexicographicallyPrecedes($1[0].rank) }
    }

    var sharedDays: ClosedRange<Int>? {
        guard let old = oldWindow?.days, let new = newWindow?.days, old.overlaps(new) else {
            return nil
        }
        return old.clamped(to: new)
    }

    /// A smaller share of a day's trips, runs or departures is not reported.
    static let threshold = 0.1

    package var isEmpty: Bool { daysLost.isEmpty && daysGained.isEmpty && days.isEmpty }
}

extension ServiceChanges {
    init(_ old: RunCalendar, _ new: RunCalendar) {
        let before = old.window
        let after = new.window
        oldWindow = before.map(Window.init)
        newWindow = after.map(Window.init)
        daysLost = Self.days(of: old, outside: after)
        daysGained = Self.days(of: new, outside: before)
        guard let before, let after, before.overlaps(after) else {
            sharedDayCount = 0
            days = []
            return
        }
        let shared = before.clamped(to: after)
        sharedDayCount = shared.count
        days = zip(shared, zip(old.counts(on: shared), new.counts(on: shared))).compactMap {
            day, counts in
            let (old, new) = counts
            // Trips too: the runs of a metro would hide those of all buses.
            guard
                [\RunCount.trips, \.runs, \.departures].contains(where: {
                    Self.differs(old[keyPath: $0], new[keyPath: $0])
                })
            else { return nil }
            return DayChange(
                date: ServiceDate(dayNumber: day), old: old.runs, new: new.runs,
                oldDepartures: old.departures, newDepartures: new.departures)
        }.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }
    }

    private static func differs(_ old: Int, _ new: Int) -> Bool {
        Double((new - old).magnitude) > Double(old) * threshold
    }

    private static func days(
        of calendar: RunCalendar, outside window: ClosedRange<Int>?
    ) -> [ServiceDate] {
        guard let own = calendar.window else { return [] }
        return zip(own, calendar.counts(on: own)).compactMap { day, count in
            count.runs > 0 && window?.contains(day) != true ? ServiceDate(dayNumber: day) : nil
        }
    }
}
