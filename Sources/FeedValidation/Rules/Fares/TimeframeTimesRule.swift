import GTFSSchedule

/// A timeframe has both times or none, and none after 24:00:00.
struct TimeframeTimesRule: RowRule {
    static let notices: [NoticeDefinition] = [
        .timeframeOnlyStartOrEndTimeSpecified,
        .timeframeStartOrEndTimeGreaterThanTwentyFourHours,
    ]

    func check(_ timeframe: Timeframe, _ context: RowContext, _ bin: NoticeBin) {
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
        "A timeframe has only one of `start_time` and `end_time`.",
        why: "It is not clear when the fare holds.",
        fix: "Fill both, or leave both blank for the whole day.",
        reference: "timeframes.txt", "start_time", "end_time")
    static let timeframeStartOrEndTimeGreaterThanTwentyFourHours = NoticeDefinition(
        "timeframe_start_or_end_time_greater_than_twenty_four_hours", .error,
        "A timeframe has a time after 24:00:00.",
        why: "Timeframes follow the clock, which begins again at midnight.",
        fix: "Split the timeframe at midnight.",
        reference: "timeframes.txt", "start_time", "end_time")
}
