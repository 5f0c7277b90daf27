import FeedReading
import Foundation
import GTFSSchedule
import TestSupport
import Testing

@testable import FeedValidation

/// Today is Monday, 15 June 2026.
@Suite("Causes and losses") struct CauseTests {
    private let context = ReportContext(validatorVersion: "test", validatedAt: "now")

    /// Trips of services that no calendar has, and stops of stations that do not exist; a trip that
    /// ran, and no stop times.
    private static let hollow = TestFeed.base.with(
        TestFeed(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,parent_station
            A,Harbour,48.0,2.0,Z
            B,Market,48.0,2.1,Z
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,1,1,1,1,1,0,0,20260105,20260605
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            # trips.txt
            route_id,service_id,trip_id
            R,WD,T0

            """ + (1...1200).map { "R,S\($0),T\($0)\n" }.joined()))

    private static func group(
        _ code: String, in report: ValidationReport
    ) throws -> ValidationReport.Group {
        try #require(report.groups.first { $0.code == code })
    }

    @Test("A report leads with what riders lose") func losses() throws {
        let report = try Findings(Self.hollow).report
        let texts = [
            "stop_times.txt has no row: no trip stops anywhere",
            "Service ended on 5 Jun 2026, 10 days ago",
            "trips.service_id: 1,200 of 1,201 rows refer to no service; calendar.txt has 1 row, "
                + "there is no calendar_dates.txt",
            "stops.parent_station: 2 of 2 rows refer to no stop; stops.txt has 2 rows",
        ]
        #expect(report.losses.map(\.text) == texts)
        #expect(
            report.losses.map(\.code) == [
                nil, "gtfs_service_ended", "foreign_key_violation", "foreign_key_violation",
            ])
        let json = try JSONValue(json: report.json(context).utf8)
        #expect(report.json(context).hasPrefix("{\n  \"summary\": {\n    \"validatorVersion\": "))
        #expect(json["summary"]?["losses"]?.list?.map { $0["text"]?.text } == texts)
        let page = report.html(context)
        let places = ["<strong>Riders lose</strong>", "class=\"totals\""].compactMap {
            page.range(of: $0)?.lowerBound
        }
        #expect(places.count == 2 && places == places.sorted())
        #expect(page.contains("<li><bdi>stop_times.txt has no row: no trip stops anywhere</bdi>"))
    }

    @Test("A feed with service for months loses nothing") func noLosses() throws {
        let report = try Findings(.base).report
        #expect(report.losses.isEmpty)
        #expect(!report.html(context).contains("Riders lose"))
    }

    @Test("Missing files, and service that is to come, are losses") func missing() throws {
        func losses(_ feed: TestFeed) throws -> [String] {
            try Findings(feed).report.losses.map(\.text)
        }
        #expect(
            try losses(.base.without("trips.txt")).first
                == "trips.txt is missing: riders find no trip")
        let noDays = "calendar.txt and calendar_dates.txt have no row: no trip has a day"
        #expect(try losses(.base.without("calendar.txt")).first == noDays)
        let calendar =
            "# calendar.txt\nservice_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,"
            + "start_date,end_date\n"
        #expect(try losses(.base.with(TestFeed(calendar))).first == noDays)
        #expect(
            try losses(.base.with(TestFeed(calendar + "WD,1,1,1,1,1,1,1,20260616,20261231\n")))
                == ["Service begins on 16 Jun 2026, in 1 day"])
        #expect(
            try losses(.base.with(TestFeed(calendar + "WD,1,1,1,1,1,1,1,20260101,20260615\n")))
                == ["Service ends today"])
        #expect(
            try losses(.base.with(TestFeed(calendar + "WD,0,0,0,0,0,0,0,20260101,20260615\n")))
                == ["No trip has a day of service"])
    }

    @Test("A policy that ignores a code ignores its losses") func policy() throws {
        var policy = ValidationPolicy()
        policy.ignored = ["gtfs_service_ended", "foreign_key_violation"]
        let report = try Findings(Self.hollow).report.applying(policy)
        #expect(report.losses.count == 1)
    }

    @Test("The notices of a code are counted by file and field, however many there are")
    func counts() throws {
        let report = try Findings(Self.hollow).report
        let group = try Self.group("foreign_key_violation", in: report)
        #expect(group.causes.map(\.count) == [1200, 2])
        #expect(group.causes.map(\.field) == ["service_id", "parent_station"])
        #expect(group.causes.map(\.rows) == [1201, 2])
        let notices = try JSONValue(json: report.json(context).utf8)["notices"]?.list
        let causes = notices?.first { $0["code"]?.text == group.code }?["causes"]?.list
        #expect(causes?.map { $0["text"]?.text } == group.causes.map(\.text))
        #expect(causes?.map { $0["file"]?.text } == ["trips.txt", "stops.txt"])
        let page = report.html(context)
        #expect(page.contains("<li><bdi>trips.service_id: 1\u{202F}200 of 1\u{202F}201 rows "))
    }

    @Test("Cells are counted by field, beyond the samples too") func cells() throws {
        let stops = (1...1100).map { "S\($0),,48.0,2.1,x\n" }.joined()
        let report = try Findings(
            .base.with(
                TestFeed(
                    "# stops.txt\nstop_id,stop_name,stop_lat,stop_lon,wheelchair_boarding\n"
                        + stops)
            )
        ).report
        let causes = try Self.group("invalid_integer", in: report).causes
        #expect(causes.map(\.text) == ["stops.wheelchair_boarding: 1,100 of 1,100 rows"])
        // Its notices do not name the file, which the code does.
        #expect(try Self.group("missing_stop_name", in: report).causes.isEmpty)
    }

    @Test("Speeds are counted by pair of stops") func pairs() throws {
        let trips = (1...1100).map { trip in
            "T\(trip),08:00:00,08:00:00,A,1\nT\(trip),08:01:00,08:01:00,D,2\n"
                + (trip == 1 ? "T1,08:02:00,08:02:00,A,3\n" : "")
        }.joined()
        let report = try Findings(
            .base.with(
                TestFeed(
                    "# trips.txt\nroute_id,service_id,trip_id\n"
                        + (1...1100).map { "R,WD,T\($0)\n" }.joined()
                        + "# stop_times.txt\n"
                        + "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + trips))
        ).report
        let group = try Self.group("fast_travel_between_consecutive_stops", in: report)
        #expect(
            group.causes.map(\.text) == [
                "Harbour (A) to Airport (D): 1,100 times", "Airport (D) to Harbour (A)",
            ])
        #expect(group.causes.map(\.stopIDs) == [["A", "D"], ["D", "A"]])
    }

    @Test("The report of the canonical validator has neither losses nor causes nor service")
    func canonical() throws {
        let report = try Findings(Self.hollow, isCanonical: true).report
        #expect(report.losses.isEmpty && report.summary.service == nil)
        #expect(report.groups.allSatisfy { $0.causes.isEmpty })
        let json = report.json(context)
        for key in ["\"losses\"", "\"causes\"", "\"service\""] {
            #expect(!json.contains(key))
        }
    }

    @Test("A summary tells days left, days without service and routes without trips")
    func service() throws {
        let feed = TestFeed.base.with(
            """
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,1,1,1,1,1,0,0,20260601,20260626
            # calendar_dates.txt
            service_id,date,exception_type
            WD,20260608,2
            # routes.txt
            route_id,agency_id,route_short_name,route_type
            R,X,1,3
            Q,X,2,3
            """)
        let summary = try Findings(feed).report.summary
        let service = try #require(summary.service)
        #expect(service.daysLeft == 11)
        // Three weekends, and a Monday after the first of them.
        #expect(service.daysWithoutService == 7)
        #expect(service.gapCount == 1 && service.gaps.count == 1)
        #expect(service.gaps.first?.lowerBound == ServiceDate(yyyymmdd: 2026_06_06))
        #expect(service.gaps.first?.upperBound == ServiceDate(yyyymmdd: 2026_06_08))
        #expect(service.routesWithoutTrips == ["Q"] && service.routesWithoutTripsCount == 1)
        let today = try #require(ServiceDate(yyyymmdd: 2026_06_15))
        #expect(
            summary.serviceFacts(on: today) { "\($0)" }.map { "\($0.name): \($0.value)" } == [
                "Service: 1 Jun 2026 to 26 Jun 2026, 11 days left",
                "Days without service: 7, such as 6 Jun 2026 to 8 Jun 2026",
                "Routes without trips: 1: Q",
            ])
        let page = try Findings(feed).report.html(context)
        #expect(page.contains("<dt>Routes without trips</dt><dd><bdi>1: Q</bdi></dd>"))
    }

    @Test("Very many gaps and causes, and long names, have short reports")
    func bounds() throws {
        let long = String(repeating: "é", count: 3000)
        let routes = (1...300).map { "\(long)\($0),X,1,3\n" }.joined()
        let stops = (1...60).map { "\(long)\($0),\(long),\(48 + Double($0) / 10),2.0\n" }.joined()
        let calls = (1...60).flatMap { first in
            (1...60).map { second in (first, second) }
        }.enumerated().map { index, pair in
            "T\(index),08:00:00,08:00:00,\(long)\(pair.0),1\n"
                + "T\(index),08:00:00,08:00:00,\(long)\(pair.1),2\n"
        }.joined()
        let feed = TestFeed.base.with(
            TestFeed(
                "# routes.txt\nroute_id,agency_id,route_short_name,route_type\nR,X,1,3\n" + routes
                    + "# stops.txt\nstop_id,stop_name,stop_lat,stop_lon\n" + stops
                    + "# calendar.txt\nservice_id,monday,tuesday,wednesday,thursday,friday,"
                    + "saturday,sunday,start_date,end_date\nWD,1,0,0,0,0,0,0,20200101,20301231\n"
                    + "# trips.txt\nroute_id,service_id,trip_id\n"
                    + (0..<3600).map { "R,WD,T\($0)\n" }.joined()
                    + "# stop_times.txt\n"
                    + "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + calls))
        let folder = try TestFolder()
        let date = try #require(ServiceDate(yyyymmdd: 2026_06_15))
        let options = ValidationOptions(date: date)
        let report = try Validation(options).run(
            FeedFiles(at: feed.write(to: folder), for: options))
        let service = try #require(report.summary.service)
        #expect(service.gapCount == 573 && service.gaps.count == 100)
        #expect(service.routesWithoutTripsCount == 300 && service.routesWithoutTrips.count == 100)
        #expect(service.routesWithoutTrips.allSatisfy { $0.count == 101 })
        let group = try Self.group("fast_travel_between_consecutive_stops", in: report)
        #expect(group.causes.count == 1000 && group.count == 3540)
        #expect(group.countOfOthers == 2540)
        #expect(group.causes.allSatisfy { $0.text.count < 500 })
    }
}
