import FeedCompiling
import GTFSSchedule

extension ServicePeriods {
    /// As two rules of the canonical validator see them: rows of one service add up, and exceptions
    /// apply in the order of the file.
    ///
    /// Throws when dates of `calendar.txt` are reversed, which ends the rules that ask.
    init(canonical feed: LoadedFeed, for validator: String) throws(CanonicalCrash) {
        let count = feed.serviceIDs.count
        var patterns = [[ServicePeriod.Pattern]?](repeating: nil, count: count)
        for row in feed.usable(feed.calendar) {
            guard let id = row.serviceID, let service = feed.serviceIDs.find(id.text),
                let start = row.startDate, let end = row.endDate
            else { continue }
            guard start <= end else {
                throw CanonicalCrash(
                    message: "serviceStart (\(start.dashed)) must be before or equal to "
                        + "serviceEnd (\(end.dashed))", validator: validator)
            }
            let pattern = ServicePeriod.Pattern(
                days: start.dayNumber...end.dayNumber, weekdays: row.weekdays)
            // In place: a million rows may be of one service.
            if patterns[service] == nil { patterns[service] = [] }
            patterns[service]?.append(pattern)
        }
        var exceptions = ServiceExceptions()
        let dates = feed.calendarDates
        for index in 0..<(feed.isUsable(CalendarDate.file.name) ? dates.count : 0) {
            guard let date = dates.exception(index) else { continue }
            if patterns[date.service] == nil { patterns[date.service] = [] }
            guard date.type == .added || date.type == .removed else { continue }
            exceptions.append(date.service, day: date.day, isAdded: date.type == .added)
        }
        var periods = patterns.map { patterns in
            patterns.map { ServicePeriod(patterns: $0, addedDays: [], removedDays: []) }
        }
        exceptions.forEachService {
            periods[$0] = periods[$0]?.with(added: $1.added, removed: $1.removed)
        }
        // Both views of a service are the same, but for odd ones: then its lists are there once.
        for (service, known) in feed.servicePeriods.periods.enumerated()
        where known == periods[service] {
            periods[service] = known
        }
        self.init(periods)
    }
}
