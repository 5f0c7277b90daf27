import FeedReading
import FeedValidation
import GTFSSchedule
import TestSupport
import Testing

/// Trips that a rule cannot tell apart: all of their findings count, though only the first ones
/// are made.
@Suite("Findings of equal trips") struct EqualTripsTests {
    private static let count = 900

    private typealias Call = (stop: String, time: String, timepoint: String)

    private static func feed(_ calls: [Call]) -> TestFeed { feed { _ in calls } }

    private static func feed(_ calls: (Int) -> [Call]) -> TestFeed {
        var trips = ["route_id,service_id,trip_id"]
        var rows = ["trip_id,arrival_time,departure_time,stop_id,stop_sequence,timepoint"]
        for trip in 0..<count {
            trips.append("R,WD,T\(trip)")
            for (index, call) in calls(trip).enumerated() {
                rows.append(
                    "T\(trip),\(call.time),\(call.time),\(call.stop),\(index),\(call.timepoint)")
            }
        }
        var feed = TestFeed.base
        feed["trips.txt"] = trips.joined(separator: "\n")
        feed["stop_times.txt"] = rows.joined(separator: "\n")
        return feed
    }

    @Test("Of one code") func oneCode() throws {
        let findings = try Findings(
            Self.feed([("A", "08:00:00", ""), ("B", "08:10:00", ""), ("C", "08:20:00", "1")]))
        #expect(findings.count("missing_timepoint_value") == 2 * Self.count)
        let group = findings.report.groups.first { $0.code == "missing_timepoint_value" }
        #expect(group?.samples.count == NoticeBin.sampleLimit)
    }

    @Test("Of two codes") func twoCodes() throws {
        let findings = try Findings(
            Self.feed([
                ("A", "08:00:00", ""), ("B", "", "1"), ("C", "", "1"), ("D", "08:30:00", ""),
            ]))
        #expect(findings.count("missing_timepoint_value") == 2 * Self.count)
        #expect(findings.count("stop_time_timepoint_without_times") == 4 * Self.count)
    }

    /// Findings that were only counted are none of the next group's.
    @Test("Of groups between each other") func severalGroups() throws {
        let findings = try Findings(
            Self.feed { trip in
                let isLate = trip >= 600
                let last = trip % 2 == 0 || isLate ? "" : "1"
                return [
                    ("A", "08:00:00", isLate ? "1" : ""), ("B", "08:10:00", ""),
                    ("C", "08:20:00", last),
                ]
            })
        // Of the first 600 trips, half have three and half have two; then each has two.
        #expect(findings.count("missing_timepoint_value") == 600 / 2 * (3 + 2) + 300 * 2)
    }

    @Test("A request for all notices gets all of them") func allOfThem() async throws {
        let folder = try TestFolder()
        let path = try Self.feed([
            ("A", "08:00:00", ""), ("B", "08:10:00", ""), ("C", "08:20:00", "1"),
        ]).write(to: folder)
        let date = try #require(ServiceDate(yyyymmdd: 2026_06_15))
        var count = 0
        for try await notice in try Validator(
            Feed(path), ValidationOptions(date: date)
        ).notices()
        where notice.code == "missing_timepoint_value" {
            count += 1
        }
        #expect(count == 2 * Self.count)
    }
}
