import BundleStatistics
import BundleWriting
import FeedReading
import GTFSSchedule
import TestSupport
import Testing

@Suite("Statistics of service")
struct ServiceStatisticsTests {
    /// The bundle of a feed.
    private static func bundle(_ feed: TestFeed, in folder: TestFolder) throws -> String {
        let path = folder.path + "/bundle.sqlite"
        let archive = try FeedArchive.open(try feed.write(to: folder))
        _ = try BundleBuild(.init()).run(archive, to: path) { _ in }
        return path
    }

    private static func statistics(
        _ feed: TestFeed, _ choice: ServiceStatistics.Choice = .busiestDay
    ) throws -> ServiceStatistics {
        let folder = try TestFolder()
        return try ServiceStatistics(path: bundle(feed, in: folder), choice)
    }

    private static func date(_ number: Int32) throws -> ServiceDate {
        try #require(ServiceDate(yyyymmdd: number))
    }

    private static func time(_ seconds: Int?) -> String? {
        seconds.map { ServiceTime(seconds: $0).description }
    }

    @Test(
        "Figures of the sample are those of its text files",
        arguments: [20_261_120, 20_261_121, 20_261_225, 20_261_231, 20_270_213] as [Int32])
    func sample(number: Int32) throws {
        let feed = try TestFeed.sample()
        let date = try Self.date(number)
        let oracle = try ServiceOracle(feed, on: date)
        let statistics = try Self.statistics(feed, .day(date))
        #expect(statistics.dates == [date])
        let total = statistics.total
        #expect(total.trips == oracle.trips)
        #expect(total.runs == oracle.runs.count)
        #expect(total.peakRuns == oracle.peak)
        #expect(abs(total.hours - Double(oracle.seconds) / 3600) < 0.001)
        #expect(total.firstDeparture == Self.time(oracle.runs.compactMap(\.times?.start).min()))
        #expect(total.lastArrival == Self.time(oracle.runs.compactMap(\.times?.end).max()))
        #expect(statistics.runsWithoutTimes == oracle.runs.count { $0.times == nil })
        let accessible = oracle.runs.count { $0.wheelchair == "1" }
        #expect(statistics.wheelchairRuns.accessible == accessible)
        #expect(
            statistics.wheelchairRuns.notAccessible == oracle.runs.count { $0.wheelchair == "2" })
        let groups = Dictionary(grouping: oracle.runs, by: \.route)
        #expect(statistics.routes.count == groups.count)
        for route in statistics.routes {
            let runs = try #require(groups[route.routeID ?? ""])
            #expect(route.runs == runs.count)
            let seconds = runs.reduce(0) { $0 + ($1.times.map { $0.end - $0.start } ?? 0) }
            #expect(abs(route.hours - Double(seconds) / 3600) < 0.001)
        }
        #expect(statistics.modes.reduce(0) { $0 + $1.runs } == total.runs)
        for direction in statistics.directions {
            let headways = oracle.headways(
                direction.routeID ?? "", direction.directionID.map { "\($0)" } ?? "")
            #expect(direction.minHeadway == headways.first.map { rounded(Double($0) / 60) })
            #expect(direction.maxHeadway == headways.last.map { rounded(Double($0) / 60) })
            guard !headways.isEmpty else { continue }
            let middle =
                Double(headways[(headways.count - 1) / 2] + headways[headways.count / 2]) / 2
            let mean = Double(headways.reduce(0, +)) / Double(headways.count)
            #expect(direction.medianHeadway == rounded(middle / 60))
            #expect(direction.meanHeadway == rounded(mean / 60))
        }
    }

    private func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

    @Test("Calls of stops of the sample are those of its text files")
    func stops() throws {
        let feed = try TestFeed.sample()
        let date = try Self.date(20_261_120)
        var calls: [String: Int] = [:]
        for run in try ServiceOracle(feed, on: date).runs {
            for stop in run.stops { calls[stop, default: 0] += 1 }
        }
        let stops = try Self.statistics(feed, .day(date)).stops
        let pairs = stops.map { ($0.stopID ?? "", $0.calls) }
        #expect(Dictionary(pairs) { $0 + $1 } == calls)
        #expect(stops.map(\.departures) == stops.map(\.departures).sorted(by: >))
        let counts = Dictionary(stops.map { ($0.stopID ?? "", $0.departures) }) { $0 + $1 }
        // Trains to the north leave the junction and end on the shelf.
        #expect(counts["CJ_P1"] == calls["CJ_P1"])
        #expect(counts["NS"] ?? 0 < calls["NS"] ?? 0)
    }

    @Test("A week has the sums of its days, and each headway lies within a day")
    func week() throws {
        let feed = try TestFeed.sample()
        let monday = try Self.date(20_261_228)
        let days = try (0..<7).map { try ServiceOracle(feed, on: monday.adding(days: $0)) }
        let week = try Self.statistics(feed, .week(monday.adding(days: 4)))
        #expect(week.dates == (0..<7).map { monday.adding(days: $0) })
        #expect(week.total.trips == days.reduce(0) { $0 + $1.trips })
        #expect(week.total.runs == days.reduce(0) { $0 + $1.runs.count })
        let hours = Double(days.reduce(0) { $0 + $1.seconds }) / 3600
        #expect(abs(week.total.hours - hours) < 0.001)
        #expect(week.total.peakRuns == days.map(\.peak).max())
        let metro = try #require(week.directions.first { $0.routeID == "M1" })
        let headways = days.flatMap { $0.headways("M1", "0") }
        #expect(metro.maxHeadway == headways.max().map { Double($0) / 60 })
    }

    @Test("Days have what runs on them, from the first with a run to the last")
    func days() throws {
        let feed = try TestFeed.sample()
        let days = try Self.statistics(feed).days
        #expect(days.first?.date == (try Self.date(20_260_701)))
        #expect(days.last?.date == (try Self.date(20_270_630)))
        for day in days where day.date.day % 10 == 1 || day.date.day > 24 {
            let oracle = try ServiceOracle(feed, on: day.date)
            #expect(day.trips == oracle.trips)
            #expect(day.runs == oracle.runs.count)
        }
        let most = days.map(\.runs).max()
        #expect(try Self.statistics(feed).dates == [days.first { $0.runs == most }?.date])
    }

    @Test("A trip past midnight belongs to its day; without a shape, km go from stop to stop")
    func base() throws {
        let statistics = try Self.statistics(.base)
        let total = statistics.total
        #expect(total.trips == 2)
        #expect(total.hours == 2)
        #expect(total.firstDeparture == "08:00:00")
        #expect(total.lastArrival == "25:20:00")
        // 0.4 degrees of longitude at 48 degrees north, by the ellipsoid: 29.850 km.
        #expect(abs(total.kilometers - 59.700) < 0.003)
        #expect(statistics.runsWithoutShape == 2)
        #expect(total.departures == 6)
        #expect(statistics.stops.map(\.departures) == [2, 2, 2, 0])
        // One of two runs starts from 07:00 to 19:00.
        #expect(statistics.directions.first?.minHeadway == nil)
        #expect(total.peakRuns == 1)
        #expect(total.peakStart == "23:50:00" && total.peakEnd == "25:20:00")
    }

    @Test("Kilometers are those of the shape between the first stop and the last, on the globe")
    func shapes() throws {
        let feed = TestFeed.base.with(
            """
            # shapes.txt
            shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
            S,48.0,1.9,1
            S,98.0,2.2,2
            S,48.0,2.4,3
            S,48.0,200.6,4
            S,48.0,2.6,5
            # trips.txt
            route_id,service_id,trip_id,shape_id
            R,WD,T1,S
            R,WD,T2,S
            """)
        let statistics = try Self.statistics(feed)
        #expect(abs(statistics.total.kilometers - 59.700) < 0.003)
        #expect(statistics.runsWithoutShape == 0)
    }

    @Test("Trips that only stop_times.txt names do not count; routes that nothing defines do")
    func dangling() throws {
        var feed = TestFeed.base
        feed["trips.txt"] = "route_id,service_id,trip_id\nR,WD,T1\nLOST,WD,T3\n"
        let statistics = try Self.statistics(feed)
        #expect(statistics.total.trips == 2)
        #expect(statistics.total.hours == 0.5)
        #expect(statistics.runsWithoutTimes == 1)
        #expect(statistics.routes.map(\.routeID) == ["LOST", "R"])
        #expect(statistics.modes.map(\.mode) == [nil, "bus"] || statistics.modes.count == 2)
    }

    @Test("A feed whose services never run has no days and no figures")
    func never() throws {
        let feed = TestFeed.base.with(
            """
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            WD,0,0,0,0,0,0,0,20260101,20261231
            """)
        let statistics = try Self.statistics(feed)
        #expect(statistics.days.isEmpty && statistics.dates.isEmpty)
        #expect(statistics.total.runs == 0 && statistics.total.firstDeparture == nil)
        #expect(statistics.routes.isEmpty && statistics.stops.isEmpty)
        let other = try Self.statistics(.base, .day(Self.date(19_990_101)))
        #expect(other.total.runs == 0 && !other.days.isEmpty)
    }
}
