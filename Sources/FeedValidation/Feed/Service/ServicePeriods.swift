import FeedCompiling
import FeedReading
import GTFSSchedule

struct ServicePeriods {
    /// By number of a service id; nil when neither file has it. Under `--compat canonical` the last
    /// of several rows of `calendar.txt` counts, otherwise the first, which a bundle keeps.
    private(set) var periods: [ServicePeriod?] = []
    /// By number of a service id; 0 when it has none. The first of several rows counts.
    private(set) var calendarRow: [Int] = []
    private(set) var datesRow: [Int] = []

    init(_ feed: LoadedFeed) {
        let count = feed.serviceIDs.count
        let isCanonical = feed.options.isCanonical
        var patterns = [ServicePeriod.Pattern?](repeating: nil, count: count)
        var added = ServiceExceptions()
        var removed = ServiceExceptions()
        calendarRow = Array(repeating: 0, count: count)
        datesRow = calendarRow
        for (index, row) in feed.calendar.rows.enumerated() {
            guard let id = row.serviceID, let service = feed.serviceIDs.find(id.text),
                let start = row.startDate, let end = row.endDate
            else { continue }
            if calendarRow[service] == 0 { calendarRow[service] = feed.calendar.rowNumbers[index] }
            // For a period with reversed dates the canonical validator takes the first day.
            let last = isCanonical ? max(start, end) : end
            patterns[service] =
                start <= last
                ? ServicePeriod.Pattern(
                    days: start.dayNumber...last.dayNumber, weekdays: row.weekdays)
                : nil
        }
        // Stopping early leaves it useless, but harmless: a cancelled caller gets no result.
        let dates = feed.calendarDates
        for index in 0..<dates.count where !feed.cancellation.isCancelled {
            guard let date = dates.exception(index) else { continue }
            if datesRow[date.service] == 0 { datesRow[date.service] = dates.rowNumbers[index] }
            // The canonical validator takes every other type for a removal here.
            if date.type == .added {
                added.append(date.service, day: date.day, isAdded: true)
            } else if date.type == .removed || isCanonical {
                removed.append(date.service, day: date.day, isAdded: false)
            }
        }
        // Services with the same week, one after the other, share its list.
        var lastPattern: [ServicePeriod.Pattern] = []
        periods = (0..<count).map { service in
            guard calendarRow[service] != 0 || datesRow[service] != 0 else { return nil }
            if lastPattern.first != patterns[service] {
                lastPattern = patterns[service].map { [$0] } ?? []
            }
            return ServicePeriod(patterns: lastPattern, addedDays: [], removedDays: [])
        }
        added.forEachService { periods[$0] = periods[$0]?.with(added: $1.added, removed: []) }
        removed.forEachService { service, days in
            periods[service] = periods[service].map {
                $0.with(added: $0.added, removed: days.removed)
            }
        }
    }

    init(_ periods: [ServicePeriod?]) {
        self.periods = periods
    }

    subscript(service: Int32) -> ServicePeriod? {
        service >= 0 && service < periods.count ? periods[Int(service)] : nil
    }
}

extension ServiceCalendar {
    /// The days of the week with service as bits, Monday first.
    var weekdays: UInt8 {
        var bits: UInt8 = 0
        for (index, weekday) in Weekday.allCases.enumerated() where self[weekday] == .running {
            bits |= 1 << UInt8(index)
        }
        return bits
    }
}

extension LoadedFeed {
    func unclearServices(from first: Int = .min) -> Set<Int> {
        var services = calendarDates.unclearServices(from: first)
        guard !calendar.badCells.isEmpty else { return services }
        for (index, row) in calendar.rows.enumerated() where !calendar.badCells[index].isEmpty {
            if !calendar.isBad(index, "end_date"), let end = row.endDate, end.dayNumber < first {
                continue
            }
            if let id = row.serviceID, let service = serviceIDs.find(id.text) {
                services.insert(service)
            }
        }
        return services
    }

    func hasUnclearTrips(from first: Int = .min) -> Bool {
        let services = unclearServices(from: first)
        guard !services.isEmpty else { return false }
        var isFound = false
        trips.forEachNumberedRow { _, row in
            isFound = row.service >= 0 && services.contains(Int(row.service))
            return !isFound
        }
        return isFound
    }

    var serviceWindow: ClosedRange<ServiceDate>? {
        // Where the canonical validator fails on reversed dates, its report has no window.
        guard let services = serviceIntervals else { return nil }
        let isUsed = trips.areUsed(services.periods.count) { $0.service }
        let periods = isUsed.indices.filter { isUsed[$0] }.compactMap { services.periods[$0] }
        guard let first = periods.compactMap(\.first).min(),
            let last = periods.compactMap(\.last).max()
        else { return nil }
        return ServiceDate(dayNumber: first)...ServiceDate(dayNumber: last)
    }
}

package struct ServiceExceptions {
    private struct Entry: BitwiseCopyable {
        let service: Int32
        let day: Int32
        let position: Int32
        let isAdded: Bool
    }

    package struct Days: Equatable {
        package var added: [Int] = []
        package var removed: [Int] = []

        package init(added: [Int] = [], removed: [Int] = []) {
            self.added = added
            self.removed = removed
        }
    }

    private var entries: [Entry] = []
    private var isSorted = true

    package init() {}

    package mutating func append(_ service: Int, day: Int, isAdded: Bool) {
        let entry = Entry(
            service: Int32(service), day: Int32(day), position: Int32(clamping: entries.count),
            isAdded: isAdded)
        if let last = entries.last, !Self.areInOrder(last, entry) { isSorted = false }
        entries.append(entry)
    }

    /// The last row for a day counts.
    package mutating func forEachService(_ body: (Int, Days) -> Void) {
        if !isSorted { entries.sort(by: Self.areInOrder) }
        isSorted = true
        var days = Days()
        for (index, entry) in entries.enumerated() {
            let next = index + 1 < entries.count ? entries[index + 1] : nil
            if next?.service == entry.service, next?.day == entry.day { continue }
            if entry.isAdded { days.added.append(Int(entry.day)) }
            if !entry.isAdded { days.removed.append(Int(entry.day)) }
            guard next?.service != entry.service else { continue }
            body(Int(entry.service), days)
            days = Days()
        }
    }

    private static func areInOrder(_ one: Entry, _ other: Entry) -> Bool {
        (one.service, one.day, one.position) < (other.service, other.day, other.position)
    }
}
