import Foundation
import Testing
import TransitModel
import TransitSample
import TransitViewModels

/// Screens over a source with live data.
@MainActor @Suite("Screens with live data")
struct LiveModelTests {
    private static let now = Date(timeIntervalSince1970: 1_795_120_200)
    private let sample = CannedSource.sample(now: now)

    private var source: ScriptedSource { ScriptedSource(sample) }

    @Test("A stop has expected times, words, alerts, and says from when they are")
    @available(iOS 17, macOS 14, *)
    func stop() async throws {
        let model = StopDetailsModel(stop: .circularQuay, source: sample)
        #expect(model.realtimeText == nil)
        await model.load(at: Self.now)
        let trains = (model.departures.value ?? []).filter { $0.routeID == "T8" }.prefix(5)
        let rows = trains.map { event in
            let minutes = Int(event.expectedTime.date.timeIntervalSince(Self.now) / 60)
            return "\(minutes) \(event.realtime?.statusText(in: model.words) ?? "-")"
        }
        #expect(rows == ["5 -", "19 4 min late", "25 Canceled", "27 Extra trip", "35 -"])
        #expect(model.alerts.map(\.id) == ["signals"])
        #expect(model.realtime == RealtimeState(.live, at: Self.now))
        #expect(model.realtimeText == "Live, as of 07:30")
        let german = StopDetailsModel(stop: .circularQuay, source: sample, language: "de")
        await german.load(at: Self.now)
        #expect(german.realtimeText == "Live, Stand 07:30")
    }

