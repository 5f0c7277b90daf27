import FeedReading

struct MissingStopsRule: FeedRule {
    static let notices: [NoticeDefinition] = [.missingRequiredFile]
    static let inputs = ["stops.txt", "locations.geojson"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.stops.isMissing, feed.locations.state == .missing else { return }
        bin.add(.missingRequiredFile, ["filename": feed.stops.filename])
    }
}

struct MissingCalendarsRule: FeedRule {
    static let missingCalendarAndCalendarDateFiles = NoticeDefinition(
        "missing_calendar_and_calendar_date_files", .error,
        summary: "The feed has neither `calendar.txt` nor `calendar_dates.txt`.",
        why: "Apps cannot tell on which days trips run.",
        fix: "Add one of the two files.",
        reference: "calendar.txt")
    static let notices: [NoticeDefinition] = [missingCalendarAndCalendarDateFiles]
    static let inputs = ["calendar.txt", "calendar_dates.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.calendar.isMissing, feed.calendarDates.isMissing else { return }
        bin.add(Self.missingCalendarAndCalendarDateFiles, [:])
    }
}

struct MissingShapesRule: FeedRule {
    static let notices: [NoticeDefinition] = [.missingRecommendedFile]
    /// The canonical validator asks for the whole feed here.
    static let inputs = FeedFileNames.all.sorted()

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.shapes.rowCount == 0,
            !feed.calls.hasCallWithoutStop(where: { $0.locationID != nil }),
            feed.locationGroups.count == 0
                || !feed.calls.hasCallWithoutStop(where: { $0.locationGroupID != nil })
        else { return }
        bin.add(.missingRecommendedFile, ["filename": "shapes.txt"])
    }
}

/// The feed has `feed_info.txt`: it should, and must when it has `translations.txt`.
struct MissingFeedInfoRule: FeedRule {
    static let notices: [NoticeDefinition] = [.missingRecommendedFile, .missingRequiredFile]
    static let inputs = ["feed_info.txt", "translations.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.feedInfo.isMissing else { return }
        bin.add(
            feed.translations.isMissing ? .missingRecommendedFile : .missingRequiredFile,
            ["filename": feed.feedInfo.filename])
    }
}
