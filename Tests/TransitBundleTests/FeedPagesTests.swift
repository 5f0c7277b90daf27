import BundleWriting
import Foundation
import GRDB
import TestSupport
import Testing
import TransitBundle

@Suite("Whole files, page by page, and ids that are not there")
struct FeedPagesTests {
    private func all<Row>(
        _ page: (Int64) async throws -> FeedPage<Row>
    ) async throws -> [Row] {
        var rows: [Row] = []
        var position: Int64? = 0
        while let after = position {
            let found = try await page(after)
            rows += found.rows
            position = found.next
        }
        return rows
    }

    @Test("pages together are the file, whatever their size", arguments: [1, 2, 4, 1000, Int.max])
    func pages(limit: Int) async throws {
        let bundle = try await sampleBundle()
        let transfers = try await all { try await bundle.transfers(after: $0, limit: limit) }
        #expect(transfers.count == 9)
        #expect(transfers[1].fromStopID?.text == "QUAY")
        let rules = try await all { try await bundle.fareRules(after: $0, limit: limit) }
        #expect(rules.count == 10)
        let translations = try await all {
            try await bundle.translations(after: $0, limit: limit)
        }
        let count = try await bundle.readWithGRDB {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM translations")
        }
        #expect(translations.count == count)
        let arabic = try await all {
            try await bundle.translations(in: "AR", of: "stops", after: $0, limit: limit)
        }
        #expect(!arabic.isEmpty)
        #expect(
            arabic
                == translations.filter { $0.language?.text == "ar" && $0.tableName == "stops" })
        #expect(try await bundle.transfers(limit: 0).rows.isEmpty)
        #expect(try await bundle.fareAttributes().map(\.fareID?.text).first == "BEACH")
    }

    @Test("services with the days of both files")
    func services() async throws {
        let bundle = try await sampleBundle()
        let all = try await bundle.services().rows
        #expect(all.map(\.id) == ["DAILY", "NIGHT", "NYE", "TRACKWORK", "WD", "WE"])
        let work = try #require(all.first { $0.id == "TRACKWORK" })
        #expect(work.calendar == nil)
        #expect(work.added.map(\.yyyymmdd) == [20_261_114, 20_261_115, 20_270_213, 20_270_214])
        #expect(work.firstDay == work.added.first)
        #expect(work.lastDay == work.added.last)
        let weekdays = try #require(all.first { $0.id == "WD" })
        #expect(weekdays.calendar?.monday == .running)
        #expect(weekdays.calendar?.sunday == .notRunning)
        #expect(
            weekdays.removed.map(\.yyyymmdd) == [20_261_225, 20_261_228, 20_270_101, 20_270_126])
        #expect(weekdays.added.isEmpty)
        for service in all {
            let first = try #require(service.firstDay)
            #expect(service.days.count == service.lastDay?.days(since: first).advanced(by: 1))
            for (offset, character) in service.days.enumerated() {
                let runs = try await bundle.isActive(service.id, on: first.adding(days: offset))
                #expect(runs == (character == "1"), "\(service.id) \(offset)")
            }
        }
        for limit in [1, 2, 6, 7, Int.max] {
            let pages = try await self.all { try await bundle.services(after: $0, limit: limit) }
            #expect(pages == all)
        }
        #expect(try await bundle.services(after: 6).rows.isEmpty)
        #expect(try await bundle.services(ids: ["WE", "NONE", "DAILY"]) == [all[0], all[5]])
    }

    @Test("how much there is, and where")
    func extent() async throws {
        let bundle = try await sampleBundle()
        let extent = try await bundle.extent()
        let (trips, stopTimes) = try await bundle.readWithGRDB { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM trips"),
                try Int.fetchOne(db, sql: "SELECT count(*) FROM stop_times")
            )
        }
        #expect(extent.trips == trips)
        #expect(extent.stopTimes == stopTimes)
        #expect((extent.stops, extent.routes, extent.shapes) == (40, 8, 10))
        let stops = try await bundle.read { try Stop.fetchAll($0) }.compactMap(\.coordinate)
        let box = try #require(extent.box)
        #expect(stops.allSatisfy(box.contains))
        #expect(box.south == stops.map(\.latitude).min())
        #expect(box.east == stops.map(\.longitude).max())
        let days = try #require(bundle.serviceDays)
        #expect(days.lowerBound.yyyymmdd == 20_260_701)
        let span = try #require(bundle.boardSpan)
        #expect(span.contains(days.lowerBound.dayNumber * 86_400))
        #expect(span.contains((days.upperBound.dayNumber + 1) * 86_400))
    }

    @Test("the days of a service without trips are not days of the feed")
    func daysWithTrips() async throws {
        let bundle = try bundle(
            of: TinyFeed.files(
                stopTimes: """
                    trip_id,stop_id,stop_sequence,arrival_time,departure_time
                    t,a,1,08:00:00,08:00:00
                    t,b,2,08:10:00,08:10:00

                    """,
                calendar: """
                    service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
                    daily,1,1,1,1,1,1,1,20260105,20260201
                    unused,1,1,1,1,1,1,1,20250101,20261231

                    """))
        let days = try #require(bundle.serviceDays)
        #expect(days.lowerBound.yyyymmdd == 20_260_105 && days.upperBound.yyyymmdd == 20_260_201)
        #expect(try await bundle.lastUsualDay() == days.upperBound)
    }

    @Test("stops by their ids, by kinds, and after a key")
    func stops() async throws {
        let bundle = try await sampleBundle()
        let quay = try await bundle.stop(id: "QUAY")
        let found = try await bundle.stops(ids: ["SB", "NONE", "QUAY", "sid:\(quay.sid)", "SB"])
        #expect(found.map { $0?.stopID } == ["SB", nil, "QUAY", "QUAY", "SB"])
        // Asked again, from what is kept.
        #expect(try await bundle.stop(id: "SB") == found[0])
        #expect(try await bundle.stops(ids: ["SB"]) == [found[0]])
        let all = try await bundle.read { try Stop.fetchAll($0) }
        var pages: [Stop] = []
        while true {
            let page = try await bundle.stops(
                after: pages.last?.sid ?? 0, limit: 7, kinds: [.entrance, .stop])
            if page.isEmpty { break }
            pages += page
        }
        #expect(pages == all.filter { [.stop, .entrance].contains($0.kind) })
        #expect(try await bundle.stops(kinds: [.station]).map(\.stopID) == ["QUAY", "CJ"])
    }

    @Test("the zone of the clock at a stop")
    func zones() async throws {
        let bundle = try bundle(of: ConstructedFeed.zones)
        var zones: Set<String> = []
        for id in ["ST", "P1", "P2", "Q", "R", "V"] {
            let stop = try await bundle.stop(id: id)
            let board = try await bundle.departures(
                from: stop, at: Lookup.instant("2026-10-23T06:00:00Z"), for: 17 * 86_400)
            for departure in board {
                let zone = try await bundle.timeZone(at: departure.stop)
                #expect(zone == departure.timeZone, "\(id)")
                zones.insert(zone.identifier)
            }
        }
        #expect(zones.count > 1)
    }

    @Test("ids of earlier bundles, and ids that look alike")
    func missing() async throws {
        let old = try bundlePath(
            of: TinyFeed.files(stops: "stop_id,stop_name,stop_lat,stop_lon\na,A,1,1\ngone,G,1,1\n"))
        var options = BundleBuild.Options()
        options.previous = old
        let bundle = try bundle(of: TinyFeed.files(), options)
        let key = try await TransitBundle(path: old).stop(id: "gone").sid
        #expect(try await bundle.hasVanished(.stop, id: "gone"))
        #expect(try await bundle.hasVanished(.stop, id: "sid:\(key)"))
        #expect(try await !bundle.hasVanished(.stop, id: "never"))
        #expect(try await !bundle.hasVanished(.stop, id: "rid:\(key)"))
        #expect(try await !bundle.hasVanished(.route, id: "gone"))
        #expect(try await !bundle.hasVanished(.trip, id: "gone"))
        #expect(try await bundle.ids(besides: "A", of: .stop).sorted() == ["a", "b"])
        let sample = try await sampleBundle()
        #expect(try await sample.ids(besides: "quay_p1", of: .stop).contains("QUAY_P1"))
        #expect(try await sample.ids(besides: "T", of: .route).contains("T1"))
        #expect(try await sample.ids(besides: "T1-WD-N9", of: .trip).contains("T1-WD-N4"))
        let shapes = try await sample.ids(besides: "", of: .shape)
        #expect(shapes.count == 10)
        #expect(shapes.contains("T1N"))
    }

    @Test("the ids of the paths of a route, in the order of the paths")
    func shapeIDs() async throws {
        let bundle = try await sampleBundle()
        for route in try await bundle.routes() {
            for direction in [nil, 0, 1] {
                let ids = try await bundle.shapeIDs(of: route, direction: direction)
                let shapes = try await bundle.shapes(of: route, direction: direction)
                #expect(ids == shapes.map(\.shapeID))
            }
        }
        let route = try await bundle.route(id: "T1")
        #expect(try await bundle.shapeIDs(of: route, direction: 0) == ["T1N"])
    }

    @Test("the part of a shape between two stops of the trips that take it")
    func path() async throws {
        let bundle = try await sampleBundle()
        let trip = try await bundle.trip(id: "T1-WD-N1")
        let calls = try await bundle.calls(of: trip).map(\.stopSequence)
        let first = try #require(calls.first)
        let last = try #require(calls.last)
        let part = try await bundle.path(ofShape: "T1N", from: 2, to: 3)
        #expect(part == (try await bundle.path(of: trip, from: 2, to: 3)))
        #expect(part.count > 2)
        #expect(
            try await bundle.path(ofShape: "T1N", from: nil, to: 3)
                == (try await bundle.path(of: trip, from: first, to: 3)))
        #expect(
            try await bundle.path(ofShape: "T1N", from: 2, to: nil)
                == (try await bundle.path(of: trip, from: 2, to: last)))
        for (start, end) in [(3, 2), (1, 99), (98, 99)] {
            await #expect(throws: TransitSourceError.self) {
                try await bundle.path(ofShape: "T1N", from: start, to: end)
            }
        }
        await #expect(throws: TransitSourceError.self) {
            try await bundle.path(ofShape: "NONE", from: nil, to: nil)
        }
    }
}
