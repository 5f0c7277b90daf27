import FeedReading

enum TimeNotices {
    static let e001 = NoticeDefinition.realtime(
        "E001", .error, in: "FeedMessage",
        summary: "A time is not a plausible number of seconds since 1970.",
        why: "Apps take it for a day in another century; most such numbers are milliseconds.",
        fix: "Write seconds since 1970-01-01 00:00:00 UTC.")
    static let e012 = NoticeDefinition.realtime(
        "E012", .error, in: "FeedHeader",
        summary: "The `timestamp` of an entity is later than that of the header.",
        why: "The message contains things that were not known when it was made.",
        fix: "Set the header's `timestamp` last.")
    static let e050 = NoticeDefinition.realtime(
        "E050", .error, in: "FeedHeader",
        summary: "A `timestamp` is more than 60 seconds in the future.",
        why: "Apps cannot tell how old the data is.",
        fix: "Set the producer's clock by NTP, and write UTC.")
    static let w001 = NoticeDefinition.realtime(
        "W001", .warning, in: "TripUpdate",
        summary: "A trip update, a vehicle or a header of version 1.0 has no `timestamp`.",
        why: "Apps cannot tell how old the data is.",
        fix: "Write when the data was measured.")

    static let all = [e001, e012, e050, w001]
}
