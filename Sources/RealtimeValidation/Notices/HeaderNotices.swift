import FeedReading

enum HeaderNotices {
    static let noHeader = NoticeDefinition.realtime(
        "rt_no_header", .error, in: "FeedMessage", also: ["T-header"],
        summary: "The message has no header.",
        why: "Apps cannot tell its version or its age, and strict libraries drop it.",
        fix: "Add the header.")
    static let e038 = NoticeDefinition.realtime(
        "E038", .error, in: "FeedHeader",
        summary: "`gtfs_realtime_version` is neither 1.0 nor 2.0.",
        why: "Apps cannot tell which rules the message follows.",
        fix: "Write 2.0.")
    static let e048 = NoticeDefinition.realtime(
        "E048", .error, in: "FeedHeader",
        summary: "The header of a message of version 2.0 has no `timestamp`.",
        why: "Apps cannot tell how old the message is.",
        fix: "Write the time at which the message was made.")
    static let e049 = NoticeDefinition.realtime(
        "E049", .error, in: "FeedHeader",
        summary: "The header of a message of version 2.0 has no `incrementality`.",
        why: "Apps cannot tell whether other entities are gone.",
        fix: "Write `FULL_DATASET`.")
    static let oldVersion = NoticeDefinition.realtime(
        "rt_old_version", .warning, in: "FeedHeader", also: ["P001"],
        summary: "`gtfs_realtime_version` is below 2.0.",
        why: "Version 1.0 leaves much of what apps need undefined.",
        fix: "Follow version 2.0.")
    static let differential = NoticeDefinition.realtime(
        "rt_differential", .error, in: "FeedHeader", also: ["T-differential"],
        summary: "`incrementality` is `DIFFERENTIAL`, which the reference does not define.",
        why: "Most apps take the message for the whole data.",
        fix: "Send all entities each time, as `FULL_DATASET`.")
    static let w008 = NoticeDefinition.realtime(
        "W008", .warning, in: "FeedHeader",
        summary: "The header's `timestamp` is more than 65 seconds old.",
        why: "Riders see predictions that newer ones have replaced.",
        fix: "Make a message at least every 30 seconds.")
    static let otherVersion = NoticeDefinition.realtime(
        "rt_other_feed_version", .warning, in: "FeedHeader", also: ["own-feed-version"],
        summary: "`feed_version` of the header is not that of the feed's `feed_info.txt`.",
        why: "Ids of another version name other trips and stops, or none.",
        fix: "Publish the feed that the messages are made for.")

    // MARK: Beside the previous message

    static let e017 = NoticeDefinition.realtime(
        "E017", .error, in: "FeedHeader",
        summary:
            "The content differs from that of the previous message, but the header's `timestamp` does not.",
        why: "Apps that compare timestamps miss the change.",
        fix: "Update `timestamp` for each message.")
    static let e018 = NoticeDefinition.realtime(
        "E018", .error, in: "FeedHeader",
        summary: "The header's `timestamp` is before that of the previous message.",
        why: "Vehicles seem to go back, often because several servers share one address.",
        fix: "Make all servers send the same, newest message.")
    static let w007 = NoticeDefinition.realtime(
        "W007", .warning, in: "FeedHeader",
        summary:
            "More than 35 seconds lie between the `timestamp` of the previous message and this one.",
        why: "Riders see predictions that are too old.",
        fix: "Make a message at least every 30 seconds.")
    static let slowRefresh = NoticeDefinition.realtime(
        "rt_slow_refresh", .warning, in: "FeedHeader", also: ["P004"],
        summary:
            "31 to 35 seconds lie between the `timestamp` of the previous message and this one.",
        why: "The best practices ask for a message every 30 seconds.",
        fix: "Make a message at least every 30 seconds.")

    static let all = [
        noHeader, e038, e048, e049, oldVersion, differential, w008, otherVersion, e017, e018, w007,
        slowRefresh,
    ]
}
