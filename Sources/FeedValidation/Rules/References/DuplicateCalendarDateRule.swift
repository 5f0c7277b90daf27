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
            key.append(bytesOf: dates.date(index)?.yyyymmdd ?? 0)
            return true
        } found: { first, index in
            let service = dates.service(first).map { feed.serviceIDs.string($0) }
            let defined = [
                ("service_id", service), ("date", dates.date(first)?.description),
            ].filter { $1 != nil }
            bin.add(
                .duplicateKey,
                [
                    "filename": CalendarDate.file.name,
                    "oldCsvRowNumber": dates.rowNumbers[first],
                    "newCsvRowNumber": dates.rowNumbers[index],
                    "fieldName1": defined.map(\.0).joined(separator: ","),
                    "fieldValue1": defined.isEmpty
                        ? nil : defined.compactMap(\.1).joined(separator: ","),
                ])
        }
    }
}
