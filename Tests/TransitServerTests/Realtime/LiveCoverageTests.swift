import Foundation
import ServerTestSupport
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitRealtime

@testable import TransitServer

@Suite("Coverage in answers")
struct LiveCoverageTests {
    private static let now = Int(LiveServed.morning.timeIntervalSince1970)

    private func coverage(
        _ served: LiveServed
    ) async throws -> RealtimeReportDTO.CoverageDTO? {
        let report: Envelope<RealtimeReportDTO> = try await served.answer("realtime")
        return report.data.coverage
    }

    @Test("Each generation and each minute has its own, with the runs by route")
    func generations() async throws {
        let served = try await LiveServed()
        #expect(try await coverage(served) == nil)
        // The bus is under way since 07:05.
        try await served.receive(
            LiveMessage(at: Self.now - 20).late("333-E1", from: 5, by: 60).bytes)
        let first = try #require(try await coverage(served))
        let runs = try await served.bundle.runsUnderWay(at: Self.now).count
        #expect(runs > 1)
        #expect((first.runs, first.updated, first.positioned) == (runs, 1, 0))
        #expect(first.at == "2026-11-19T20:30:00Z")
        #expect(first.routeCount == first.routes.count)
        #expect(first.routes.map(\.runs).reduce(0, +) == runs)
        let bus = try #require(first.routes.last)
        #expect(bus.routeID == "B333" && bus.runs == bus.updated)
        try await served.receive(LiveMessage(at: Self.now - 10).canceled("333-E1").bytes)
        let second = try #require(try await coverage(served))
        #expect((second.runs, second.updated) == (runs - 1, 0))
        served.clock.turn(to: LiveServed.morning + 60)
        #expect(try await coverage(served)?.at == "2026-11-19T20:31:00Z")
    }

    @Test("The timetable is asked once for a generation and a minute")
    func once() async throws {
        let served = try await LiveServed()
        try await served.receive(LiveMessage(at: Self.now).late("333-E1", from: 5, by: 60).bytes)
        let live = try served.live
        let (version, bundle) = try #require(try await served.feed.liveVersions().first)
        let view = try #require(live.view(of: version))
        let folder = try TestFolder()
        let idle = try await LiveServed(Self.idle.write(to: folder, as: "idle")).bundle
        let minute = served.clock.clock.minute
        func runs(_ minute: Date, in bundle: TransitBundle) async throws -> Int? {
            try await live.coverage(of: view, version.name, over: bundle, at: minute)?.total.runs
        }
        let first = try #require(try await runs(minute, in: bundle.bundle))
        #expect(first > 1)
        // Of another bundle it would have no runs.
        #expect(try await runs(minute, in: idle) == first)
        #expect(try await runs(minute + 60, in: idle) == 0)
    }

    private static let idle: TestFeed = """
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        X,Crosstown,https://example.org,Australia/Sydney
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Harbour,48.0,2.0
        B,Market,48.0,2.1
        # routes.txt
        route_id,agency_id,route_short_name,route_type
        R,X,1,3
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        DAY,1,1,1,1,1,1,1,20260101,20261231
        # trips.txt
        route_id,service_id,trip_id
        R,DAY,T1
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T1,20:00:00,20:00:00,A,1
        T1,20:10:00,20:10:00,B,2
        """

    @Test("The figures have the totals")
    func figures() async throws {
        let served = try await LiveServed()
        try await served.receive(LiveMessage(at: Self.now).late("333-E1", from: 5, by: 60).bytes)
        await served.core.cover()
        let metrics = served.core.metricsText()
        let runs = try await served.bundle.runsUnderWay(at: Self.now).count
        #expect(metrics.contains("gtfs_serve_realtime_runs_under_way{feed=\"town\"} \(runs)\n"))
        #expect(metrics.contains("gtfs_serve_realtime_runs_updated{feed=\"town\"} 1\n"))
        #expect(metrics.contains("gtfs_serve_realtime_runs_positioned{feed=\"town\"} 0\n"))
    }
}
