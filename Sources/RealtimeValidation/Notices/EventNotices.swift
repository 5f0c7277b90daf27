import FeedReading

enum EventNotices {
    static let e022 = NoticeDefinition.realtime(
        "E022", .error, in: "StopTimeUpdate",
        summary: "The times of successive stops do not increase.",
        why: "Riders are shown a vehicle that arrives before it has left.",
        fix: "Correct the predictions, if need be by a second.")
    static let e025 = NoticeDefinition.realtime(
        "E025", .error, in: "StopTimeUpdate",
        summary: "The departure from a stop is before the arrival.",
        why: "Apps cannot tell which of the two is right.",
        fix: "Correct the predictions.")
    static let e044 = NoticeDefinition.realtime(
        "E044", .error, in: "StopTimeEvent",
        summary: "An arrival or departure has neither `time` nor `delay`.",
        why: "The event says nothing.",
        fix: "Write `time`.")
    static let e046 = NoticeDefinition.realtime(
        "E046", .error, in: "StopTimeEvent",
        summary: "An event has only `delay`, where `stop_times.txt` has no time.",
        why: "There is no time from which it could be late.",
        fix: "Write `time`.")
    static let forbiddenPlan = NoticeDefinition.realtime(
        "rt_scheduled_time_not_allowed", .error, in: "StopTimeEvent", also: ["S004"],
        summary:
            "`scheduled_time` is given for a trip that is not `NEW`, `REPLACEMENT` or "
            + "`DUPLICATED`.",
        why: "The feed has the planned times of such a trip.",
        fix: "Leave it out.")
    static let missingPlan = NoticeDefinition.realtime(
        "rt_new_without_scheduled_time", .warning, in: "StopTimeEvent", also: ["P010"],
        summary: "An event of a `NEW` or `REPLACEMENT` trip has no `scheduled_time`.",
        why: "Boards cannot show whether it is late.",
        fix: "Write the planned time.")
    static let headwayDelay = NoticeDefinition.realtime(
        "rt_delay_of_headway_trip", .warning, in: "StopTimeEvent", also: ["P013"],
        summary: "An event of a trip with `exact_times` 0 has `delay`.",
        why: "There is no timetable from which it could be late.",
        fix: "Write `time`.")
    static let farOff = NoticeDefinition.realtime(
        "rt_far_from_schedule", .warning, in: "StopTimeEvent", also: ["own-far-off"],
        summary: "A time or delay is more than 12 hours from the timetable.",
        why: "The update is usually about the run of another day.",
        fix: "Check `start_date`.")

    static let all = [
        e022, e025, e044, e046, forbiddenPlan, missingPlan, headwayDelay, farOff,
    ]
}
