import BundleWriting
import FeedCompiling
import GTFSSchedule
import TestSupport
import Testing

/// The days before a window of dates that are kept.
@Suite("The night before a window")
struct FirstNightTests {
    /// - Parameter files: replace those of ``TestFeed/base``, of which T2 runs from 23:50 to 25:20.
    private func build(
        _ files: TestFeed = "", from: Int32, to: Int32? = nil
    ) throws -> BuiltBundle {
        var options = BundleBuild.Options()
        options.filter.from = ServiceDate(yyyymmdd: from)
        options.filter.to = to.flatMap { ServiceDate(yyyymmdd: $0) }
        options.allowsEmpty = false
        let bundle = try BuiltBundle(TestFeed.base.with(files), options)
        #expect(try ForeignKeys.dangling(in: bundle) == [])
        return bundle
    }

    private static let services = """
        SELECT service_id, date(first_day * 86400, 'unixepoch') FROM service ORDER BY 1
        """
    private static let days = """
        SELECT key, value FROM metadata WHERE key IN ('first_service_day', 'first_kept_day')
        """

    @Test("The service of a trip past midnight keeps the day before, which is no day of the feed")
    func pastMidnight() throws {
        // A Wednesday.
        let bundle = try build(from: 2026_06_03)
        #expect(try bundle.lines(Self.services) == ["WD|2026-06-02"])
        #expect(try bundle.lines("SELECT start_date FROM calendar") == ["20260602"])
        #expect(
            try bundle.lines(Self.days)
                == ["first_kept_day|20260602", "first_service_day|20260603"])
        let calendar = try PublishedBundle(path: bundle.path).read(RunCalendar.init)
        #expect(
            calendar.window?.lowerBound == ServiceDate(yyyymmdd: 2026_06_03)?.dayNumber)
    }

    @Test("No day is kept before a window after a day without service")
    func afterWeekend() throws {
        let bundle = try build(from: 2026_06_01)
        #expect(try bundle.lines(Self.services) == ["WD|2026-06-01"])
        #expect(try bundle.lines(Self.days) == ["first_service_day|20260601"])
    }

    @Test("A day before the window stays only if a trip past midnight runs on it")
    func nightWithoutService() throws {
        let files: TestFeed = """
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,1,1,1,1,1,1,1,20260101,20261231
            NIGHT,0,0,0,0,0,1,1,20260101,20261231
            # trips.txt
            route_id,service_id,trip_id
            R,WD,T1
            R,NIGHT,T2
            """
        // On a Sunday's first hours the Saturday's bus still runs, on a Saturday's none.
        #expect(
            try build(files, from: 2026_06_06).lines(Self.services)
                == ["NIGHT|2026-06-06", "WD|2026-06-06"])
        #expect(
            try build(files, from: 2026_06_07).lines(Self.services)
                == ["NIGHT|2026-06-06", "WD|2026-06-06"])
    }

    @Test("The first day of the feed is one of its services, whatever night is kept before it")
    func weekend() throws {
        // A Saturday, on whose first hours the Friday's bus still runs.
        let bundle = try build(from: 2026_06_06)
        #expect(
            try bundle.lines(Self.days)
                == ["first_kept_day|20260605", "first_service_day|20260608"])
    }

    @Test("Of a service that ends before the window, the trips stay that still run in it")
    func lastNight() throws {
        let bundle = try build(
            """
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,1,1,1,1,1,1,1,20260101,20261231
            # calendar_dates.txt
            service_id,date,exception_type
            EVE,20260602,1
            OLD,20260601,1
            # trips.txt
            route_id,service_id,trip_id
            R,WD,DAY
            R,EVE,T1
            R,EVE,T2
            R,OLD,LATE
            R,OLD,LONG
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            DAY,08:00:00,08:00:00,A,1
            DAY,08:10:00,08:11:00,B,2
            T1,08:00:00,08:00:00,A,1
            T1,08:10:00,08:11:00,B,2
            T2,23:50:00,23:50:00,A,1
            T2,25:20:00,25:20:00,D,2
            LATE,23:50:00,23:50:00,A,1
            LATE,47:59:59,47:59:59,D,2
            LONG,23:50:00,23:50:00,A,1
            LONG,50:00:00,50:00:00,D,2
            """, from: 2026_06_03)
        #expect(
            try bundle.lines("SELECT trip_id FROM trips ORDER BY 1") == ["DAY", "LONG", "T2"])
        #expect(
            try bundle.lines(Self.services)
                == ["EVE|2026-06-02", "OLD|2026-06-01", "WD|2026-06-01"])
        #expect(
            try bundle.lines("SELECT service_id, date FROM calendar_dates ORDER BY 1")
                == ["EVE|20260602", "OLD|20260601"])
    }

    @Test("Trips that repeat and windows of service on demand end when their last one does")
    func repeated() throws {
        let bundle = try build(
            """
            # calendar_dates.txt
            service_id,date,exception_type
            A,20260602,1
            B,20260602,1
            C,20260602,1
            D,20260602,1
            # trips.txt
            route_id,service_id,trip_id
            R,WD,T1
            R,A,LATE
            R,B,EARLY
            R,C,NIGHT
            R,D,DAY
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window
            T1,08:00:00,08:00:00,A,1,,
            T1,08:10:00,08:11:00,B,2,,
            LATE,00:00:00,00:00:00,A,1,,
            LATE,00:30:00,00:30:00,B,2,,
            EARLY,00:00:00,00:00:00,A,1,,
            EARLY,00:30:00,00:30:00,B,2,,
            NIGHT,,,A,1,22:00:00,26:00:00
            NIGHT,,,B,2,22:00:00,26:00:00
            DAY,,,A,1,10:00:00,16:00:00
            DAY,,,B,2,10:00:00,16:00:00
            # frequencies.txt
            trip_id,start_time,end_time,headway_secs
            LATE,20:00:00,23:45:00,600
            EARLY,20:00:00,23:15:00,600
            """, from: 2026_06_03)
        #expect(
            try bundle.lines("SELECT trip_id FROM trips ORDER BY 1") == ["LATE", "NIGHT", "T1"])
    }

    @Test("A service of trips keeps as many days as deadlines of these trips count back by")
    func deadlines() throws {
        func files(rule: String) -> TestFeed {
            TestFeed(
                """
                # booking_rules.txt
                booking_rule_id,booking_type,prior_notice_last_day,prior_notice_start_day,prior_notice_service_id
                BR,2,1,3,WD
                OTHER,2,9,,WD
                # stop_times.txt
                trip_id,stop_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_type,drop_off_type,pickup_booking_rule_id
                T1,A,1,08:00:00,18:00:00,2,1,\(rule)
                T1,C,2,08:00:00,18:00:00,1,2,\(rule)
                """)
        }
        // Three working days before a Tuesday.
        #expect(
            try build(files(rule: "BR"), from: 2026_06_02).lines(Self.services)
                == ["WD|2026-05-28"])
        #expect(
            try build(files(rule: ""), from: 2026_06_02).lines(Self.services)
                == ["WD|2026-06-02"])
    }

    @Test("Nothing but the last night may be left")
    func nothingElse() throws {
        let bundle = try build(from: 2027_01_01)
        #expect(try bundle.lines("SELECT trip_id FROM trips") == ["T2"])
        #expect(
            try bundle.lines("SELECT value FROM metadata WHERE key LIKE '%_service_day'")
                == ["20261231", "20261231"])
        #expect(throws: BundleError.self) { try build(from: 2027_01_02) }
    }
}
