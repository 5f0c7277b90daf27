import BundleWriting
import FeedReading
import GRDB
import TestSupport
import Testing

/// Services whose days lie thousands of years apart, in a few bytes of a feed.
@Suite("Days that lie far apart")
struct DistantDaysTests {
    private static let query = """
        SELECT count(*) FROM service WHERE ?1 BETWEEN first_day AND last_day
          AND CASE WHEN substr(days, 1, 1) = '['
            THEN (SELECT count(*) % 2 FROM json_each(days)
              WHERE value <= ?1 - first_day AND (?1 - first_day - value) % 7 = 0)
            ELSE substr(days, 1 + CASE WHEN ?1 - first_day < length(days) THEN ?1 - first_day
              ELSE length(days) - 7 + (?1 - first_day - length(days)) % 7 END, 1) = '1' END
        """

    /// A feed of services that each run on the first and the last day that a date can say.
    private static func feed(services: Int) -> TestFeed {
        var feed = TestFeed.base
        feed["calendar.txt"] = nil
        feed["calendar_dates.txt"] =
            "service_id,date,exception_type\n"
            + (0..<services).map { "S\($0),00010101,1\nS\($0),99991231,1\n" }.joined()
        feed["trips.txt"] =
            "route_id,service_id,trip_id\n"
            + (0..<services).map { "R,S\($0),T\($0)\n" }.joined()
        feed["stop_times.txt"] =
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
            + (0..<services).map { "T\($0),08:00:00,08:00:00,A,1\nT\($0),09:00:00,09:00:00,B,2\n" }
            .joined()
        return feed
    }

    @Test("A thousand services take bytes for each of their two days, not for each between them")
    func small() throws {
        let one = try BuiltBundle(Self.feed(services: 1))
        let thousand = try BuiltBundle(Self.feed(services: 1000))
        #expect(thousand.summary.bundleBytes - one.summary.bundleBytes < 1000 * 300)
        for day in [-719_162, 2_932_896] {
            #expect(try thousand.count(Self.query, [day]) == 1000)
        }
        for day in [-719_161, -719_155, 0, 20_000, 2_932_889, 2_932_895] {
            #expect(try thousand.count(Self.query, [day]) == 0)
        }
    }

    @Test("Days outside of 1900 to 2200 are counted as notices, and kept")
    func noticed() throws {
        let bundle = try BuiltBundle(Self.feed(services: 3))
        #expect(bundle.count(.serviceDateOutOfRange) == 6)
        var feed = Self.feed(services: 1)
        feed["calendar_dates.txt"] =
            "service_id,date,exception_type\nS0,19000101,1\nS0,22001231,1\n"
        #expect(try BuiltBundle(feed).count(.serviceDateOutOfRange) == 0)
    }
}