    @Test("A late departure leaves the screen when it is expected to")
    @available(iOS 17, macOS 14, *)
    func departing() async throws {
        let now = Date()
        let model = StopDetailsModel(stop: .circularQuay, source: CannedSource.sample(now: now))
        await model.load(at: now)
        let late = try #require(
            model.departures.value?.first { $0.realtime?.status == .updated })
        await model.refreshDepartures(at: late.time.date.addingTimeInterval(120))
        #expect(model.departures.value?.contains { $0.id == late.id } == true)
        await model.refreshDepartures(at: late.expectedTime.date.addingTimeInterval(1))
        #expect(model.departures.value?.contains { $0.id == late.id } == false)
    }

    @Test("A trip has expected times of its calls, alerts and its vehicle")
    @available(iOS 17, macOS 14, *)
    func trip() async throws {
        let late = try #require(
            try await sample.nextDepartures(from: .circularQuay, at: Self.now, count: 3)
                .first { $0.realtime?.status == .updated })
        let (id, day) = (late.tripID, late.serviceDate)
        let place = Coordinate(latitude: -33.86, longitude: 151.21)
        var source = source
        source.vehicles = [
            LiveVehicle(
                id: "other", coordinate: place, tripID: id, serviceDate: day.adding(days: 1)),
            LiveVehicle(id: "it", coordinate: place, tripID: id, serviceDate: day),
        ]
        let model = TripModel(tripID: id, date: day, source: source)
        await model.load(at: Self.now.addingTimeInterval(17 * 60))
        let details = try #require(model.details.value)
        #expect(details.run.calls.first?.realtime?.delaySeconds == 240)
        // By the timetable it has left two minutes ago.
        #expect(model.passedCount == 0)
        #expect(details.vehicle?.id == "it")
        #expect(details.alerts.map(\.id) == ["signals"])
        #expect(model.realtimeText == "Live, as of 07:30")
    }

    @Test("A route has its alerts, the home screen those of the feed, a map its vehicles")
    @available(iOS 17, macOS 14, *)
    func others() async throws {
        var source = source
        source.alerts = [
            ServiceAlert(id: "strike", informedEntities: [InformedEntity(agencyID: "ST")])
        ]
        let sight = Coordinate(latitude: -33.86, longitude: 151.21)
        source.vehicles = [
            LiveVehicle(id: "train", coordinate: sight, routeID: "T8"),
            LiveVehicle(id: "bus", coordinate: sight, routeID: "333"),
            LiveVehicle(
                id: "away", coordinate: Coordinate(latitude: 0, longitude: 0), routeID: "T8"),
        ]
        let train = try await source.route(id: "T8")
        let route = RouteModel(route: train, source: source)
        await route.load(at: Self.now)
        #expect(route.details.value?.alerts.map(\.id) == ["signals"])
        #expect(route.realtime?.freshness == .live)
        let home = HomeModel(source: source)
        await home.load(at: Self.now)
        #expect(home.alerts.map(\.id) == ["strike"])
        #expect(home.realtimeText == "Live, as of 07:30")
        let map = MapModel(source: source)
        #expect(map.vehicles.isEmpty)
        await map.showStops(
            in: BoundingBox(south: -34, west: 151, north: -33, east: 152))
        #expect(map.vehicles.map(\.id) == ["train", "bus"])
        await map.showRoute(train)
        #expect(map.vehicles.map(\.id) == ["train"])
        await map.showRoute(nil)
        #expect(map.vehicles.count == 2)
    }

    @Test("Stale and expired data is said; a source without live data says nothing")
    @available(iOS 17, macOS 14, *)
    func states() async throws {
        var source = source
        source.state = RealtimeState(.stale, at: Self.now)
        let stale = StopDetailsModel(stop: .circularQuay, source: source)
        await stale.load(at: Self.now)
        #expect(stale.realtimeText == "Live data is late, as of 07:30")
        source.state = RealtimeState(.expired)
        let expired = StopDetailsModel(stop: .circularQuay, source: source)
        await expired.load(at: Self.now)
        #expect(
            expired.realtimeText == "No live data now: times are those of the timetable")
        let plain = StopDetailsModel(
            stop: .circularQuay, source: try SampleFile.withoutLiveData())
        await plain.load(at: Self.now)
        #expect(plain.realtimeText == nil && plain.alerts.isEmpty)
        #expect(plain.departures.value?.isEmpty == false)
    }

    @Test("A screen reads again when its source has newer live data, and when that gets old")
    @available(iOS 17, macOS 14, *)
    func following() async throws {
        let now = Date()
        let source = ChangingSource()
        let model = StopDetailsModel(stop: .circularQuay, source: source)
        // Fresh until two seconds from now.
        await source.change { $0.state = RealtimeState(.live, at: now.addingTimeInterval(-89)) }
        await model.load(at: now)
        #expect(model.realtime?.freshness == .live)
        await source.change { $0.state?.freshness = .stale }
        let following = Task { await model.follow() }
        while model.realtime?.freshness != .stale { try await Task.sleep(for: .milliseconds(20)) }
        #expect(Date() >= now.addingTimeInterval(1))
        let plain = try SampleFile.withoutLiveData()
        await source.change { $0 = ScriptedSource(plain) }
        await source.tell()
        while model.realtime != nil { try await Task.sleep(for: .milliseconds(20)) }
        #expect(model.departures.value?.allSatisfy { $0.realtime?.status != .canceled } == true)
        following.cancel()
        await following.value
    }

    @Test("Words for riders")
    func words() {
        func text(_ delay: Int?) -> String? {
            CallRealtime(.updated, delaySeconds: delay).statusText()
        }
        #expect(
            [nil, 45, 60, 119, 120, -20, -60, -600].map(text) == [
                nil, "On time", "1 min late", "1 min late", "2 min late", "1 min early",
                "1 min early", "10 min early",
            ])
        // By the minutes that a clock shows: half past the minute is another one soon.
        func text(_ delay: Int, expected seconds: Int) -> String? {
            let time = LocalInstant(seconds: seconds, offsetSeconds: 0)
            return CallRealtime(.updated, departure: time, delaySeconds: delay).statusText()
        }
        #expect(text(45, expected: 645) == "On time")
        #expect(text(45, expected: 675) == "1 min late")
        #expect(text(-20, expected: 630) == "On time")
        #expect(text(-20, expected: 580) == "1 min early")
        #expect(CallRealtime(.scheduled).statusText() == nil)
        #expect(CallRealtime(.skipped).statusText(in: .german) == "Hält hier nicht")
        #expect(CallRealtime(.noData).statusText() == "No live data")
        #expect(CallRealtime(.updated, platformCode: "2").platformText() == "Now at platform 2")
        #expect(CallRealtime(.updated, stopID: "x").platformText() == nil)
        let before = RealtimeState(.live, at: Date(timeIntervalSince1970: -60))
        #expect(before.text(timeZone: .gmt) == "Live, as of 23:59")
        #expect(RealtimeState(.live).text(timeZone: .gmt) == nil)
    }
}
