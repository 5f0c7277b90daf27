import FeedCompiling
import GTFSSchedule

/// Services have not ended already.
struct ExpiredCalendarRule: FeedRule {
    static let notices: [NoticeDefinition] = [.expiredCalendar]
    static let inputs = ["calendar.txt", "calendar_dates.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        let services = feed.servicePeriods
        let today = feed.options.date.dayNumber
        var expired: [(row: Int, service: Int)] = []
        var areAllExpired = true
        let hasCalendar = feed.calendar.count > 0
        for (service, period) in services.periods.enumerated() {
            guard let last = period?.last else { continue }
            guard last < today else {
                areAllExpired = false
                continue
            }
            // Services of calendar_dates.txt alone count only when there is no other.
            let row = hasCalendar ? services.calendarRow[service] : services.datesRow[service]
            if row > 0 { expired.append((row, service)) }
        }
        // Without calendar.txt it is usual to list old days; not so when no day is left.
        guard hasCalendar || areAllExpired else { return }
        for (row, service) in expired.sorted(by: { $0.row < $1.row }) {
            bin.add(
                .expiredCalendar,
                ["csvRowNumber": row, "serviceId": feed.serviceIDs.string(service)])
        }
    }
}

extension NoticeDefinition {
    static let expiredCalendar = NoticeDefinition(
        "expired_calendar", .warning,
        "The last day of a service is past; in a feed without `calendar.txt`, of every service.",
        why: "Its trips run no more and only make the feed larger.",
        fix: "Remove the service and its trips, or extend it.",
        reference: "calendar.txt", "end_date")
}
