import FeedCompiling
import GTFSSchedule

/// Periods of service lie between 1900 and 2200.
struct CalendarRangeRule: RowRule {
    static let notices: [NoticeDefinition] = [.serviceDateOutOfRange]
    static let fields = ["start_date", "end_date"]

    func check(_ row: ServiceCalendar, _ context: RowContext, _ bin: NoticeBin) {
        ServiceDateRange.check(row.startDate, "start_date", context, bin)
        ServiceDateRange.check(row.endDate, "end_date", context, bin)
    }
}

/// So do days that are added and taken away.
struct CalendarDateRangeRule: RowRule {
    static let notices: [NoticeDefinition] = [.serviceDateOutOfRange]
    static let fields = ["date"]

    func check(_ row: CalendarDate, _ context: RowContext, _ bin: NoticeBin) {
        ServiceDateRange.check(row.date, "date", context, bin)
    }
}

private enum ServiceDateRange {
    static func check(
        _ date: ServiceDate?, _ field: String, _ context: RowContext, _ bin: NoticeBin
    ) {
        // The canonical validator does not check this.
        guard let date, !ExpectedDates.contains(date), !context.options.isCanonical else { return }
        bin.add(
            .serviceDateOutOfRange,
            [
                "filename": context.filename, "csvRowNumber": context.row, "fieldName": field,
                "fieldValue": "\(date)",
            ])
    }
}
