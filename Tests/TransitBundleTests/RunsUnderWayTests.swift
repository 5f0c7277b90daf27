import Foundation
import Testing
import TransitBundle

@Suite("Runs under way")
struct RunsUnderWayTests {
    private static let day = ServiceDate(yyyymmdd: 2026_12_01) ?? .earliest

    private static let files = TinyFeed.files(
        trips: """
            route_id,service_id,trip_id
            r,daily,day
            r,daily,night
            r,daily,often
            r,never,idle

            """,
        stopTimes: """
            trip_id,stop_id,stop_sequence,arrival_time,departure_time
            day,a,1,08:00:00,08:05:00
            day,a,2,,
            day,a,3,08:30:00,08:40:00
            night,a,1,23:50:00,23:50:00
            night,a,2,49:10:00,49:10:00
            often,a,1,06:00:00,06:00:00
            often,a,2,06:12:00,06:12:00
            idle,a,1,08:00:00,08:00:00
            idle,a,2,09:00:00,09:00:00

            """,
        others: [
            "frequencies.txt": """
            trip_id,start_time,end_time,headway_secs,exact_times
            often,12:00:00,12:30:00,300,0
            often,23:50:00,24:10:00,600,1

            """
        ])

    @Test("From the first time to the last one, over midnight, and each run of a headway")
    func moments() async throws {
        let bundle = try bundle(of: Self.files)
        func runs(_ clock: String) async throws -> [String] {
            let moment = try Lookup.instant("2026-12-02T\(clock)+01:00")
            let found = try await bundle.runsUnderWay(at: Int(moment.timeIntervalSince1970))
            #expect(found.allSatisfy { $0.routeID == "r" })
            return found.map { run in
                let start = run.start.map { " \(ServiceTime(seconds: $0))" } ?? ""
                return "\(run.tripID) \(run.day - Self.day.dayNumber)\(start)"
            }.sorted()
        }
        // The night trip takes more than a day.
        let nights = ["night -1", "night 0"]
        #expect(try await runs("07:59:59") == ["night 0"])
        #expect(try await runs("08:00:00") == ["day 1", "night 0"])
        #expect(try await runs("08:30:00") == ["day 1", "night 0"])
        #expect(try await runs("08:41:00") == ["night 0"])
        #expect(try await runs("01:00:00") == nights)
        #expect(try await runs("01:10:01") == ["night 0"])
        #expect(
            try await runs("12:12:00")
                == ["night 0", "often 1 12:00:00", "often 1 12:05:00", "often 1 12:10:00"])
        #expect(try await runs("12:40:00") == ["night 0"])
        #expect(try await runs("00:05:00") == nights + ["often 0 24:00:00"])
    }
}
