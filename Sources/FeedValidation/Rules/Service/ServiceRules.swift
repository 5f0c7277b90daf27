import FeedCompiling
import GTFSSchedule

struct ExpiredCalendarRule: FeedRule {
    static let expiredCalendar = NoticeDefinition(
        "expired_calendar", .warning,
        summary:
            "This service has ended; in a feed without `calendar.txt`, every service has ended.",
        why: "Its trips never run again and only make the feed larger.",
        fix: "Remove the service and its trips, or extend its dates.",
        reference: "calendar.txt", fields: "end_date")
    static let notices: [NoticeDefinition] = [expiredCalendar]
    static let inputs = ["calendar.txt", "calendar_dates.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        let services = feed.servicePeriods
        let today = feed.options.date.dayNumber
        let unclear = feed.unclearServices(from: today)
        var expired: [(row: Int, service: Int)] = []
        var areAllExpired = true
        let hasCalendar = feed.calendar.count > 0
        for (service, period) in services.periods.enumerated() {
            guard let last = period?.last else { continue }
            guard last < today, !unclear.contains(service) else {
                areAllExpired = false
                continue
            }
            // Services that only calendar_dates.txt has count only when there are no others.
            let row = hasCalendar ? services.calendarRow[service] : services.datesRow[service]
            if row > 0 { expired.append((row, service)) }
        }
        // Without calendar.txt it is usual to list old days; not so when no day is left.
        guard hasCalendar || areAllExpired else { return }
        for (row, service) in expired.sorted(by: { $0.row < $1.row }) {
            bin.add(
                Self.expiredCalendar, in: feed.calendarFile,
                ["csvRowNumber": row, "serviceId": feed.serviceIDs.string(service)])
        }
    }
}

/// Services of `calendar.txt` do not pause for long, and do not reach far into the future.
struct ServiceSpreadRule: FeedRule {
    static let bigGapInService = NoticeDefinition(
        "big_gap_in_service", .info,
        summary:
            "A service in `calendar.txt` has a gap of more than 13 days between two active days.",
        why: "Riders find no trips for weeks, perhaps because days are missing by mistake.",
        fix: "Check the dates of the service and its rows in `calendar_dates.txt`.",
        reference: "calendar.txt", fields: "start_date", "end_date")
    static let serviceExtendsFarInTheFuture = NoticeDefinition(
        "service_extends_far_in_the_future", .info,
        summary: "A service in `calendar.txt` ends more than 730 days after the validation date.",
        why: "Timetables are rarely planned so far ahead, so the date may be a typo.",
        fix: "Check the last date of the service.",
        reference: "calendar.txt", fields: "end_date")
    static let notices: [NoticeDefinition] = [bigGapInService, serviceExtendsFarInTheFuture]
    static let inputs = ["calendar.txt", "calendar_dates.txt"]

    private static let longestGap = 13
    private static let farthestDays = 2 * 365

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        guard feed.calendar.count > 0 else { return }
        let services = try feed.serviceIntervals(for: "ServiceSpreadValidator")
        let unclear = feed.unclearServices()
        for row in feed.calendar.rows {
            guard let id = row.serviceID, let service = feed.serviceIDs.find(id.text),
                let period = services[Int32(service)], let last = period.last,
                !unclear.contains(service)
            else { continue }
            for gap in period.gaps(longerThan: Self.longestGap) {
                bin.add(
                    Self.bigGapInService,
                    [
                        "serviceId": id, "gapStartDate": ServiceDate(dayNumber: gap.last).dashed,
                        "gapEndDate": ServiceDate(dayNumber: gap.next).dashed,
                        "gapDurationDays": gap.next - gap.last - 1,
                    ])
            }
            guard last - feed.options.date.dayNumber > Self.farthestDays else { continue }
            bin.add(
                Self.serviceExtendsFarInTheFuture,
                [
                    "serviceId": id,
                    "serviceWindowEndDate": ServiceDate(dayNumber: last).dashed,
                ])
        }
    }
}

