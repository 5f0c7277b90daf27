import BundleDiffing
import BundleWriting
import FeedCompiling
import FeedReading
import GRDB
import GTFSSchedule
import TestSupport
import Testing

@Suite("Changes between two bundles")
struct BundleDiffTests {
    @Test("Nothing, in one line")
    func same() throws {
        let versions = try Versions(.base, .base)
        #expect(versions.diff.isEmpty)
        #expect(versions.diff.words(limit: 3) == "old.sqlite → new.sqlite: no difference\n")
        #expect(versions.diff.html.contains("No difference."))
    }

    @Test(
        "A bundle whose times or days are damaged is not compared",
        arguments: [
            ("UPDATE timing SET departures = char(57344)", "a list of times"),
            ("UPDATE service SET days = '101'", "the days of a service"),
        ])
    func damage(sql: String, reason: String) throws {
        let versions = try Versions(.base, .base)
        try DatabaseQueue(path: versions.new).write { try $0.execute(sql: sql) }
        let error = #expect(throws: BundleError.self) {
            try BundleDiff(old: versions.old, new: versions.new)
        }
        #expect(error?.description.contains("is damaged: \(reason)") == true)
    }

    @Test("Nothing, when rows are in another order and keys are others")
    func otherKeys() throws {
        var feed = TestFeed.base
        for name in ["stops.txt", "trips.txt", "stop_times.txt"] {
            let lines = (feed[name] ?? "").split(separator: "\n")
            feed[name] = ([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n") + "\n"
        }
        #expect(try Versions(.base, feed).diff.isEmpty)
    }

    @Test("Agencies, routes and stops that are renamed, come and go")
    func records() throws {
        let diff = try Versions([
            (
                "agency.txt", "X,Crosstown,https://example.org,Europe/Paris",
                "X,Crosstown Lines,https://example.org,Europe/Paris"
            ),
            ("routes.txt", "R,X,1,3", "R,X,1,0\nR2,X,2,3"),
            ("stops.txt", "D,Airport,48.0,2.4", "E,Airfield,48.0,2.4"),
            ("stop_times.txt", "T1,08:30:00,08:30:00,D,4", "T1,08:30:00,08:30:00,E,4"),
            ("stop_times.txt", "T2,25:20:00,25:20:00,D,4", "T2,25:20:00,25:20:00,E,4"),
        ]).diff
        #expect(diff.agencies.changed.map(\.fields.first?.new) == ["Crosstown Lines"])
        #expect(diff.routes.added.map(\.id) == ["R2"])
        #expect(diff.routes.changed.map(\.id) == ["R"])
        #expect(diff.routes.changed[0].fields.map(\.field) == ["route_type"])
        #expect(diff.stops.added.map(\.id) == ["E"])
        #expect(diff.stops.removed.map(\.id) == ["D"])
        #expect(diff.trips.routes.map(\.callsChanged) == [2])
        #expect(diff.trips.routes.map(\.timesChanged) == [0])
        #expect(diff.moved.isEmpty)
    }

    @Test("Nothing, where two agencies have one name and no id")
    func equalAgencies() throws {
        var feed = TestFeed.base
        feed["agency.txt"] = """
            agency_id,agency_name,agency_url,agency_timezone
            ,Metro,https://a.example,Europe/Paris
            ,Metro,https://b.example,Europe/Paris

            """
        #expect(try Versions(feed, feed).diff.isEmpty)
    }

    @Test("Ids that look the same and are other bytes are others")
    func canonicalEquivalents() throws {
        let diff = try Versions(
            TestFeed.base.renaming("D", to: "\u{E9}"),
            TestFeed.base.renaming("D", to: "e\u{301}")
        ).diff
        let rekeyed = try #require(diff.stops.rekeyed.first)
        #expect(Array(rekeyed.id.text.utf8) == Array("e\u{301}".utf8))
        #expect(Array(rekeyed.formerID.text.utf8) == Array("\u{E9}".utf8))
        let trips = try Versions([
            ("trips.txt", "R,WD,T1", "R,WD,\u{E9}\nR,WD,e\u{301}"),
            ("stop_times.txt", "T1,08:00:00,08:00:00,A,1", "\u{E9},08:00:00,08:00:00,A,1"),
            ("stop_times.txt", "T1,08:10:00,08:11:00,B,2", "e\u{301},08:10:00,08:11:00,B,2"),
            ("stop_times.txt", "T1,08:20:00,08:20:30,C,3", ""),
            ("stop_times.txt", "T1,08:30:00,08:30:00,D,4", ""),
        ])
        #expect(try BundleDiff(old: trips.new, new: trips.new).isEmpty)
        #expect(trips.diff.trips.routes.map(\.added) == [2])
    }

    @Test("Stops that move, by how far; less than a metre is nothing")
    func moves() throws {
        let diff = try Versions([
            ("stops.txt", "A,Harbour,48.0,2.0", "A,Harbour,48.001,2.0"),
            ("stops.txt", "B,Market,48.0,2.1", "B,Market,48.0,2.101"),
            ("stops.txt", "C,Museum,48.0,2.2", "C,Museum,48.000005,2.2"),
        ]).diff
        #expect(diff.moved.map(\.id) == ["A", "B"])
        // A thousandth of a degree is 111.2 m, and at 48 degrees north 74.4 m to the east.
        #expect(diff.moved.map(\.meters) == [111.2, 74.4])
        #expect(diff.moved.map { $0.fields.map(\.field) } == [["stop_lat"], ["stop_lon"]])
        let words = diff.words(limit: nil)
        #expect(words.contains("~ A Harbour: moved by 111.2 m: stop_lat 48.0 → 48.001\n"))
        #expect(words.contains("~ B Market: moved by 74.4 m: stop_lon 2.1 → 2.101\n"))
        #expect(diff.stops.isEmpty)
    }

    @Test("A stop from or to a place that is not on the globe has changed, and is on no map there")
    func beyond() throws {
        let diff = try Versions([
            ("stops.txt", "A,Harbour,48.0,2.0", "A,Harbour,98.0,2.0"),
            ("stops.txt", "B,Market,48.0,2.1", "B,Market,48.0,182.1"),
        ]).diff
        #expect(diff.moved.isEmpty && diff.map.stops.isEmpty)
        #expect(diff.stops.changed.map { $0.fields.map(\.field) } == [["stop_lat"], ["stop_lon"]])
    }

    @Test("A stop that gets or loses its place has changed, though others move")
    func places() throws {
        let diff = try Versions([
            ("stops.txt", "A,Harbour,48.0,2.0", "A,Harbour,48.001,2.0"),
            ("stops.txt", "B,Market,48.0,2.1", "B,Market,,"),
        ]).diff
        #expect(diff.moved.map(\.id) == ["A"])
        #expect(
            diff.words(limit: nil).contains(
                "~ B Market: stop_lat 48.0 → blank, stop_lon 2.1 → blank\n"))
    }

    @Test("Trips that come, go and change, and in what")
    func trips() throws {
        let diff = try Versions([
            ("trips.txt", "R,WD,T2", "R,WD,T3"),
            ("stop_times.txt", "T1,08:10:00,08:11:00,B,2", "T1,08:10:00,08:12:00,B,2"),
            ("stop_times.txt", "T2,23:50:00,23:50:00,A,1", "T3,22:50:00,22:50:00,A,1"),
            ("stop_times.txt", "T2,24:00:00,24:01:00,B,2", "T3,24:00:00,24:01:00,B,2"),
            ("stop_times.txt", "T2,24:10:00,24:10:30,C,3", "T3,24:10:00,24:10:30,C,3"),
            ("stop_times.txt", "T2,25:20:00,25:20:00,D,4", "T3,25:20:00,25:20:00,D,4"),
        ]).diff
        let route = try #require(diff.trips.routes.first)
        #expect(diff.trips.routes.count == 1)
        #expect((route.added, route.removed, route.changed) == (1, 1, 1))
        #expect((route.timesChanged, route.callsChanged, route.daysChanged) == (1, 0, 0))
        #expect(
            diff.words(limit: 3).contains(
                "1 removed, 1 added, 1 changed (times 1)\n      removed: T2\n      added: T3\n"
                    + "      stop_times.txt: trip_id T1, stop_sequence 2: "
                    + "departure_time 08:11:00 → 08:12:00\n"))
    }

    @Test("The first of many trips that come and go are named, and the others counted")
    func manyTrips() throws {
        func feed(_ numbers: [Int]) -> TestFeed {
            let trips = numbers.map { "R,WD,N\($0)\n" }.joined()
            let times = numbers.map {
                "N\($0),08:\($0):00,08:\($0):00,A,1\nN\($0),09:00:00,09:00:00,B,2\n"
            }
            return TestFeed.base.with(
                TestFeed(
                    "# trips.txt\nroute_id,service_id,trip_id\n\(trips)# stop_times.txt\n"
                        + "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                        + times.joined()))
        }
        let diff = try Versions(feed(Array(10..<40)), feed(Array(20..<44))).diff
        let route = try #require(diff.trips.routes.first)
        #expect(route.addedTrips.map(\.text) == ["N40", "N41", "N42"])
        #expect(route.removedTrips.map(\.text) == ["N10", "N11", "N12"])
        for text in [diff.words(limit: 1), diff.html] {
            #expect(text.contains("added: N40, N41, N42 and 1 more"))
            #expect(text.contains("removed: N10, N11, N12 and 7 more"))
        }
    }

    @Test("Fewer runs of the same trips are fewer runs of the days")
    func runsOfDays() throws {
        func feed(_ seconds: Int) -> TestFeed {
            TestFeed.base.with(
                TestFeed(
                    """
                    # frequencies.txt
                    trip_id,start_time,end_time,headway_secs
                    T1,06:00:00,16:00:00,\(seconds)
                    """))
        }
        let diff = try Versions(feed(360), feed(3600)).diff
        // 100 and 10 runs of T1, and one of T2.
        #expect(Set(diff.service.days.map(\.old)) == [101])
        #expect(Set(diff.service.days.map(\.new)) == [11])
        #expect(Set(diff.service.days.map(\.oldDepartures)) == [303])
        #expect(Set(diff.service.days.map(\.newDepartures)) == [33])
        #expect(
            diff.words(limit: nil).contains(
                "261 weekdays: 101 → 11 runs, 303 → 33 departures"))
        #expect(try Versions(feed(360), feed(362)).diff.service.days.isEmpty)
    }

    @Test("Days on which a trip runs, where both bundles have the day")
    func days() throws {
        let week = "service_id,date,exception_type\n"
        let exception = TestFeed("# calendar_dates.txt\n\(week)WD,20260504,2\n")
        let diff = try Versions(.base, TestFeed.base.with(exception)).diff
        #expect(diff.trips.routes.map(\.daysChanged) == [2])
        #expect(diff.words(limit: nil).contains("changed (days 2)\n      other days: T1, T2\n"))
        #expect(diff.service.days.map(\.date.description) == ["20260504"])
        #expect(diff.service.days.map(\.old) == [2])
        #expect(diff.service.days.map(\.new) == [0])
        #expect(diff.service.days.map(\.oldDepartures) == [6])
        #expect(diff.service.days.map(\.newDepartures) == [0])
        #expect(diff.service.daysLost.isEmpty)
    }

    @Test("A window that moves on changes no trip")
    func window() throws {
        let diff = try Versions([
            (
                "calendar.txt", "WD,1,1,1,1,1,0,0,20260101,20261231",
                "WD,1,1,1,1,1,0,0,20260108,20270107"
            )
        ]).diff
        #expect(diff.trips.isEmpty)
        // 2026-01-01 is a Thursday; no trip runs at the weekend.
        #expect(
            diff.service.daysLost.map(\.description) == [
                "20260101", "20260102", "20260105", "20260106", "20260107",
            ])
        #expect(diff.service.daysGained.map(\.description).first == "20270101")
        #expect(diff.service.daysGained.count == 5)
        #expect(diff.service.days.isEmpty)
    }

    @Test("Trips are compared by content when all ids are new")
    func newIDs() throws {
        func feed(_ prefix: String, _ minutes: [Int]) -> TestFeed {
            var feed = TestFeed.base
            let trips = minutes.map { "R,WD,\(prefix)\($0)\n" }.joined()
            feed["trips.txt"] = "route_id,service_id,trip_id\n" + trips
            let times = minutes.map { minute in
                "\(prefix)\(minute),08:\(minute):00,08:\(minute):00,A,1\n"
                    + "\(prefix)\(minute),09:00:00,09:00:00,B,2\n"
            }
            feed["stop_times.txt"] =
                "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + times.joined()
            return feed
        }
        let minutes = Array(10..<30)
        let same = try Versions(feed("a", minutes), feed("b", minutes)).diff
        let route = try #require(same.trips.routes.first)
        #expect((route.rekeyed, route.added, route.removed, route.changed) == (20, 0, 0, 0))
        #expect(same.words(limit: 3).contains("~ R 1: 20 → 20 trips; only ids changed: 20\n"))
        #expect(!same.isEmpty)
        let other = try Versions(feed("a", minutes), feed("b", minutes.dropLast() + [40, 41])).diff
        #expect(other.trips.routes.map(\.added) == [2])
        #expect(other.trips.routes.map(\.removed) == [1])
        #expect(
            other.words(limit: 3).contains("20 → 21 trips; 1 removed, 2 added, 19 re-keyed\n"))
    }

    @Test("Rows of other files")
    func rows() throws {
        let transfers = TestFeed(
            "# transfers.txt\nfrom_stop_id,to_stop_id,transfer_type\nA,B,0\nB,A,0\n")
        let diff = try Versions(.base, TestFeed.base.with(transfers)).diff
        #expect(diff.rows.map(\.file) == ["transfers.txt"])
        #expect(diff.rows.map(\.new) == [2])
        #expect(!diff.isEmpty)
    }

    @Test("Headways that change, by trip and by file")
    func headways() throws {
        func feed(_ headway: Int) -> TestFeed {
            TestFeed.base.with(
                TestFeed(
                    """
                    # frequencies.txt
                    trip_id,start_time,end_time,headway_secs
                    T1,06:00:00,09:00:00,\(headway)
                    T1,09:00:00,12:00:00,900
                    """))
        }
        let diff = try Versions(feed(300), feed(3600)).diff
        #expect(diff.trips.routes.map(\.changed) == [1])
        #expect(diff.trips.routes.map(\.headwaysChanged) == [1])
        #expect(diff.trips.routes.map(\.timesChanged) == [0])
        #expect(diff.rows.map(\.file) == ["frequencies.txt"])
        #expect(diff.rows.map(\.hasOtherContent) == [true])
        let words = diff.words(limit: nil)
        #expect(words.contains("1 changed (headways 1)"))
        #expect(words.contains("other files: 1 with other values"))
        #expect(words.contains("~ frequencies.txt: 2 rows: 1 changed\n"))
        #expect(words.ranges(of: "headway_secs 300 → 3600").count == 1)
        #expect(diff.html.contains("2 rows: 1 changed"))
        #expect(try diff.json().contains("\"has_other_content\" : true"))
    }

    @Test("Cells of trips and calls other than stop, time and headsign")
    func details() throws {
        let plain = TestFeed(
            "# trips.txt\nroute_id,service_id,trip_id,bikes_allowed\nR,WD,T1,1\nR,WD,T2,1\n")
        let other = TestFeed(
            "# trips.txt\nroute_id,service_id,trip_id,bikes_allowed\nR,WD,T1,1\nR,WD,T2,2\n")
        let diff = try Versions(TestFeed.base.with(plain), TestFeed.base.with(other)).diff
        #expect(diff.trips.routes.map(\.detailsChanged) == [1])
        #expect(diff.words(limit: nil).contains("1 changed (other fields 1)"))
        #expect(diff.rows.isEmpty)
    }

    @Test("A changed call names its trip and number, its field, the old value and the new")
    func changedCalls() throws {
        func feed(_ pickup: String, _ time: String = "08:10:00") -> TestFeed {
            TestFeed.base.with(
                TestFeed(
                    """
                    # stop_times.txt
                    trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type
                    T1,08:00:00,08:00:00,A,1,
                    T1,\(time),08:11:00,B,2,\(pickup)
                    T2,09:00:00,09:00:00,A,1,
                    T2,09:10:00,09:11:00,B,2,
                    """))
        }
        let diff = try Versions(feed("0"), feed("2")).diff
        let route = try #require(diff.trips.routes.first)
        #expect((route.changed, route.boardingChanged, route.callsChanged) == (1, 1, 0))
        let row = "stop_times.txt: trip_id T1, stop_sequence 2: pickup_type 0 → 2"
        #expect(diff.words(limit: nil).contains("1 changed (boarding 1)\n      \(row)\n"))
        #expect(DiffPage(diff).rows == [row])
        #expect(route.rows.rows.map(\.key).first?.map(\.value) == ["T1", "2"])
        #expect(route.rows.rows.flatMap(\.fields).map(\.new) == ["2"])
        #expect(
            try Versions(feed("0"), feed("", "08:09:00")).diff.words(limit: nil).contains(
                "stop_sequence 2: arrival_time 08:10:00 → 08:09:00, pickup_type 0 → blank"))
        // A blank is 0: nothing changes for riders, and the row is another all the same.
        #expect(
            try Versions(feed("0"), feed("")).diff.words(limit: nil).contains(
                "stop_times.txt: 4 rows, some differ\n      stop_times.txt: trip_id T1, "
                    + "stop_sequence 2: pickup_type 0 → blank\n"))
    }

    @Test(
        "A changed row of any other file says so too",
        arguments: [
            (
                "# feed_info.txt\nfeed_publisher_name,feed_publisher_url,feed_lang,feed_version\n",
                "P,https://p.example.org,en,1", "P,https://p.example.org,en,2",
                "feed_info.txt: feed_version 1 → 2"
            ),
            (
                "# transfers.txt\nfrom_stop_id,to_stop_id,transfer_type,min_transfer_time\n",
                "A,B,2,60", "A,B,2,90",
                "transfers.txt: from_stop_id A, to_stop_id B: min_transfer_time 60 → 90"
            ),
            (
                "# calendar_dates.txt\nservice_id,date,exception_type\n", "WD,20260504,2",
                "WD,20260505,2", "calendar_dates.txt: service_id WD, date 20260504: removed"
            ),
            (
                "# trips.txt\nroute_id,service_id,trip_id,bikes_allowed\n", "R,WD,T1,1\nR,WD,T2,1",
                "R,WD,T1,1\nR,WD,T2,2", "trips.txt: trip_id T2: bikes_allowed 1 → 2"
            ),
            (
                "# levels.txt\nlevel_id,level_index,level_name\n", "L,low,Low", "L,lower,Low",
                "rejected: file levels.txt, row 2, field level_index: value low → lower"
            ),
            (
                "# shapes.txt\nshape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n",
                "S,48.0,2.0,1\nS,48.0,2.1,2", "S,48.0,2.0,1\nS,48.0,2.2,2",
                "shapes.txt: shape_id S, point 2: shape_pt_lon 2.1 → 2.2"
            ),
            (
                "# shapes.txt\nshape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,"
                    + "shape_dist_traveled\n",
                "S,48.0,2.0,1,0\nS,48.0,2.1,2,5", "S,48.0,2.0,1,0\nS,48.0,2.1,2,6.5",
                "shapes.txt: shape_id S, point 2: shape_dist_traveled 5.0 → 6.5"
            ),
            (
                "# shapes.txt\nshape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n",
                "S,48.0,2.0,1\nS,48.0,2.1,2", "S,48.0,2.0,1\nS,48.0,2.1,7",
                "shapes.txt: shape_id S, point 2: shape_pt_sequence 2 → 7"
            ),
            (
                "# shapes.txt\nshape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n",
                "S,48.0,2.0,1\nS,48.0,2.2,3", "S,48.0,2.0,1\nS,48.0,2.1,2\nS,48.0,2.2,3",
                "shapes.txt: shape_id S, point 2: points 2 → 3, shape_pt_lon 2.2 → 2.1, "
                    + "shape_pt_sequence 3 → 2"
            ),
            (
                "# shapes.txt\nshape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n",
                "S,48.0,2.0,1\nS,48.0,2.2,3", "S,48.0,2.0,1\nS,48.0,2.2,3\nS,48.0,2.3,4",
                "shapes.txt: shape_id S: points 2 → 3"
            ),
            (
                "# stops.txt\nstop_id,stop_name,stop_lat,stop_lon\n",
                "A,A,48,2\nB,B,48,2.1\nC,C,48,2.2\nD,D,48,2.4",
                "A,A,48,2\nB,B,48,2.1\nC,C,48.000005,2.2\nD,D,48,2.4",
                "stops.txt: stop_id C: stop_lat 48.0 → 48.000005"
            ),
        ])
    func changedRows(heading: String, before: String, after: String, row: String) throws {
        let diff = try Versions(
            TestFeed.base.with(TestFeed(heading + before)),
            TestFeed.base.with(TestFeed(heading + after))
        ).diff
        let words = diff.words(limit: nil)
        #expect(words.contains("\n      \(row)\n"), "\(words)")
        #expect(DiffPage(diff).rows.contains(row))
    }

    @Test("Some of many rows are listed, and the others counted")
    func manyRows() throws {
        func transfers(_ seconds: Int) -> TestFeed {
            let rows = (0..<100).map { "A,B,2,\(seconds),R,R,T1,X\($0)\n" }
            return TestFeed.base.with(
                TestFeed(
                    "# transfers.txt\nfrom_stop_id,to_stop_id,transfer_type,min_transfer_time,"
                        + "from_route_id,to_route_id,from_trip_id,to_trip_id\n" + rows.joined()))
        }
        let change = try #require(try Versions(transfers(60), transfers(90)).diff.rows.first)
        #expect((change.rows.rows.count, change.rows.more) == (20, 80))
        #expect(change.rows.rows.allSatisfy { $0.fields.map(\.field) == ["min_transfer_time"] })
        let diff = try Versions(transfers(60), transfers(90)).diff
        #expect(diff.words(limit: nil).contains("      … and 80 more rows\n"))
        let short = diff.words(limit: 1)
        #expect(short.contains("      … and 99 more rows\n"))
        #expect(short.ranges(of: "min_transfer_time").count == 1)
    }

    @Test("A stop that moves by less than a metre, and nothing else, is a changed row")
    func smallMove() throws {
        let diff = try Versions([
            ("stops.txt", "C,Museum,48.0,2.2", "C,Museum,48.000005,2.2")
        ]).diff
        #expect(diff.moved.isEmpty && diff.stops.isEmpty)
        #expect(diff.rows.map(\.file) == ["stops.txt"])
        #expect(diff.words(limit: nil).contains("~ stops.txt: 4 rows: 1 changed\n"))
    }

    @Test("Other values that no column can have are a difference")
    func rejected() throws {
        let old = TestFeed.base.with(
            TestFeed("# levels.txt\nlevel_id,level_index,level_name\nL,low,Low\n"))
        let new = TestFeed.base.with(
            TestFeed("# levels.txt\nlevel_id,level_index,level_name\nL,lower,Low\n"))
        #expect(try Versions(old, new).diff.rows.map(\.file) == ["levels.txt"])
    }

    @Test("The verdict names columns that the bundles do not hold")
    func unknownColumns() throws {
        func feed(_ color: String) -> TestFeed {
            TestFeed.base.with(
                TestFeed(
                    """
                    # agency.txt
                    agency_id,agency_name,agency_url,agency_timezone,agency_colour
                    X,Crosstown,https://example.org,Europe/Paris,\(color)
                    """))
        }
        var options = BundleBuild.Options()
        options.filter.without = [.extensions]
        let diff = try Versions(feed("red"), feed("blue"), options: options).diff
        #expect(diff.isEmpty && diff.mayDifferElsewhere)
        #expect(
            diff.words(limit: 3).hasPrefix(
                "old.sqlite → new.sqlite: the feeds differ only in parts that are not compared: "))
        #expect(diff.html.contains("The feeds differ only in parts that are not compared: "))
        let same = try Versions(feed("red"), feed("red"), options: options).diff
        #expect(!same.mayDifferElsewhere)
        #expect(same.words(limit: 3) == "old.sqlite → new.sqlite: no difference\n")
    }

    @Test("A limit on lines, and no limit")
    func limit() throws {
        var feed = TestFeed.base
        feed["stops.txt"]? += (0..<9).map { "N\($0),New,48.0,2.0\n" }.joined()
        let diff = try Versions(.base, feed).diff
        #expect(diff.words(limit: 3).contains("… and 6 more"))
        #expect(diff.words(limit: nil).contains("+ N8 New"))
        #expect(!diff.words(limit: nil).contains("more"))
    }

    @Test("A file that is not a bundle is an error")
    func noBundle() throws {
        let versions = try Versions(.base, .base)
        #expect(throws: BundleError.self) {
            try BundleDiff(old: versions.old, new: versions.old + "-nothing")
        }
        let other = try versions.folder.write("other.sqlite", Array("text".utf8))
        #expect(throws: BundleError.self) { try BundleDiff(old: other, new: versions.new) }
    }
}
