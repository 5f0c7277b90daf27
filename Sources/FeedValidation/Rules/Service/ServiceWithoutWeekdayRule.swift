import GTFSSchedule

/// A calendar has a day of the week on which the service runs.
struct ServiceWithoutWeekdayRule: FeedRule {
    static let notices: [NoticeDefinition] = [.serviceHasNoActiveDayOfTheWeek]
    static let inputs = ["calendar.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        for (index, row) in feed.calendar.rows.enumerated() {
            guard let id = row.serviceID,
                Weekday.allCases.allSatisfy({ row[$0] == .notRunning })
            else { continue }
            bin.add(
                .serviceHasNoActiveDayOfTheWeek,
                ["csvRowNumber": feed.calendar.rowNumbers[index], "serviceId": id])
        }
    }
}

extension NoticeDefinition {
    static let serviceHasNoActiveDayOfTheWeek = NoticeDefinition(
        "service_has_no_active_day_of_the_week", .warning,
        "A row of `calendar.txt` has 0 for all days of the week.",
        why: "The service runs only on days that `calendar_dates.txt` adds, if on any.",
        fix: "Mark its weekdays, or leave the row out and list the days in `calendar_dates.txt`.",
        reference: "calendar.txt", "monday", "tuesday", "wednesday", "thursday", "friday",
        "saturday", "sunday")
}
