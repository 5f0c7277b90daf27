import GTFSSchedule

/// A timeframe has both times or none, and none after 24:00:00.
struct TimeframeTimesRule: RowRule {
    static let notices: [NoticeDefinition] = [
        .timeframeOnlyStartOrEndTimeSpecified,
        .timeframeStartOrEndTimeGreaterThanTwentyFourHours,
    ]
    static let fields = ["start_time", "end_time"]

    func check(_ timeframe: Timeframe, in context: RowContext, into bin: NoticeBin) {
        if (timeframe.startTime == nil) != (timeframe.endTime == nil) {
            bin.add(.timeframeOnlyStartOrEndTimeSpecified, ["csvRowNumber": context.row])
        }
        let times = [("start_time", timeframe.startTime), ("end_time", timeframe.endTime)]
        for (field, time) in times {
            guard let time, time.seconds > ServiceTime.secondsPerDay else { continue }
            bin.add(
                .timeframeStartOrEndTimeGreaterThanTwentyFourHours,
                ["csvRowNumber": context.row, "fieldName": field, "time": time])
        }
    }
}

extension NoticeDefinition {
    static let timeframeOnlyStartOrEndTimeSpecified = NoticeDefinition(
        "timeframe_only_start_or_end_time_specified", .error,
        summary: "A timeframe has only one of `start_time` and `end_time`.",
        why: "Apps cannot tell when the fare applies.",
        fix: "Fill in both times, or leave both empty for the whole day.",
        reference: "timeframes.txt", fields: "start_time", "end_time")
    static let timeframeStartOrEndTimeGreaterThanTwentyFourHours = NoticeDefinition(
        "timeframe_start_or_end_time_greater_than_twenty_four_hours", .error,
        summary: "A timeframe has a time after 24:00:00.",
        why: "Timeframes follow the clock, which never shows such a time.",
        fix: "Split the timeframe at midnight.",
        reference: "timeframes.txt", fields: "start_time", "end_time")
}

/// Timeframes of one group and service follow each other without an overlap.
///
/// A blank end means 24:00:00. The canonical validator takes it for 00:00:00, so it never finds an
/// overlap with a whole day.
struct TimeframeOverlapRule: FeedRule {
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [.timeframeOverlap]
    static let inputs = ["timeframes.txt"]

    private struct Key: Hashable {
        let group: TimeframeGroupID?
        let service: ServiceID?
    }

    private struct Span {
        let start: ServiceTime
        let end: ServiceTime
        let row: Int
    }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        let midnight = ServiceTime(
            seconds: feed.options.isCanonical ? 0 : ServiceTime.secondsPerDay)
        var groups: [Key: [Span]] = [:]
        for (index, timeframe) in feed.timeframes.rows.enumerated()
        where !feed.timeframes.isBad(index, "start_time", "end_time") {
            let key = Key(group: timeframe.timeframeGroupID, service: timeframe.serviceID)
            groups[key, default: []].append(
                Span(
                    start: timeframe.startTime ?? ServiceTime(seconds: 0),
                    end: timeframe.endTime ?? midnight, row: feed.timeframes.rowNumbers[index]))
        }
        // In the order of the file, so that a report is the same in every run.
        for (key, spans) in groups.sorted(by: { $0.value[0].row < $1.value[0].row }) {
            let sorted = spans.sorted { ($0.start, $0.end, $0.row) < ($1.start, $1.end, $1.row) }
            for (previous, current) in zip(sorted, sorted.dropFirst())
            where current.start < previous.end {
                bin.add(
                    .timeframeOverlap,
                    [
                        "prevCsvRowNumber": previous.row, "prevEndTime": previous.end,
                        "currCsvRowNumber": current.row, "currStartTime": current.start,
                        "timeframeGroupId": key.group?.text ?? "",
                        "serviceId": key.service?.text ?? "",
                    ])
            }
        }
    }
}

extension NoticeDefinition {
    static let timeframeOverlap = NoticeDefinition(
        "timeframe_overlap", .error,
        summary: "Two timeframes of the same group and service overlap.",
        why: "Two fares apply at the same time.",
        fix: "End one timeframe where the next begins.",
        reference: "timeframes.txt", fields: "start_time", "end_time")
}
