import FeedReading
import FeedValidation
import Foundation
import GTFSSchedule
import TestSupport
import Testing

@Suite("Baselines") struct BaselineTests {
    private let context = ReportContext(validatorVersion: "test", validatedAt: "now")

    private func report(_ feed: TestFeed, on date: Int32 = 2026_06_15) throws -> ValidationReport {
        let folder = try TestFolder()
        let path = try feed.write(to: folder)
        let date = try #require(ServiceDate(yyyymmdd: date))
        return try Validation(ValidationOptions(date: date)).run(
            FeedFiles(FeedArchive.open(path)))
    }

    /// How many findings of each code are new.
    private func new(_ report: ValidationReport, since old: ValidationReport) throws
        -> [String: Int]
    {
        let compared = report.compared(with: try Baseline(json: old.json(context)))
        return Dictionary(uniqueKeysWithValues: compared.groups.map { ($0.code, $0.newCount) })
            .filter { $0.value > 0 }
    }

    /// A feed that will end, has begun not long ago, and has something wrong in most files.
    private static let flawed = TestFeed.base.with(
        """
        # feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date
        We,https://example.org,en,20260601,20260618
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        WD,1,1,1,1,1,0,0,20260101,20260618
        OLD,1,1,1,1,1,0,0,20250101,20250618
        # routes.txt
        route_id,agency_id,route_short_name,route_type
        R,X,1,3
        S,X,1,3
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Harbour,48.0,2.0
        B,Market,48.9,2.1
        C,Museum,48.0,2.2
        D,Airport,48.0,2.4
        E,Nowhere,48.0,2.5
        # trips.txt
        route_id,service_id,trip_id,shape_id,block_id
        R,WD,T1,L,K
        R,WD,T2,L,K
        S,WD,T3,M,K
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T1,08:00:00,08:00:00,A,1
        T1,08:10:00,08:11:00,B,2
        T1,08:20:00,08:20:30,C,3
        T2,08:00:00,08:00:00,A,1
        T2,08:10:00,08:11:00,B,2
        T2,08:20:00,08:20:30,C,3
        T2,08:30:00,08:30:30,Q,4
        # shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        L,48.0,2.0,1
        L,48.0,2.4,2
        """)

