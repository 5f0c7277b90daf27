import FeedReading

enum TripNotices {
    static let e020 = NoticeDefinition.realtime(
        "E020", .error, in: "TripDescriptor",
        summary: "`start_time` is not written as H:MM:SS or HH:MM:SS.",
        why: "Apps cannot tell which run is meant.",
        fix: "Write hours, minutes and seconds; hours after midnight continue from 24.")
    static let e021 = NoticeDefinition.realtime(
        "E021", .error, in: "TripDescriptor",
        summary: "`start_date` is not an existing day written as YYYYMMDD.",
        why: "Apps cannot tell which run is meant.",
        fix: "Write the service day with eight digits.")
    static let w006 = NoticeDefinition.realtime(
        "W006", .warning, in: "TripDescriptor",
        summary: "A trip has no `trip_id`.",
        why: "Few apps find a trip by route, direction, day and start.",
        fix: "Write the `trip_id` of `trips.txt`.")
    static let w009 = NoticeDefinition.realtime(
        "W009", .warning, in: "TripDescriptor",
        summary: "A trip, or one of its stop updates, has no `schedule_relationship`.",
        why: "Apps assume `SCHEDULED`, which may not be meant.",
        fix: "Always write `schedule_relationship`.")
    static let unnamed = NoticeDefinition.realtime(
        "rt_trip_not_named", .error, in: "TripDescriptor", also: ["T-no-id"],
        summary: "A trip has neither a `trip_id` nor all of route, direction, day and start.",
        why: "Apps cannot find the trip.",
        fix: "Write the `trip_id` of `trips.txt`.")
    static let modifiedTrip = NoticeDefinition.realtime(
        "rt_modified_trip_not_alone", .error, in: "ModifiedTripSelector",
        also: ["S023", "T-modified"],
        summary:
            "`modified_trip` is given beside other fields of the trip, or lacks one of its two "
            + "ids.",
        why: "Apps cannot tell whether the plain or the changed trip is meant.",
        fix: "Write `modified_trip` with both ids, and no other field that names the trip.")
    static let addedIsDeprecated = NoticeDefinition.realtime(
        "rt_deprecated_added", .warning, in: "TripDescriptor", also: ["S024"],
        summary: "`schedule_relationship` is `ADDED`, which is deprecated.",
        why: "It never said whether the trip is a copy of another one.",
        fix: "Write `NEW`, or `DUPLICATED` for a copy of a trip.")

    // MARK: Beside the feed

    static let e003 = NoticeDefinition.realtime(
        "E003", .error, in: "TripDescriptor", also: ["RT_TRIP_NOT_IN_STATIC"],
        summary:
            "A `trip_id` is not in `trips.txt`, and the trip is not one that realtime may add.",
        why: "Boards cannot show the trip.",
        fix: "Use the ids of the published feed, or write `NEW` for a trip that is not in it.")
    static let e004 = NoticeDefinition.realtime(
        "E004", .error, in: "TripDescriptor",
        summary: "A `route_id` is not in `routes.txt`.",
        why: "Apps cannot tell the name and color of the route.",
        fix: "Use the ids of the published feed.")
    static let e016 = NoticeDefinition.realtime(
        "E016", .error, in: "TripDescriptor",
        summary: "The `trip_id` of an `ADDED` or `NEW` trip is in `trips.txt`.",
        why: "Apps cannot tell the extra trip from the planned one.",
        fix: "Give the extra trip an id of its own, or write `DUPLICATED`.")
    static let e023 = NoticeDefinition.realtime(
        "E023", .error, in: "TripDescriptor",
        summary: "`start_time` is not the first time of the trip in `stop_times.txt`.",
        why: "Apps that find trips by their start miss this one.",
        fix: "Write the time of `stop_times.txt`, such as 24:06:00, not 00:06:00.")
    static let e024 = NoticeDefinition.realtime(
        "E024", .error, in: "TripDescriptor",
        summary: "`direction_id` is not that of `trips.txt`.",
        why: "Riders are shown the wrong direction.",
        fix: "Write the direction of `trips.txt`, or leave it out.")
    static let e035 = NoticeDefinition.realtime(
        "E035", .error, in: "TripDescriptor", also: ["RT_ROUTE_MISMATCH"],
        summary: "`trip_id` and `route_id` belong to different routes in `trips.txt`.",
        why: "Apps cannot tell which of the two is right.",
        fix: "Write the route of `trips.txt`, or leave it out.")

    static let all = [
        e020, e021, w006, w009, unnamed, modifiedTrip, addedIsDeprecated, e003, e004, e016, e023,
        e024, e035,
    ]
}