struct ServiceWithoutWeekdayRule: FeedRule {
    static let serviceHasNoActiveDayOfTheWeek = NoticeDefinition(
        "service_has_no_active_day_of_the_week", .warning,
        summary: "A row of `calendar.txt` has 0 for all seven days of the week.",
        why: "The service runs only on days that `calendar_dates.txt` adds, if it adds any.",
        fix: "Set days of the week to 1, or define the service in `calendar_dates.txt` alone.",
        reference: "calendar.txt", fields: "monday", "tuesday", "wednesday", "thursday", "friday",
        "saturday", "sunday")
    static let notices: [NoticeDefinition] = [serviceHasNoActiveDayOfTheWeek]
    static let inputs = ["calendar.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        for (index, row) in feed.calendar.rows.enumerated() {
            guard let id = row.serviceID,
                Weekday.allCases.allSatisfy({ row[$0] == .notRunning })
            else { continue }
            bin.add(
                Self.serviceHasNoActiveDayOfTheWeek,
                ["csvRowNumber": feed.calendar.rowNumbers[index], "serviceId": id])
        }
    }
}

/// Most trips run for at least the next seven days.
struct TripCoverageRule: FeedRule {
    static let tripCoverageNotActiveForNext7Days = NoticeDefinition(
        "trip_coverage_not_active_for_next7_days", .warning,
        summary:
            "The period with the most trips does not include the validation date and the seven days "
            + "after it.",
        why: "Riders find almost no trips for the coming days.",
        fix: "Publish a feed for the coming weeks before the old one ends.",
        reference: "calendar.txt", fields: "start_date", "end_date",
        incidental: ["currentDate"])
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [tripCoverageNotActiveForNext7Days]
    static let inputs = [
        "calendar_dates.txt", "calendar.txt", "trips.txt", "frequencies.txt",
    ]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        let today = feed.options.date
        guard let majority = TripCounts(feed).majority,
            majority.first > today.dayNumber || majority.last < today.dayNumber + 7,
            !feed.hasUnclearTrips(from: today.dayNumber)
        else { return }
        bin.add(
            Self.tripCoverageNotActiveForNext7Days, in: feed.calendarFile,
            [
                "currentDate": today,
                "serviceWindowStartDate": ServiceDate(dayNumber: majority.first),
                "serviceWindowEndDate": ServiceDate(dayNumber: majority.last),
            ])
    }
}

struct CalendarRangeRule: RowRule {
    static let notices: [NoticeDefinition] = [.serviceDateOutOfRange]
    static let fields = ["start_date", "end_date"]

    func check(_ row: ServiceCalendar, in context: RowContext, into bin: NoticeBin) {
        for (field, date) in [("start_date", row.startDate), ("end_date", row.endDate)] {
            bin.checkRange(of: date, in: field, of: context.filename, row: context.row)
        }
    }
}

/// Added and removed days lie between 1900 and 2200. Only when all are known is it clear which rows
/// a bundle leaves out.
struct CalendarDateRangeRule: FeedRule {
    static let notices: [NoticeDefinition] = [.serviceDateOutOfRange]
    static let inputs = [CalendarDate.file.name]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        let dates = feed.calendarDates
        for index in 0..<dates.count where !dates.isPassedOver(index) {
            if index & 0xFFFF == 0 { try feed.checkCancellation() }
            guard let day = dates.day(index) else { continue }
            bin.checkRange(
                of: ServiceDate(dayNumber: day), in: "date", of: CalendarDate.file.name,
                row: dates.rowNumbers[index])
        }
    }
}

extension NoticeBin {
    fileprivate func checkRange(
        of date: ServiceDate?, in field: String, of file: String, row: Int
    ) {
        guard let date, !ExpectedDates.contains(date) else { return }
        add(.serviceDateOutOfRange, field: field, of: file, row: row, value: "\(date)")
    }
}
