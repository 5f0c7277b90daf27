import BundleStatistics
import BundleWriting
import FeedReading
import GTFSSchedule
import TestSupport
import Testing
import TransitBundle

/// Statistics count the departures that boards list.
@Suite("Departures that are counted") struct CountedDeparturesTests {
    /// Compares the figures of a feed's busiest day with the boards of all its stops; returns the
    /// number of its departures.
    @discardableResult
    private static func compare(_ archive: FeedArchive) async throws -> Int {
        let folder = try TestFolder()
        let path = folder.path + "/bundle.sqlite"
        _ = try BundleBuild(.init()).run(archive, to: path) { _ in }
        let statistics = try ServiceStatistics(path: path)
        guard let date = statistics.dates.first else { return 0 }
        let bundle = try await TransitBundle(path: path)
        var total = 0
        var hasParents = false
        for stop in statistics.stops {
            guard let id = stop.stopID, let known = try? await bundle.stop(id: id) else {
                #expect(stop.departures == 0)
                continue
            }
            // A station's board has those of its platforms, too.
            let board = try await bundle.departures(from: known, on: .serviceDay(date))
                .filter { $0.stop.stopID == known.stopID }
            #expect(stop.departures == board.count, "at \(id)")
            total += board.count
            hasParents = hasParents || known.parentStation != nil
        }
        #expect(statistics.total.departures == total)
        #expect(statistics.days.first { $0.date == date }?.departures == total)
        #expect(statistics.routes.reduce(0) { $0 + $1.departures } == total)
        let inspection = try BundleInspection(path: path)
        #expect(inspection.busiestDay?.departures == total)
        // Of stations it has the sums of their platforms.
        let busiest = try await bundle.busiestStops(on: date, count: 1).first?.departures ?? 0
        let most = statistics.stops.map(\.departures).max() ?? 0
        #expect(hasParents ? busiest >= most : busiest == most)
        return total
    }

    @Test(
        "Statistics of a day are the boards of all its stops",
        arguments: 1...20 as ClosedRange<UInt64>)
    func random(seed: UInt64) async throws {
        let folder = try TestFolder()
        let feed = try FeedArchive.open(RandomService.feed(seed: seed).write(to: folder))
        #expect(try await Self.compare(feed) > 0)
    }

    @Test("Statistics of the sample are the boards of all its stops")
    func sample() async throws {
        let folder = try TestFolder()
        try await Self.compare(FeedArchive.open(TestFeed.sample().write(to: folder)))
    }

    @Test(
        "Statistics of shared feeds are the boards of all their stops", .sharedFiles,
        arguments: PackageRoot.sharedFiles(in: "feeds", suffix: ".zip"))
    func shared(name: String) async throws {
        let path = try #require(PackageRoot.shared("feeds/" + name))
        try await Self.compare(FeedArchive.open(path))
    }
}

/// Feeds whose trips lack some times, and call where boarding is not allowed or at unknown stops.
private enum RandomService {
    static func feed(seed: UInt64) -> TestFeed {
        var random = SeededGenerator(seed: seed)
        var trips = ""
        var calls = ""
        var frequencies = ""
        for number in 0..<20 {
            let trip = "T\(number)"
            let service = ["D", "D", "D", "W", "NONE"].randomElement(using: &random) ?? "D"
            trips += "R\(Int.random(in: 1...3, using: &random)),\(service),\(trip)\n"
            // Few ways of trips, so that many share a pattern.
            let way = Int.random(in: 0..<3, using: &random)
            let share = [0, 0, 30, 60, 100].randomElement(using: &random) ?? 0
            var time = 5 * 3600 + number * 4000
            for place in 0..<(4 + way) {
                let stops = ["A", "B", "C", "E", way == 2 ? "GONE" : "F", "G"]
                time += 300
                let isBlank = Int.random(in: 0..<100, using: &random) < share
                let text = ServiceTime(seconds: time).description
                let arrival = Int.random(in: 0..<4, using: &random) == 0 ? text : ""
                let times = isBlank ? "," : arrival.isEmpty ? "\(text),\(text)" : "\(arrival),"
                calls += "\(trip),\(times),\(stops[place]),\(place),\(place == 2 ? way : 0)\n"
            }
            if Int.random(in: 0..<5, using: &random) == 0 {
                frequencies += "\(trip),06:00:00,09:30:00,600\n\(trip),09:00:00,10:00:00,300\n"
            }
        }
        return TestFeed(
            """
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone
            A,A,http://a.example,Europe/Berlin
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,A,1,1
            B,B,1,1.1
            C,C,1,1.2
            E,E,1,1.3
            F,F,1,1.4
            G,G,1,1.5
            # routes.txt
            route_id,agency_id,route_short_name,route_type
            R1,A,1,3
            R2,A,2,3
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            D,1,1,1,1,1,1,1,20260601,20260630
            W,1,0,0,0,0,1,1,20260601,20260630
            # trips.txt
            route_id,service_id,trip_id
            \(trips)# stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type
            \(calls)# frequencies.txt
            trip_id,start_time,end_time,headway_secs
            \(frequencies)
            """)
    }
}
