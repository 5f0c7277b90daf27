import FeedCompiling
import GTFSSchedule

/// No two rows of `calendar_dates.txt` have the same service and day.
struct DuplicateCalendarDateRule: FeedRule {
    static let isEarly = true
    static let notices: [NoticeDefinition] = [.duplicateKey]
    static let inputs = [CalendarDate.file.name]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        let dates = feed.calendarDates
        // A blank is the same as an empty text.
        let blank = Int32(feed.serviceIDs.find("") ?? -1)
        try RepeatedKeys.find(count: dates.count, in: feed) { index, key in
            key.append(bytesOf: dates.service(index).map { Int32($0) } ?? blank)
            key.append(bytesOf: dates.day(index).map { Int32($0) } ?? .min)
            return true
        } found: { first, index in
            let row = dates[first]
            bin.add(
                .duplicateKey,
                .duplicateKey(
                    CalendarDate.file.name, (dates.rowNumbers[first], dates.rowNumbers[index]),
                    [("service_id", row.serviceID?.text), ("date", row.date?.description)]))
        }
    }
}
