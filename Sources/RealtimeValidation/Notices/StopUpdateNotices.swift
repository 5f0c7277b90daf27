import FeedReading

enum StopUpdateNotices {
    static let e011 = NoticeDefinition.realtime(
        "E011", .error, in: "StopTimeUpdate", also: ["RT_STOP_NOT_IN_STATIC"],
        summary: "A `stop_id` is neither in `stops.txt` nor that of a `Stop` in the message.",
        why: "Apps cannot tell which stop is meant.",
        fix: "Use the ids of the published feed.")
    static let e015 = NoticeDefinition.realtime(
        "E015", .error, in: "StopTimeUpdate",
        summary: "A `stop_id` names a station or an entrance, where riders do not board.",
        why: "Vehicles call at platforms, so apps find no call.",
        fix: "Write the id of the platform.")
    static let e040 = NoticeDefinition.realtime(
        "E040", .error, in: "StopTimeUpdate",
        summary: "A stop update has neither `stop_id` nor `stop_sequence`.",
        why: "Apps cannot tell which stop is meant.",
        fix: "Write both.")
    static let e042 = NoticeDefinition.realtime(
        "E042", .error, in: "StopTimeUpdate",
        summary: "A stop update with `NO_DATA` has an arrival or a departure.",
        why: "Apps cannot tell whether the times count.",
        fix: "Leave the times out.")
    static let e043 = NoticeDefinition.realtime(
        "E043", .error, in: "StopTimeUpdate",
        summary:
            "A stop update has neither arrival nor departure, and is neither `SKIPPED` nor `NO_DATA`.",
        why: "The update says nothing.",
        fix: "Add a time, or leave the update out.")
    static let e045 = NoticeDefinition.realtime(
        "E045", .error, in: "StopTimeUpdate", also: ["RT_STOP_SEQUENCE_MISMATCH"],
        summary: "`stop_sequence` and `stop_id` name different stops of the trip.",
        why: "Apps may use either of the two.",
        fix: "Write the pair from `stop_times.txt`; another platform of the same station is "
            + "allowed.")
    static let e051 = NoticeDefinition.realtime(
        "E051", .error, in: "StopTimeUpdate", also: ["RT_STOP_SEQUENCE_NOT_IN_STATIC"],
        summary: "`stop_times.txt` has no such `stop_sequence` for the trip.",
        why: "Apps cannot tell which stop is meant.",
        fix: "Write the number from `stop_times.txt`, not the place in the list.")
    static let skippedTime = NoticeDefinition.realtime(
        "rt_time_at_skipped_stop", .warning, in: "StopTimeUpdate",
        also: ["RT_TIME_ON_NON_STOPPING_UPDATE"],
        summary: "A stop update with `SKIPPED` has times.",
        why: "Apps ignore them.",
        fix: "Leave the times out.")
    static let occupancy = NoticeDefinition.realtime(
        "rt_occupancy_without_times", .warning, in: "StopTimeUpdate", also: ["S005"],
        summary:
            "`departure_occupancy_status` is given in a stop update without times that is not "
            + "`NO_DATA`.",
        why: "Apps that read times miss it.",
        fix: "Add the times, or `NO_DATA`.")
    static let halfOfTwo = NoticeDefinition.realtime(
        "rt_one_time_of_two", .warning, in: "StopTimeUpdate", also: ["S006"],
        summary:
            "An arrival or departure is missing where `stop_times.txt` has two different times.",
        why: "Apps guess how long the vehicle stays.",
        fix: "Write both.")
    static let scheduledHeadway = NoticeDefinition.realtime(
        "rt_scheduled_stop_of_headway_trip", .warning, in: "StopTimeUpdate", also: ["S007"],
        summary: "A stop of a trip with `exact_times` 0 is `SCHEDULED`.",
        why: "Such a trip has no timetable to keep to.",
        fix: "Write `UNSCHEDULED`.")
    static let unscheduledTimetable = NoticeDefinition.realtime(
        "rt_unscheduled_stop_of_timed_trip", .warning, in: "StopTimeUpdate", also: ["S008"],
        summary: "A stop is `UNSCHEDULED`, but the trip is not one with `exact_times` 0.",
        why: "The value is only for trips without a timetable.",
        fix: "Write `SCHEDULED`.")
    static let unscheduledStop = NoticeDefinition.realtime(
        "rt_unscheduled_stop_alone", .error, in: "StopTimeUpdate", also: ["S009"],
        summary: "A stop is `UNSCHEDULED`, but its trip is not.",
        why: "Apps cannot tell whether there is a timetable.",
        fix: "Write `UNSCHEDULED` for the trip, too.")
    static let scheduledStop = NoticeDefinition.realtime(
        "rt_unscheduled_trip_alone", .error, in: "StopTimeUpdate", also: ["S010"],
        summary: "A trip is `UNSCHEDULED`, but one of its stops is not.",
        why: "Apps cannot tell whether there is a timetable.",
        fix: "Write `UNSCHEDULED` for all stops.")
    static let twoStops = NoticeDefinition.realtime(
        "rt_two_stop_ids", .error, in: "StopTimeProperties", also: ["S011"],
        summary: "`stop_id` and `assigned_stop_id` differ.",
        why: "Apps cannot tell the planned platform from the new one.",
        fix: "Write the new platform in both, or leave `stop_id` out.")
    static let unknownAssigned = NoticeDefinition.realtime(
        "rt_unknown_assigned_stop", .error, in: "StopTimeProperties", also: ["S012"],
        summary: "`assigned_stop_id` is not in `stops.txt`.",
        why: "Apps cannot tell the new platform.",
        fix: "Use the ids of the published feed.")

    static let all = [
        e011, e015, e040, e042, e043, e045, e051, skippedTime, occupancy, halfOfTwo,
        scheduledHeadway, unscheduledTimetable, unscheduledStop, scheduledStop, twoStops,
        unknownAssigned,
    ]
}
