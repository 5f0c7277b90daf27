import FeedCompiling
import FeedReading
import GTFSSchedule

/// No two rows of `calendar_dates.txt` have the same service and day. Rows that lack one of them,
/// or whose type is not known, have their own notice.
struct DuplicateCalendarDateRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateKey]
    static let inputs = [CalendarDate.file.name]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        let dates = feed.calendarDates
        func note(_ first: Int, _ index: Int) {
            let row = dates[first]
            bin.add(
                .duplicateKey,
                .duplicateKey(
                    CalendarDate.file.name,
                    rows: (dates.rowNumbers[first], dates.rowNumbers[index]),
                    key: [("service_id", row.serviceID?.text), ("date", row.date?.description)]))
        }
        guard feed.options.isCanonical else {
            for (first, index) in dates.repeats { note(first, index) }
            return
        }
        try Self.find(feed, found: note)
    }

    static func setRepeatsAside(_ feed: LoadedFeed) throws {
        var repeats: [(first: Int, repeated: Int)] = []
        try find(feed) { repeats.append(($0, $1)) }
        feed.calendarDates.setAside(repeats)
    }

    private static func find(_ feed: LoadedFeed, found: (Int, Int) -> Void) throws {
        let dates = feed.calendarDates
        let isCanonical = feed.options.isCanonical
        let blank = feed.serviceIDs.find("") ?? feed.serviceIDs.count
        /// A blank counts as an empty text.
        func service(_ index: Int) -> Int { dates.service(index) ?? blank }
        // The days of most services ascend, so none is there twice.
        var last = [Int](repeating: .min, count: feed.serviceIDs.count + 1)
        var isAscending = [Bool](repeating: true, count: last.count)
        for index in 0..<dates.count {
            let day = dates.day(index) ?? .min
            if day <= last[service(index)] { isAscending[service(index)] = false }
            last[service(index)] = day
        }
        let keys = IDTable()
        var firstRows: [Int32] = []
        for index in 0..<dates.count
        where !isAscending[service(index)] && (isCanonical || dates.changesDay(index)) {
            if index & 0xFF == 0 { try feed.checkCancellation() }
            let (key, isNew) = keys.intern(
                Int32(service(index)), dates.day(index).map { Int32($0) } ?? .min)
            if isNew { firstRows.append(Int32(index)) } else { found(Int(firstRows[key]), index) }
        }
    }
}

extension NoticeFields {
    static func duplicateKey(
        _ file: String, rows: (first: Int, repeated: Int), key: [(field: String, text: String?)]
    ) -> NoticeFields {
        let filled = key.filter { $0.text != nil }
        return [
            "filename": file, "oldCsvRowNumber": rows.first, "newCsvRowNumber": rows.repeated,
            "fieldName1": filled.map(\.field).joined(separator: ","),
            "fieldValue1": filled.isEmpty
                ? nil : filled.compactMap(\.text).joined(separator: ","),
        ]
    }
}
