import FeedReading

enum TripUpdateNotices {
    static let noTrip = NoticeDefinition.realtime(
        "rt_no_trip", .error, in: "TripUpdate", also: ["T-trip"],
        summary: "A trip update has no `trip`.",
        why: "The schema requires it, so strict libraries drop the whole message.",
        fix: "Name the trip, or leave the update out.")
    static let e041 = NoticeDefinition.realtime(
        "E041", .error, in: "TripUpdate",
        summary:
            "A trip update has no stop updates, and the trip is not canceled, deleted or a copy.",
        why: "The update says nothing, or only `delay`, which few apps read.",
        fix: "Add stop updates, or leave the update out.")
    static let e002 = NoticeDefinition.realtime(
        "E002", .error, in: "TripUpdate",
        summary:
            "Stop updates are not in the order of the trip's stops, or name a stop that it lacks.",
        why: "Apps carry delays from one stop to the next, and miss those that come too late.",
        fix: "Sort them by `stop_sequence`.")
    static let e009 = NoticeDefinition.realtime(
        "E009", .error, in: "StopTimeUpdate",
        summary: "A stop that the trip visits twice is named without `stop_sequence`.",
        why: "Apps cannot tell which of the two visits is meant.",
        fix: "Write `stop_sequence`.")
    static let e036 = NoticeDefinition.realtime(
        "E036", .error, in: "StopTimeUpdate",
        summary: "Two stop updates in a row have the same `stop_sequence`.",
        why: "Apps may use either of the two.",
        fix: "Write one update for each stop.")
    static let e037 = NoticeDefinition.realtime(
        "E037", .error, in: "StopTimeUpdate",
        summary:
            "Two stop updates in a row have the same `stop_id`, and no sequences tell them apart.",
        why: "Apps may use either of the two.",
        fix: "Write one update for each stop, with `stop_sequence`.")
    static let duplicate = NoticeDefinition.realtime(
        "rt_duplicate_trip_update", .error, in: "TripUpdate", also: ["S003"],
        summary: "Two trip updates are about the same run.",
        why: "Apps may use either of the two.",
        fix: "Write one trip update for each run.")
    static let copyIncomplete = NoticeDefinition.realtime(
        "rt_copy_without_properties", .error, in: "TripProperties", also: ["S013"],
        summary:
            "A `DUPLICATED` trip lacks `trip_id`, `start_date` or `start_time` of `trip_properties`.",
        why: "Apps cannot tell when the copy runs, or refer to it.",
        fix: "Fill in all three.")
    static let propertiesWithoutCopy = NoticeDefinition.realtime(
        "rt_properties_without_copy", .error, in: "TripProperties", also: ["S014"],
        summary: "`trip_properties` has an id, a day or a start, but the trip is not `DUPLICATED`.",
        why: "These fields have a meaning only for copies of a trip.",
        fix: "Leave them out, or write `DUPLICATED`.")
    static let copyExists = NoticeDefinition.realtime(
        "rt_copy_id_in_feed", .error, in: "TripProperties", also: ["S015"],
        summary: "The `trip_id` of `trip_properties` is in `trips.txt`.",
        why: "Apps cannot tell the copy from the planned trip.",
        fix: "Give the copy an id of its own.")
    static let unknownShape = NoticeDefinition.realtime(
        "rt_unknown_shape", .warning, in: "TripProperties", also: ["S016"],
        summary:
            "`shape_id` of `trip_properties` is neither in `shapes.txt` nor that of a `Shape` in "
            + "the message.",
        why: "Maps cannot draw the path of the trip.",
        fix: "Send the shape, or leave `shape_id` out.")
    static let delayOfNew = NoticeDefinition.realtime(
        "rt_delay_of_new_trip", .warning, in: "TripUpdate", also: ["S017"],
        summary: "A `NEW` trip has `delay`.",
        why: "There is no timetable from which it could be late.",
        fix: "Write times, and `scheduled_time` for the plan.")
    static let unnamedStops = NoticeDefinition.realtime(
        "rt_unnamed_trip_without_stop_ids", .error, in: "StopTimeUpdate", also: ["S018"],
        summary: "A trip without `trip_id` has stop updates without `stop_id`.",
        why: "A `stop_sequence` means nothing without the trip.",
        fix: "Write `stop_id`, or the trip's id.")
    static let unnamedDelays = NoticeDefinition.realtime(
        "rt_unnamed_trip_without_times", .error, in: "StopTimeEvent", also: ["S019"],
        summary: "A trip without `trip_id` has stop updates with `delay` only.",
        why: "A delay means nothing where the trip is not found.",
        fix: "Write `time`, or the trip's id.")

    // MARK: Practices

    static let canceledDays = NoticeDefinition.realtime(
        "rt_canceled_days_without_alert", .warning, in: "TripUpdate", also: ["P006"],
        summary: "A trip is canceled on several days, and no `NO_SERVICE` alert names it.",
        why: "Riders who plan ahead do not learn of it.",
        fix: "Add an alert that names the trip or its route.")
    static let allSkipped = NoticeDefinition.realtime(
        "rt_all_stops_skipped", .warning, in: "TripUpdate", also: ["P007"],
        summary: "All stops of a trip are `SKIPPED`, but the trip is not `CANCELED`.",
        why: "Many apps show a trip that calls nowhere.",
        fix: "Write `CANCELED` for the trip.")
    static let over = NoticeDefinition.realtime(
        "rt_no_time_ahead", .warning, in: "TripUpdate", also: ["P008"],
        summary: "No time of a trip update is in the future.",
        why: "The trip is over, or its predictions are stuck.",
        fix: "Leave the update out once the trip is over.")
    static let newWithoutHeadsign = NoticeDefinition.realtime(
        "rt_new_without_headsign", .warning, in: "TripProperties", also: ["P009"],
        summary: "A `NEW` trip has no `trip_headsign`.",
        why: "Boards cannot show where it goes.",
        fix: "Write `trip_properties.trip_headsign`.")
    static let earlyDropped = NoticeDefinition.realtime(
        "rt_early_stops_dropped", .warning, in: "TripUpdate", also: ["own-early-dropped"],
        summary: "The first stop update comes after a stop whose scheduled time is still to come.",
        why: "The vehicle has passed early, and riders wait there in vain.",
        fix: "Keep passed stops in the update until their scheduled time is over.")

    static let all = [
        noTrip, e041, e002, e009, e036, e037, duplicate, copyIncomplete, propertiesWithoutCopy,
        copyExists, unknownShape, delayOfNew, unnamedStops, unnamedDelays, canceledDays, allSkipped,
        over, newWithoutHeadsign, earlyDropped,
    ]
}
