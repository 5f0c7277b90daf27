import FeedCompiling
import GTFSSchedule

/// Periods of service lie between 1900 and 2200.
struct CalendarRangeRule: RowRule {
    static let notices: [NoticeDefinition] = [.serviceDateOutOfRange]
    static let fields = ["start_date", "end_date"]

    func check(_ row: ServiceCalendar, in context: RowContext, into bin: NoticeBin) {
        for (field, date) in [("start_date", row.startDate), ("end_date", row.endDate)] {
            ServiceDateRange.check(
                date, field: field, of: context.filename, row: context.row,
                options: context.options, into: bin)
        }
    }
}

/// So do days that are added and taken away. Only when all are known is it clear which rows a bundle
/// leaves out.
struct CalendarDateRangeRule: FeedRule {
    static let isEarly = true
    static let notices: [NoticeDefinition] = [.serviceDateOutOfRange]
    static let inputs = [CalendarDate.file.name]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        let dates = feed.calendarDates
        for index in 0..<dates.count where !dates.isPassedOver(index) {
            if index & 0xFFFF == 0 { try feed.checkCancellation() }
            guard let day = dates.day(index) else { continue }
            ServiceDateRange.check(
                ServiceDate(dayNumber: day), field: "date", of: CalendarDate.file.name,
                row: dates.rowNumbers[index], options: feed.options, into: bin)
        }
    }
}

private enum ServiceDateRange {
    static func check(
        _ date: ServiceDate?, field: String, of file: String, row: Int,
        options: ValidationOptions, into bin: NoticeBin
    ) {
        // The canonical validator does not check this.
        guard let date, !ExpectedDates.contains(date), !options.isCanonical else { return }
        bin.add(
            .serviceDateOutOfRange,
            [
                "filename": file, "csvRowNumber": row, "fieldName": field,
                "fieldValue": "\(date)",
            ])
    }
}
