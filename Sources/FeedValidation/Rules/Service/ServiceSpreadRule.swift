import FeedCompiling
import GTFSSchedule

/// Services of `calendar.txt` do not pause for long, and do not reach far into the future.
struct ServiceSpreadRule: FeedRule {
    static let notices: [NoticeDefinition] = [.bigGapInService, .serviceExtendsFarInTheFuture]
    static let inputs = ["calendar.txt", "calendar_dates.txt"]

    private static let longestGap = 13
    private static let farthestDays = 2 * 365

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        guard feed.calendar.count > 0 else { return }
        let services = try ServiceIntervals(feed, validator: "ServiceSpreadValidator")
        for row in feed.calendar.rows {
            guard let id = row.serviceID, let service = feed.serviceIDs.find(id.text),
                let period = services[Int32(service)], let last = period.last
            else { continue }
            for gap in period.gaps(longerThan: Self.longestGap) {
                bin.add(
                    .bigGapInService,
                    [
                        "serviceId": id, "gapStartDate": ServiceDate(dayNumber: gap.last).dashed,
                        "gapEndDate": ServiceDate(dayNumber: gap.next).dashed,
                        "gapDurationDays": gap.next - gap.last - 1,
                    ])
            }
            guard last - feed.options.date.dayNumber > Self.farthestDays else { continue }
            bin.add(
                .serviceExtendsFarInTheFuture,
                [
                    "serviceId": id,
                    "serviceWindowEndDate": ServiceDate(dayNumber: last).dashed,
                ])
        }
    }
}

extension NoticeDefinition {
    static let bigGapInService = NoticeDefinition(
        "big_gap_in_service", .info,
        "A service pauses for more than 13 days between two of its days.",
        why: "Riders see no trips for weeks, which may be an oversight.",
        fix: "Check the dates of the service and its exceptions.",
        reference: "calendar.txt", "start_date", "end_date")
    static let serviceExtendsFarInTheFuture = NoticeDefinition(
        "service_extends_far_in_the_future", .info,
        "The last day of a service is more than two years (730 days) from today.",
        why: "Nobody plans a timetable so far ahead; the date may be a slip.",
        fix: "Check the end of the service.",
        reference: "calendar.txt", "end_date")
}
