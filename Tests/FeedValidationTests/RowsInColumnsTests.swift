import FeedReading
import FeedValidation
import GTFSSchedule
import SystemLayer
import TestSupport
import Testing

/// Files that are kept in columns: a rule of one's own reads their rows as they were.
@Suite("Rows in columns") struct RowsInColumnsTests {
    private struct Reading: FeedRule {
        static let notices: [NoticeDefinition] = []
        static let inputs = ["fare_rules.txt", "calendar_dates.txt"]
        let fares: Locked<[FareRule]>
        let dates: Locked<[CalendarDate]>

        func check(_ feed: LoadedFeed, into bin: NoticeBin) {
            fares.withLock { $0 = (0..<feed.fareRules.count).map { feed.fareRules[$0] } }
            dates.withLock { $0 = (0..<feed.calendarDates.count).map { feed.calendarDates[$0] } }
        }
    }

    @Test func comeBack() throws {
        let folder = try TestFolder()
        let path = try TestFeed.base.with(
            """
            # calendar_dates.txt
            service_id,date,exception_type
            WD,20260102,2
            SA,19700101,1
            WD,,7
            ,20261231,
            # fare_rules.txt
            fare_id,route_id,origin_id,destination_id,contains_id
            F,R,Z,Y,X
            F,,,Z,
            ,R,Y,,Z
            """
        ).write(to: folder)
        let reading = Reading(fares: Locked([]), dates: Locked([]))
        var options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
        options.ownRules = [reading]
        _ = try Validation(options).run(FeedFiles(FeedArchive.open(path)))
        #expect(
            reading.fares.value.map {
                [
                    $0.fareID?.text, $0.routeID?.text, $0.originID?.text, $0.destinationID?.text,
                    $0.containsID?.text,
                ]
            } == [
                ["F", "R", "Z", "Y", "X"], ["F", nil, nil, "Z", nil], [nil, "R", "Y", nil, "Z"],
            ])
        #expect(reading.dates.value.map { $0.serviceID?.text } == ["WD", "SA", "WD", nil])
        #expect(
            reading.dates.value.map { $0.date?.yyyymmdd } == [
                2026_01_02, 1970_01_01, nil, 2026_12_31,
            ])
        #expect(reading.dates.value.map { $0.exceptionType?.code } == [2, 1, 7, nil])
    }
}
