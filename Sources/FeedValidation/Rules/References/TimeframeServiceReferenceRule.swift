import FeedCompiling
import GTFSSchedule

/// The service of a timeframe is one of `calendar.txt` or `calendar_dates.txt`.
struct TimeframeServiceReferenceRule: FeedRule {
    static let notices: [NoticeDefinition] = [.foreignKeyViolation]
    static let inputs = ["timeframes.txt", "calendar.txt", "calendar_dates.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        for (index, row) in feed.timeframes.rows.enumerated() {
            guard let id = row.serviceID?.text,
                feed.serviceIDs.find(id).map({ $0 >= feed.definedServices }) ?? true
            else { continue }
            bin.add(
                .foreignKeyViolation,
                .foreignKey(
                    "timeframes.txt", "service_id", "calendar.txt or calendar_dates.txt",
                    "service_id", id, feed.timeframes.rowNumbers[index]))
        }
    }
}
