import BundleWriting
import FeedCompiling
import FeedReading
import GRDB
import GTFSSchedule
import SQLiteLayer
import TestSupport
import Testing

@Suite("Keys from one nightly bundle to the next")
struct PreviousBundleTests {
    private func feed(stops: [String], routes: [String]) -> TestFeed {
        var feed = TestFeed.base
        feed["stops.txt"] =
            "stop_id,stop_name,stop_lat,stop_lon\n"
            + stops.map { "\($0),Stop \($0),48.0,2.0\n" }.joined()
        feed["routes.txt"] =
            "route_id,agency_id,route_short_name,route_type\n"
            + routes.map { "\($0),X,\($0),3\n" }.joined()
        feed["trips.txt"] =
            "route_id,service_id,trip_id\n" + routes.map { "\($0),WD,T\($0)\n" }.joined()
        feed["stop_times.txt"] =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
            + routes.flatMap { route in
                stops.enumerated().map {
                    "T\(route),08:0\($0.offset):00,08:0\($0.offset):00,\($0.element),\($0.offset)\n"
                }
            }.joined()
        return feed
    }

    private func build(_ feed: TestFeed, after previous: BuiltBundle?) throws -> BuiltBundle {
        var options = BundleBuild.Options()
        options.previous = previous?.path
        return try BuiltBundle(feed, options)
    }

    private func keys(_ bundle: BuiltBundle) throws -> [[String]] {
        [
            try bundle.lines("SELECT stop_id, sid FROM stops ORDER BY stop_id"),
            try bundle.lines("SELECT route_id, rid FROM routes ORDER BY route_id"),
            try bundle.lines("SELECT kind, id, key FROM tombstones ORDER BY kind, key"),
        ]
    }

    @Test("Ids keep their keys, no key is used twice, vanished ids are remembered for ever")
    func generations() throws {
        let first = try build(feed(stops: ["A", "B", "C"], routes: ["1", "2"]), after: nil)
        #expect(try keys(first) == [["A|1", "B|2", "C|3"], ["1|1", "2|2"], []])
        // C and 2 vanish, and with them the highest keys; D comes.
        let second = try build(feed(stops: ["D", "B", "A"], routes: ["1"]), after: first)
        #expect(try keys(second) == [["A|1", "B|2", "D|4"], ["1|1"], ["route|2|2", "stop|C|3"]])
        // Nothing new: the tombstones stay.
        let third = try build(feed(stops: ["A", "B"], routes: ["1"]), after: second)
        #expect(
            try keys(third) == [
                ["A|1", "B|2"], ["1|1"], ["route|2|2", "stop|C|3", "stop|D|4"],
            ])
        // E is new, C and 2 come back.
        let fourth = try build(feed(stops: ["E", "C", "A"], routes: ["3", "2"]), after: third)
        #expect(
            try keys(fourth) == [
                ["A|1", "C|3", "E|5"], ["2|2", "3|3"], ["route|1|1", "stop|B|2", "stop|D|4"],
            ])
        #expect(
            try fourth.lines("SELECT value FROM metadata WHERE key LIKE 'highest%' ORDER BY key")
                == ["3", "5"])
        #expect(
            try fourth.lines("SELECT value FROM metadata WHERE key = 'previous_content_hash'")
                == [third.summary.contentHash])
    }

    @Test("A stop that the filters leave out for a night has its key when it comes back")
    func filtered() throws {
        let feed = feed(stops: ["A", "B"], routes: ["1", "2"]).with(
            """
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            T2,08:00:00,08:00:00,B,1
            """)
        let first = try BuiltBundle(feed)
        var options = BundleBuild.Options()
        options.previous = first.path
        options.filter.routes = ["1"]
        let second = try BuiltBundle(feed, options)
        #expect(try keys(second) == [["A|1"], ["1|1"], ["route|2|2", "stop|B|2"]])
        let third = try build(feed, after: second)
        #expect(try keys(third) == [["A|1", "B|2"], ["1|1", "2|2"], []])
    }

    @Test("Ids that look the same and are other bytes keep keys of their own")
    func canonicalEquivalents() throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let ids = "SELECT hex(stop_id), sid FROM stops ORDER BY sid"
        let both = feed(stops: [composed, decomposed], routes: [decomposed, composed])
        let first = try build(both, after: nil)
        #expect(try first.lines(ids) == ["C3A9|1", "65CC81|2"])
        let second = try build(both, after: first)
        #expect(try second.lines(ids) == ["C3A9|1", "65CC81|2"])
        #expect(
            try second.lines("SELECT hex(route_id), rid FROM routes ORDER BY rid")
                == ["65CC81|1", "C3A9|2"])
        // Where one vanishes, it is not taken for the other, and comes back as it was.
        let third = try build(feed(stops: [decomposed], routes: [composed]), after: second)
        #expect(
            try third.lines("SELECT kind, hex(id), key FROM tombstones ORDER BY kind")
                == ["route|65CC81|1", "stop|C3A9|1"])
        #expect(try build(both, after: third).lines(ids) == ["C3A9|1", "65CC81|2"])
    }

    @Test("A bundle built upon another is of its line, one built upon none begins a line")
    func lines() throws {
        let feed = feed(stops: ["A", "B"], routes: ["1"])
        let first = try build(feed, after: nil)
        #expect(first.summary.line.wholeMatch(of: /[0-9a-f]{32}/) != nil)
        #expect(try build(feed, after: nil).summary.line == first.summary.line)
        let shuffled = self.feed(stops: ["B", "A"], routes: ["1"])
        #expect(try build(shuffled, after: nil).summary.line != first.summary.line)
        var options = BundleBuild.Options()
        options.filter.routes = ["1"]
        #expect(try BuiltBundle(feed, options).summary.line != first.summary.line)
        let second = try build(shuffled, after: first)
        #expect(second.summary.line == first.summary.line)
        #expect(
            try second.lines("SELECT value FROM metadata WHERE key = 'line'")
                == [first.summary.line])
        #expect(try build(feed, after: second).summary.line == first.summary.line)
    }

    @Test("A bundle without a line is damaged", arguments: ["line", "highest_sid", "highest_rid"])
    func incompletePrevious(key: String) throws {
        let target = feed(stops: ["A", "B"], routes: ["1"])
        let old = try build(target, after: nil)
        try DatabaseQueue(path: old.path).write {
            try $0.execute(sql: "DELETE FROM metadata WHERE key = ?", arguments: [key])
        }
        #expect(throws: (any Error).self) { try build(target, after: old) }
    }

    @Test("Undefined ids do no harm")
    func dangling() throws {
        var feed = feed(stops: ["A"], routes: ["1"])
        feed["stop_times.txt"]? += "T1,09:00:00,09:00:00,NEW,9\n"
        let first = try BuiltBundle(feed)
        feed["stops.txt"]? += "NEW,New,48.0,2.0\n"
        let second = try build(feed, after: first)
        #expect(try keys(second) == [["A|1", "NEW|2"], ["1|1"], []])
    }

    @Test("A previous bundle that is none is an error with an exit code")
    func noBundle() throws {
        let folder = try TestFolder()
        let text = try folder.write("text.sqlite", Array("no database at all, only text".utf8))
        for path in [text, folder.path + "/missing.sqlite", folder.path] {
            var options = BundleBuild.Options()
            options.previous = path
            #expect { try BuiltBundle(.base, options) } throws: { error in
                guard let error = error as? BundleError else { return false }
                return [65, 66].contains(error.exitCode)
            }
        }
    }
}
