import FeedValidation
import TestSupport
import Testing

/// Today is Monday, 15 June 2026.
@Suite struct ServiceRulesTests {
    @Test(arguments: calendars + feedDates)
    func rule(_ ruleCase: PairedCase) throws {
        try ruleCase.check()
    }

    @Test("A day with an unknown code has service to the canonical validator alone")
    func unknownWeekdays() throws {
        for code in ["2", "3"] {
            let feed = TestFeed.base.with(
                Self.calendar("\(code),0,0,0,0,0,0", from: 2026_01_01, to: 2026_06_14))
            #expect(try Findings(feed).count("expired_calendar") == 0)
            #expect(try Findings(feed, isCanonical: true).count("expired_calendar") == 1)
        }
    }

    private static func calendar(_ week: String, from start: Int, to end: Int) -> TestFeed {
        TestFeed(
            """
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,\(week),\(start),\(end)
            """)
    }

    private static func dates(_ rows: String...) -> TestFeed {
        TestFeed(
            "# calendar_dates.txt\nservice_id,date,exception_type\n"
                + rows.map { "WD,\($0)" }.joined(separator: "\n"))
    }

    private static func info(_ start: String, _ end: String) -> TestFeed {
        TestFeed(
            """
            # feed_info.txt
            feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date
            X,https://example.org,fr,\(start),\(end)
            """)
    }

    private static let daily = "1,1,1,1,1,1,1"

    private static let calendars = [
        PairedCase(
            "service_has_no_active_day_of_the_week",
            bad: calendar("0,0,0,0,0,0,0", from: 2026_01_01, to: 2026_12_31)),
        PairedCase(
            "big_gap_in_service",
            bad: calendar("1,0,0,0,0,0,0", from: 2026_06_01, to: 2026_07_31)
                .with(dates("20260608,2", "20260615,2")),
            // Fourteen days from Monday to Monday leave thirteen between.
            good: calendar("1,0,0,0,0,0,0", from: 2026_06_01, to: 2026_07_31).with(
                dates("20260608,2"))),
        PairedCase(
            "big_gap_in_service",
            bad: calendar(daily, from: 2026_06_01, to: 2026_06_30).with(dates("20260715,1")),
            good: calendar(daily, from: 2026_06_01, to: 2026_06_30).with(dates("20260714,1"))),
        PairedCase(
            "service_extends_far_in_the_future",
            bad: calendar(daily, from: 2026_01_01, to: 2028_06_15),
            good: calendar(daily, from: 2026_01_01, to: 2028_06_14)),
        PairedCase(
            "expired_calendar",
            bad: calendar(daily, from: 2026_01_01, to: 2026_06_14),
            good: calendar(daily, from: 2026_01_01, to: 2026_06_15)),
        PairedCase(
            "expired_calendar",
            bad: calendar(daily, from: 2026_01_01, to: 2026_06_16).with(
                dates("20260615,2", "20260616,2")),
            good: calendar(daily, from: 2026_01_01, to: 2026_06_14).with(dates("20260615,1"))),
        PairedCase(
            "trip_coverage_not_active_for_next7_days",
            bad: calendar(daily, from: 2026_01_01, to: 2026_06_21),
            good: calendar(daily, from: 2026_01_01, to: 2026_06_22)),
        PairedCase(
            "trip_coverage_not_active_for_next7_days",
            bad: calendar(daily, from: 2026_06_16, to: 2026_07_31),
            good: calendar(daily, from: 2026_06_15, to: 2026_07_31)),
        PairedCase(
            "future_calendar",
            bad: calendar(daily, from: 2026_06_16, to: 2026_12_31),
            good: calendar(daily, from: 2026_06_15, to: 2026_12_31)),
    ]

