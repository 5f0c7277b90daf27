import GTFSSchedule

/// Most trips run for the next seven days at least.
struct TripCoverageRule: FeedRule {
    static let notices: [NoticeDefinition] = [.tripCoverageNotActiveForNext7Days]
    static let inputs = [
        "calendar_dates.txt", "calendar.txt", "trips.txt", "frequencies.txt",
    ]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        let today = feed.options.date
        guard let majority = TripCounts(feed).majority,
            majority.first > today.dayNumber || majority.last < today.dayNumber + 7
        else { return }
        bin.add(
            .tripCoverageNotActiveForNext7Days,
            [
                "currentDate": today,
                "serviceWindowStartDate": ServiceDate(dayNumber: majority.first),
                "serviceWindowEndDate": ServiceDate(dayNumber: majority.last),
            ])
    }
}

extension NoticeDefinition {
    static let tripCoverageNotActiveForNext7Days = NoticeDefinition(
        "trip_coverage_not_active_for_next7_days", .warning,
        "The days on which most trips run do not include today and the next seven days.",
        why: "Riders find hardly any trip for the days that they ask about.",
        fix: "Publish a feed for the coming weeks before the old one ends.",
        reference: "calendar.txt", "start_date", "end_date")
}
