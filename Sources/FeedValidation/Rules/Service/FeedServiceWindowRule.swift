import FeedCompiling
import GTFSSchedule

/// The days of service agree with the validity of the feed, and have begun.
struct FeedServiceWindowRule: FeedRule {
    static let serviceWindowOutsideFeedPeriod = NoticeDefinition(
        "service_window_outside_feed_period", .info,
        summary:
            "A service with trips starts before `feed_start_date` or ends after `feed_end_date`.",
        why: "Apps ignore service outside the feed's dates.",
        fix: "Extend the feed's dates, or shorten the service.",
        reference: "feed_info.txt", fields: "feed_start_date", "feed_end_date",
        telling: ["serviceId", "daysBeforeFeedStart", "daysAfterFeedEnd"])
    static let feedValidBeyondTotalServiceWindow = NoticeDefinition(
        "feed_valid_beyond_total_service_window", .info,
        summary:
            "`feed_start_date` or `feed_end_date` is more than 14 days outside the dates on which "
            + "trips run.",
        why: "Riders see days without trips because the service of those days is not published "
            + "yet.",
        fix: "Shorten the feed's dates, or add the missing service.",
        reference: "feed_info.txt", fields: "feed_start_date", "feed_end_date",
        telling: ["feedStartDate", "feedEndDate", "serviceWindowStartDate", "serviceWindowEndDate"])
    static let futureCalendar = NoticeDefinition(
        "future_calendar", .info,
        summary: "Every service with trips starts after the validation date.",
        why: "Apps that load the feed now show no trips.",
        fix: "Include the current service until the new one starts.",
        reference: "calendar.txt", fields: "start_date",
        incidental: ["currentDate"])
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [
        serviceWindowOutsideFeedPeriod, feedValidBeyondTotalServiceWindow, futureCalendar,
    ]
    static let inputs = ["calendar.txt", "calendar_dates.txt", "feed_info.txt", "trips.txt"]

    /// The number of days that a feed may be valid before and after its service.
    private static let toleratedDays = 14

    private struct Window {
        let service: Int32
        let first: Int
        let last: Int
    }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        let windows = try windows(feed)
        let isClear = !feed.hasUnclearTrips()
        guard let first = windows.map(\.first).min(), let last = windows.map(\.last).max() else {
            return
        }
        if first > feed.options.date.dayNumber, isClear {
            bin.add(
                Self.futureCalendar, in: feed.calendarFile,
                [
                    "minServiceStartDate": ServiceDate(dayNumber: first).dashed,
                    "currentDate": feed.options.date.dashed,
                ])
        }
        guard let info = feed.feedInfo.rows.first, let start = info.feedStartDate,
            let end = info.feedEndDate
        else { return }
        for window in windows { check(window, from: start, to: end, feed: feed, into: bin) }
        guard isClear,
            start.dayNumber < first - Self.toleratedDays
                || end.dayNumber > last + Self.toleratedDays
        else { return }
        bin.add(
            Self.feedValidBeyondTotalServiceWindow,
            [
                "feedStartDate": start.dashed, "feedEndDate": end.dashed,
                "serviceWindowStartDate": ServiceDate(dayNumber: first).dashed,
                "serviceWindowEndDate": ServiceDate(dayNumber: last).dashed,
            ])
    }

    private func windows(_ feed: LoadedFeed) throws -> [Window] {
        let isUsed = feed.trips.areUsed(feed.serviceIDs.count) { $0.service }
        guard isUsed.contains(true) else { return [] }
        let services = try feed.serviceIntervals(for: "FeedServiceWindowValidator")
        return isUsed.indices.compactMap { service in
            guard isUsed[service], let period = services[Int32(service)],
                let first = period.first, let last = period.last
            else { return nil }
            return Window(service: Int32(service), first: first, last: last)
        }
    }

    private func check(
        _ window: Window, from start: ServiceDate, to end: ServiceDate, feed: LoadedFeed,
        into bin: NoticeBin
    ) {
        let before = max(0, start.dayNumber - window.first)
        let after = max(0, window.last - end.dayNumber)
        guard before > 0 || after > 0 else { return }
        bin.add(
            Self.serviceWindowOutsideFeedPeriod,
            [
                "serviceId": feed.serviceIDs.string(Int(window.service)),
                "serviceWindowStartDate": ServiceDate(dayNumber: window.first).dashed,
                "serviceWindowEndDate": ServiceDate(dayNumber: window.last).dashed,
                "daysBeforeFeedStart": before, "daysAfterFeedEnd": after,
            ])
    }
}