    @Test("The same feed has nothing new on another day")
    func laterDay() throws {
        let old = try report(Self.flawed)
        for code in ["feed_expiration_date7_days", "trip_coverage_not_active_for_next7_days"] {
            #expect(old.groups.contains { $0.code == code }, "\(code)")
        }
        #expect(try new(report(Self.flawed, on: 2026_06_17), since: old) == [:])
        // A week later the calendar has ended, which was not so, and with it all service.
        #expect(
            try new(report(Self.flawed, on: 2026_06_25), since: old)
                == ["expired_calendar": 1, "gtfs_service_ended": 1])
    }

    @Test("A feed whose rows are in another order has nothing new")
    func movedRows() throws {
        var moved = Self.flawed
        for file in moved.files.map(\.name) {
            let lines = (moved[file] ?? "").split(separator: "\n")
            moved[file] = ([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n") + "\n"
        }
        let old = try report(Self.flawed)
        let codes = Set(old.groups.map(\.code))
        for code in [
            "stop_too_far_from_shape", "duplicate_route_name",
            "fast_travel_between_consecutive_stops",
            "block_trips_with_overlapping_stop_times", "foreign_key_violation",
        ] {
            #expect(codes.contains(code), "\(code)")
        }
        // The calls of a trip no longer follow each other as its numbers do.
        #expect(try new(report(moved), since: old) == ["unsorted_stop_times": 2])
    }

    /// The same feed with other ids of trips, services and blocks.
    private static func renumbered(_ feed: TestFeed) -> TestFeed {
        var feed = feed
        for (name, column) in [
            ("trips.txt", 1), ("trips.txt", 2), ("trips.txt", 4), ("stop_times.txt", 0),
            ("calendar.txt", 0), ("frequencies.txt", 0),
        ] {
            guard let text = feed[name] else { continue }
            let lines = text.split(separator: "\n").enumerated().map { index, line in
                var cells = line.split(separator: ",", omittingEmptySubsequences: false)
                if index > 0, column < cells.count { cells[column] = "new-" + cells[column] }
                return cells.joined(separator: ",")
            }
            feed[name] = lines.joined(separator: "\n") + "\n"
        }
        return feed
    }

    @Test("Other ids of trips and blocks are new only in findings that have nothing else")
    func renumberedIDs() throws {
        // Two trips are out of order, which names nothing but the trip, and two have rows apart.
        var feed = Self.flawed
        feed["stop_times.txt"]? +=
            "T1,08:12:00,08:12:00,A,0\nT2,08:12:00,08:12:00,A,0\n"
        let old = try report(feed)
        let codes = Set(old.groups.map(\.code))
        for code in [
            "unsorted_stop_times", "gtfs_scattered_rows", "fast_travel_between_consecutive_stops",
            "block_trips_with_overlapping_stop_times",
        ] {
            #expect(codes.contains(code), "\(code)")
        }
        let found = try new(report(Self.renumbered(feed)), since: old)
        // Of a service that ended there is nothing but its id, nor of these trips.
        #expect(
            found == [
                "expired_calendar": 1, "unsorted_stop_times": 2, "unused_trip": 1,
                "unusable_trip": 1,
            ])
        // One more is new, whatever its id.
        var more = feed
        more["trips.txt"]? += "R,WD,T9,L,K\n"
        more["stop_times.txt"]? += "T9,08:00:00,08:00:00,A,1\nT9,08:10:00,08:11:00,B,2\n"
        let one = try new(report(Self.renumbered(more)), since: old)
        #expect(one["fast_travel_between_consecutive_stops"] == 1)
    }

    @Test("A finding with nothing but the id of a trip is new for another trip")
    func otherTrip() throws {
        let base = TestFeed.base
        func unsorted(_ trips: String...) throws -> ValidationReport {
            var feed = base
            feed["stop_times.txt"]? += trips.map { "\($0),08:12:00,08:12:00,A,0\n" }.joined()
            return try report(feed)
        }
        let code = "unsorted_stop_times"
        #expect(try new(unsorted("T2", "T1"), since: unsorted("T1"))[code] == 1)
        #expect(try new(unsorted("T1"), since: unsorted("T2"))[code] == 1)
    }

    @Test("Trips that break while others are mended are new")
    func mendedAndBroken() throws {
        func unsorted(_ broken: Set<Int>) throws -> ValidationReport {
            var feed = TestFeed.base
            feed["trips.txt"] =
                "route_id,service_id,trip_id\n" + (1...5).map { "R,WD,T\($0)\n" }.joined()
            feed["stop_times.txt"] =
                "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                + (1...5).map { trip in
                    let calls = [
                        "T\(trip),08:00:00,08:00:00,A,1\n", "T\(trip),08:10:00,08:10:00,B,2\n",
                    ]
                    return (broken.contains(trip) ? calls.reversed() : calls).joined()
                }.joined()
            return try report(feed)
        }
        let code = "unsorted_stop_times"
        let old = try unsorted([1, 2])
        #expect(old.groups.first { $0.code == code }?.count == 2)
        #expect(try new(unsorted([3, 4]), since: old)[code] == 2)
        #expect(try new(unsorted([2, 3, 4]), since: old)[code] == 2)
    }

    /// A feed with findings that differ in nothing but their rows: what tells the rules apart is not in
    /// them.
    private static func equal(_ count: Int) -> TestFeed {
        TestFeed.base.with(
            TestFeed(
                "# fare_transfer_rules.txt\nfrom_leg_group_id,to_leg_group_id,fare_transfer_type,"
                    + "duration_limit,duration_limit_type\n"
                    + (1...count).map { "G,G,0,\($0),0\n" }.joined()))
    }

    @Test("Of equal findings, as many are known as the baseline has")
    func counts() throws {
        let code = "fare_transfer_rule_without_transfer_count"
        let old = try report(Self.equal(3))
        #expect(old.groups.first { $0.code == code }?.count == 3)
        for (count, expected) in [(2, 0), (3, 0), (4, 1), (5, 2)] {
            #expect(try new(report(Self.equal(count)), since: old)[code] ?? 0 == expected)
        }
        // Beyond the samples of a report, findings are counted.
        let many = try report(Self.equal(1200))
        #expect(try new(many, since: many)[code] == nil)
        #expect(try new(report(Self.equal(1201)), since: many)[code] == 1)
        #expect(try new(many, since: old)[code] == 1197)
    }

    @Test("Reports tell new findings from known ones")
    func reports() throws {
        let code = "fare_transfer_rule_without_transfer_count"
        let baseline = try Baseline(json: report(Self.equal(2)).json(context))
        let known = try report(Self.equal(2)).compared(with: baseline)
        let more = try report(Self.equal(3)).compared(with: baseline)

        #expect(!known.junit(failing: [.error]).contains("<failure"))
        #expect(known.junit(failing: [.error]).contains("<system-out>2 known ERROR\n"))
        #expect(known.junit(failing: [.error]).contains(" failures=\"0\">"))
        #expect(more.junit(failing: [.error]).contains("message=\"1 new ERROR\">"))

        let states = more.sarif(context).split(separator: "\n").filter {
            $0.contains("\"baselineState\"")
        }.map { $0.contains("\"new\"") }
        let group = try #require(more.groups.first { $0.code == code })
        #expect(group.comparison?.areNew == [false, false, true])
        #expect(states.count == more.groups.reduce(0) { $0 + $1.samples.count })
        #expect(states.count { $0 } == more.groups.reduce(0) { $0 + $1.newCount })
        #expect(!(try report(Self.equal(2)).sarif(context).contains("baselineState")))

        let page = more.html(context)
        let rows = page.components(separatedBy: "id=\"\(code)-").dropFirst()
        // New ones stand first.
        #expect(rows.map { $0.contains("<td>known</td>") } == [false, true, true])
        #expect(page.contains("id=\"\(code)-2\" class=\"known\">"))
        #expect(page.contains("Compared with a baseline: 3 notices are new, 8 are known."))
        #expect(known.html(context).contains("Compared with a baseline: 0 notices are new, "))
        #expect(page.contains("<b>3 <em>1 new</em></b>"))
        #expect(known.html(context).contains("<b>2 <em>known</em></b>"))

        #expect(!known.gitHubAnnotations(context).contains("::error "))
        #expect(more.gitHubAnnotations(context).contains("line=4,title=\(code)::"))
    }

    @Test("A fingerprint of SARIF is the same after rows have moved, and each result has its own")
    func fingerprints() throws {
        func fingerprints(_ feed: TestFeed) throws -> [String] {
            try report(feed).sarif(context).split(separator: "\n").filter {
                $0.contains("\"finding/v2\"")
            }.map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
        }
        let some = try fingerprints(Self.equal(3))
        #expect(some.count > 3)
        #expect(Set(some).count == some.count)
        var moved = Self.equal(3)
        moved["fare_transfer_rules.txt"]? += "G,H,0\n"
        #expect(Set(try fingerprints(moved)).isSuperset(of: some))
    }
}