    @Test("Service that ends within 30 days is told, with or without feed_info.txt")
    func end() throws {
        for info in [TestFeed(""), Self.info("20260101", "20271231")] {
            for (last, ended, ending) in [
                (2026_06_14, 1, 0), (2026_06_15, 0, 1), (2026_07_14, 0, 1), (2026_07_15, 0, 0),
            ] {
                let feed = TestFeed.base.with(info).with(
                    Self.calendar(Self.daily, from: 2026_01_01, to: last))
                for (code, count) in [
                    ("gtfs_service_ended", ended), ("gtfs_service_ends_soon", ending),
                ] {
                    #expect(try Findings(feed).count(code) == count, "\(code), \(last)")
                    #expect(try Findings(feed, isCanonical: true).count(code) == 0)
                }
            }
        }
        // It is not known on which days the service runs, or there is none at all.
        let unclear = Self.calendar(Self.daily, from: 2026_01_01, to: 2026_06_14).with(
            Self.dates("soon,1"))
        #expect(try Findings(.base.with(unclear)).count("gtfs_service_ended") == 0)
        let none = TestFeed.base.with("# trips.txt\nroute_id,service_id,trip_id")
        #expect(try Findings(none).count("gtfs_service_ended") == 0)
        // A day that is added counts, and so does a day that is removed.
        let added = Self.calendar(Self.daily, from: 2026_01_01, to: 2026_06_14)
        let sample = try Findings(.base.with(added).with(Self.dates("20260620,1")))
            .sample("gtfs_service_ends_soon")
        #expect(sample?["serviceWindowEndDate"] == .text("2026-06-20"))
    }

    private static let feedDates = [
        PairedCase(
            "service_window_outside_feed_period",
            bad: info("20260101", "20261230"), good: info("20260101", "20261231")),
        PairedCase(
            "feed_valid_beyond_total_service_window",
            bad: info("20251217", "20261231"), good: info("20251218", "20270114")),
        PairedCase(
            "feed_expiration_date7_days",
            bad: info("20260101", "20260621"), good: info("20260101", "20260622")),
        PairedCase(
            "feed_expiration_date30_days",
            bad: info("20260101", "20260714"), good: info("20260101", "20260715")),
        PairedCase(
            "feed_expiration_date30_days",
            bad: info("20260101", "20260622"), good: info("20260101", "20260621")),
        PairedCase(
            "future_feed",
            bad: info("20260616", "20261231"), good: info("20260615", "20261231")),
        PairedCase(
            "missing_feed_info_date", bad: info("", "20261231"), good: info("", "")),
        PairedCase("missing_feed_info_date", bad: info("20260101", "")),
    ]

    @Test func servicesOfCalendarDatesAloneExpireTogether() throws {
        func found(_ rows: String) throws -> Int {
            let feed = TestFeed.base.without("calendar.txt").with(
                TestFeed("# calendar_dates.txt\nservice_id,date,exception_type\n" + rows))
            return try Findings(feed).count("expired_calendar")
        }
        #expect(try found("WD,20260610,1\nWE,20260613,1") == 2)
        #expect(try found("WD,20260610,1\nWE,20260615,1") == 0)
    }

    @Test func reversedDatesEndTwoRulesOfTheCanonicalValidator() throws {
        let feed = TestFeed.base.with(Self.calendar(Self.daily, from: 2026_12_31, to: 2026_01_01))
        let errors = try Findings(feed, isCanonical: true).report.systemErrors
        let package = "org.mobilitydata.gtfsvalidator.validator."
        #expect(
            Set(errors.map { $0.fields["validator"] }) == [
                .text(package + "ServiceSpreadValidator"),
                .text(package + "FeedServiceWindowValidator"),
            ])
        let message =
            "serviceStart (2026-12-31) must be before or equal to serviceEnd (2026-01-01)"
        #expect(errors.allSatisfy { $0.fields["message"] == .text(message) })
        #expect(try Findings(feed).report.systemErrors.isEmpty)
    }

    @Test func frequenciesCountAsManyTrips() throws {
        // Two trips a day in June, one of them every minute until the 20th.
        let feed = TestFeed.base.with(
            """
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,1,1,1,1,1,1,1,20260601,20260620
            ALL,1,1,1,1,1,1,1,20260601,20260630
            # trips.txt
            route_id,service_id,trip_id
            R,WD,T1
            R,ALL,T2
            # frequencies.txt
            trip_id,start_time,end_time,headway_secs
            T1,08:00:00,09:00:00,60
            """)
        let found = try Findings(feed)
        let sample = found.sample("trip_coverage_not_active_for_next7_days")
        #expect(sample?["serviceWindowEndDate"] == .text("20260620"))
        let without = try Findings(feed.without("frequencies.txt"))
        #expect(without.count("trip_coverage_not_active_for_next7_days") == 0)
    }
}
