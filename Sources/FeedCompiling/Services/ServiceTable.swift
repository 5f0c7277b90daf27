package import BundleCodec
package import GTFSSchedule

package final class ServiceTable {
    package let ids = IDTable(capacity: 256)
    package let leftOut = IDTable()
    private var regular: [Regular?] = []
    /// By service: day number times two, plus one when the day is added; ascending, except for
    /// services that have an entry in `unsorted`.
    private var exceptions: [[Int32]] = []
    /// The days that rows name of services whose rows are not in the order of the days, or have codes
    /// that change nothing.
    private var unsorted: [Int: Set<Int32>] = [:]
    /// False for ids that trips name and neither file has; `ids` holds those too.
    package private(set) var isDefined: [Bool] = []

    private struct Regular {
        /// Bit 0 is Monday.
        let weekdays: UInt8
        let days: ClosedRange<Int>
    }

    package init() {}

    package var count: Int { ids.count }

    func intern(_ id: UnsafeRawBufferPointer, defined: Bool) -> Int {
        let (number, isNew) = ids.intern(id)
        if isNew {
            regular.append(nil)
            exceptions.append([])
            isDefined.append(defined)
        } else if defined {
            isDefined[number] = true
        }
        return number
    }

    func isRegular(_ service: Int) -> Bool { regular[service] != nil }

    /// A period that ends before it starts has no day.
    func setRegular(_ service: Int, weekdays: UInt8, from start: ServiceDate?, to end: ServiceDate?)
    {
        let first = start?.dayNumber ?? 1
        let last = end?.dayNumber ?? 0
        regular[service] = Regular(
            weekdays: first <= last ? weekdays : 0,
            days: first <= last ? first...last : first...first)
    }

    /// False when an earlier row named the day. Code 1 adds the day, 2 removes it, all else changes
    /// nothing.
    func addException(_ service: Int, _ date: ServiceDate, code: Int?) -> Bool {
        let day = Int32(date.dayNumber)
        let changes = code == 1 || code == 2
        let isNext = exceptions[service].last.map { $0 >> 1 < day } ?? true
        if unsorted[service] == nil, !isNext || !changes {
            // For days in reverse order, inserting each row where it belongs would take hours.
            unsorted[service] = Set(exceptions[service].map { $0 >> 1 })
        }
        if unsorted[service]?.insert(day).inserted == false { return false }
        if changes { exceptions[service].append(day * 2 + (code == 1 ? 1 : 0)) }
        return true
    }

    /// With a row for each day of a service they are many, and nothing needs them any longer.
    func dropExceptions() {
        exceptions = []
        unsorted = [:]
    }

    private func sortedExceptions(_ service: Int) -> [Int32] {
        unsorted[service] == nil ? exceptions[service] : exceptions[service].sorted()
    }

    /// As the bundle keeps them; nil when there are none.
    package func days(_ service: Int, within window: ClosedRange<Int>? = nil) -> ServiceDays? {
        var added: [Int] = []
        var removed: [Int] = []
        for entry in sortedExceptions(service) where window.map({ $0 ~= Int(entry >> 1) }) ?? true {
            if entry & 1 == 1 {
                added.append(Int(entry >> 1))
            } else {
                removed.append(Int(entry >> 1))
            }
        }
        var period = regular[service].flatMap { $0.weekdays == 0 ? nil : $0.days }
        if let days = period, let window {
            period =
                days.overlaps(window) ? days.clamped(to: window) : nil
        }
        return ServiceDays(
            period: period, weekdays: regular[service]?.weekdays ?? 0, added: added,
            removed: removed)
    }
}

/// Other days are accepted, with a notice.
package enum ExpectedDates {
    private static let years = 1900...2200

    package static func contains(_ date: ServiceDate) -> Bool { years.contains(date.year) }

    /// Days since 1970-01-01.
    package static let dayNumbers =
        ServiceDate(yyyymmdd: 1900_01_01)!.dayNumber...ServiceDate(yyyymmdd: 2200_12_31)!.dayNumber
}
