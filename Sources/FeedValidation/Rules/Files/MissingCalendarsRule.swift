/// The feed has `calendar.txt` or `calendar_dates.txt`.
struct MissingCalendarsRule: FeedRule {
    static let notices: [NoticeDefinition] = [.missingCalendarAndCalendarDateFiles]
    static let inputs = ["calendar.txt", "calendar_dates.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        guard feed.calendar.isMissing, feed.calendarDates.isMissing else { return }
        bin.add(.missingCalendarAndCalendarDateFiles, [:])
    }
}

extension NoticeDefinition {
    static let missingCalendarAndCalendarDateFiles = NoticeDefinition(
        "missing_calendar_and_calendar_date_files", .error,
        "The feed has neither calendar.txt nor calendar_dates.txt.",
        why: "Nobody knows on which days trips run.",
        fix: "Add one of the two files.",
        reference: "calendar.txt")
}
