import FeedReading

enum RunNotices {
    static let e006 = NoticeDefinition.realtime(
        "E006", .error, in: "TripDescriptor",
        summary: "A trip with `exact_times` 0 lacks `start_time` or `start_date`.",
        why: "Nothing else tells its runs apart.",
        fix: "Write the day, and a start that stays the same for as long as the run lasts.")
    static let unnamedHeadway = NoticeDefinition.realtime(
        "rt_frequency_without_start", .error, in: "TripDescriptor", also: ["T-frequency"],
        summary: "A trip with `exact_times` 1 lacks `start_time` or `start_date`.",
        why: "Apps cannot tell which of its runs is meant.",
        fix: "Write the day, and the start of the run.")
    static let e013 = NoticeDefinition.realtime(
        "E013", .error, in: "TripDescriptor",
        summary:
            "A trip with `exact_times` 0 has a `schedule_relationship` other than `UNSCHEDULED`.",
        why: "Such a trip has no timetable to keep to.",
        fix: "Write `UNSCHEDULED`.")
    static let e019 = NoticeDefinition.realtime(
        "E019", .error, in: "TripDescriptor",
        summary: "`start_time` of a trip with `exact_times` 1 is not on the headway.",
        why: "No run of the timetable starts then.",
        fix:
            "Write a start of `frequencies.txt`: `start_time` and multiples of `headway_secs` after it."
    )
    static let w005 = NoticeDefinition.realtime(
        "W005", .warning, in: "VehicleDescriptor",
        summary: "A trip update of a trip with `exact_times` 0 has no `vehicle.id`.",
        why: "Apps cannot tell which of its vehicles comes next.",
        fix: "Write the id of the vehicle.")
    static let startChanged = NoticeDefinition.realtime(
        "rt_start_time_changed", .error, in: "TripDescriptor", also: ["S021"],
        summary:
            "`start_time` of a run of `frequencies.txt` is not the same as in the previous "
            + "message.",
        why: "Apps take it for another run.",
        fix: "Keep the start for as long as the run lasts.")
    static let notRunning = NoticeDefinition.realtime(
        "rt_trip_not_running", .error, in: "TripDescriptor", also: ["own-not-running"],
        summary: "The trip does not run on its `start_date`.",
        why: "Boards have no run for the update or alert.",
        fix:
            "Write the service day, even for trips after midnight, and publish the feed's new "
            + "calendar.")
    static let ambiguousDay = NoticeDefinition.realtime(
        "rt_ambiguous_day", .warning, in: "TripDescriptor", also: ["own-date-ambiguous"],
        summary: "A trip has no `start_date`, and two of its runs are about equally near.",
        why: "Apps choose different ones.",
        fix: "Write `start_date`.")
    static let lowMatchRate = NoticeDefinition.realtime(
        "rt_low_match_rate", .warning, in: "FeedMessage", also: ["own-match-rate"],
        summary: "Fewer than 80 % of five or more trip updates are about a run of the feed.",
        why: "Boards show the timetable for the others, as if all were on time.",
        fix: "Publish the feed that the messages are made for.")

    static let all = [
        e006, unnamedHeadway, e013, e019, w005, startChanged, notRunning, ambiguousDay,
        lowMatchRate,
    ]
}
