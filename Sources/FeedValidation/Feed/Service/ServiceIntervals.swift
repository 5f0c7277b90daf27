import FeedCompiling
import GTFSSchedule

/// The days of all services as two rules of the canonical validator see them: rows of one service
/// add up, and exceptions count in the order of the file.
struct ServiceIntervals {
    /// By number of a service id; nil when neither file has it.
    let periods: [ServicePeriod?]

    /// Throws under `--compat canonical` when dates of `calendar.txt` are reversed, which ends the
    /// rules that ask.
    init(_ feed: LoadedFeed, validator: String) throws {
        let isCanonical = feed.options.isCanonical
        let count = feed.serviceIDs.count
        var patterns = [[ServicePeriod.Pattern]?](repeating: nil, count: count)
        for row in feed.usable(feed.calendar) {
            guard let id = row.serviceID, let service = feed.serviceIDs.find(id.text),
                let start = row.startDate, let end = row.endDate
            else { continue }
            if patterns[service] == nil { patterns[service] = [] }
            guard start <= end else {
                guard isCanonical else { continue }
                throw CanonicalCrash(
                    exception: "java.lang.IllegalArgumentException",
                    message: "serviceStart (\(start.dashed)) must be before or equal to "
                        + "serviceEnd (\(end.dashed))", validator: validator)
            }
            // A code that it does not know is -1 to the canonical validator, and odd.
            let weekdays = row.weekdays { $0 == 1 || isCanonical && $0 != 0 }
            patterns[service]?.append(
                ServicePeriod.Pattern(
                    days: start.dayNumber...end.dayNumber, weekdays: weekdays))
        }
        var isAdded = [Int: [Int: Bool]]()
        for row in feed.usable(feed.calendarDates) {
            guard let id = row.serviceID, let service = feed.serviceIDs.find(id.text),
                let date = row.date, let exception = row.exceptionType
            else { continue }
            if patterns[service] == nil { patterns[service] = [] }
            guard exception == .added || exception == .removed else { continue }
            isAdded[service, default: [:]][date.dayNumber] = exception == .added
        }
        periods = patterns.indices.map { service in
            guard let patterns = patterns[service] else { return nil }
            let exceptions = isAdded[service] ?? [:]
            return ServicePeriod(
                patterns: patterns, added: Set(exceptions.filter(\.value).keys),
                removed: Set(exceptions.filter { !$0.value }.keys))
        }
    }

    subscript(service: Int32) -> ServicePeriod? {
        service >= 0 && service < periods.count ? periods[Int(service)] : nil
    }
}
