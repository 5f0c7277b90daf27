import Foundation
import Testing
import TransitBundle
import TransitModel
import TransitSample
import TransitViewModels

/// Screens that change because time passes, on a source that never changes itself.
@MainActor @Suite("Screens and the clock")
struct PassingTimeTests {
    private let source = ChangingSource()
    private let now = Date()

    /// The date of the sample's clock, and the seconds since that service day began.
    private func today() async throws -> (date: ServiceDate, seconds: Int) {
        let feed = try await source.feed()
        let date = feed.date(at: now)
        let start = ServiceClock(timeZone: feed.timeZone).start(of: date)
        return (date, Int(now.timeIntervalSince(start)))
    }

    /// Follows a screen until a condition holds.
    @available(iOS 17, macOS 14, *)
    private func follow(_ model: ScreenModel, until isShown: @MainActor () -> Bool) async throws {
        let task = Task { await model.follow() }
        while !isShown() { try await Task.sleep(for: .milliseconds(20)) }
        task.cancel()
        await task.value
        #expect(model.error == nil)
    }

    @Test("Departures leave a board over a bundle, and later ones move up")
    @available(iOS 17, macOS 14, *)
    func bundle() async throws {
        let bundle = try SampleFile.frequent()
        let model = StopDetailsModel(stop: try await bundle.stop(id: "A"), source: bundle)
        await model.load()
        let first = try #require(model.departures.value?.first)
        try await follow(model) {
            guard let shown = model.departures.value else { return false }
            return shown.count == 20 && !shown.contains(first)
        }
        #expect(Date() >= first.time.date)
    }

    @Test("A vehicle passes its stops")
    @available(iOS 17, macOS 14, *)
    func trip() async throws {
        let date = try await today().date
        let trip = try await source.trip(id: "T8-0-1")
        let calls = [-60, 2, 3600.0].enumerated().map { number, offset in
            TimedCall(
                scheduled: Call(
                    stop: .circularQuay, stopSequence: number, pickup: .regular, dropOff: .regular),
                departure: LocalInstant(now.addingTimeInterval(offset), in: .gmt), timeZone: .gmt)
        }
        await source.change { $0.run = TripRun(trip: trip, serviceDate: date, calls: calls) }
        let model = TripModel(tripID: "T8-0-1", source: source)
        await model.load(at: now)
        #expect(model.passedCount == 1)
        try await follow(model) { model.passedCount == 2 }
        #expect(Date() >= now.addingTimeInterval(1))
        // An earlier look shows less.
        await model.load(at: now.addingTimeInterval(-120))
        #expect(model.passedCount == 0)
    }

    @Test("Cells of a timetable become past; a row of several runs with its last one")
    @available(iOS 17, macOS 14, *)
    func timetable() async throws {
        let (date, seconds) = try await today()
        let cell = Timetable.Cell(
            stopID: "200060", stopSequence: 1, departure: ServiceTime(seconds: seconds + 2),
            pickup: .regular, dropOff: .regular)
        let once = Timetable.Row(tripID: "T8-0-1", cells: [cell])
        let often = Timetable.Row(
            tripID: "T8-2", startTime: ServiceTime(seconds: seconds),
            endTime: ServiceTime(seconds: seconds + 3600), headwaySecs: 600, exactTimes: 0,
            cells: [cell, nil])
        let table = Timetable(
            date: date, columns: [Timetable.Column(stop: .circularQuay)], rows: [once, often])
        await source.change { $0.timetables = [table] }
        let model = TimetableModel(route: try await source.route(id: "T8"), source: source)
        await model.load(at: now)
        #expect(model.day.value?.date == date && model.day.value?.timetables == [table])
        #expect(!model.isPast(cell, of: once))
        try await follow(model) { model.isPast(cell, of: once) }
        #expect(!model.isPast(cell, of: often))
    }

    @Test("At midnight, today's timetable is another, and the feed ends a day earlier")
    @available(iOS 17, macOS 14, *)
    func midnight() async throws {
        let feed = try await source.feed()
        let date = feed.date(at: now)
        let yesterday = ServiceClock(timeZone: feed.timeZone)
            .instant(date.adding(days: -1), ServiceTime(hours: 12, minutes: 0))
        let timetable = TimetableModel(route: try await source.route(id: "T8"), source: source)
        await timetable.load(at: yesterday)
        #expect(timetable.day.value?.date == date.adding(days: -1))
        try await follow(timetable) { timetable.day.value?.date != date.adding(days: -1) }
        let home = HomeModel(source: source)
        await home.load(at: yesterday)
        #expect(home.expiryText == "Timetable expires in 61 days")
        try await follow(home) { home.expiryText != "Timetable expires in 61 days" }
    }

    @Test("A chosen day stays; one that cannot be read is not shown as another")
    @available(iOS 17, macOS 14, *)
    func day() async throws {
        let date = try await today().date
        let model = TimetableModel(
            route: try await source.route(id: "T8"), date: date, source: source)
        await model.load(at: now.addingTimeInterval(-86_400))
        #expect(model.day.value?.date == date)
        await model.show(date.adding(days: 7))
        #expect(model.day.value?.date == date.adding(days: 7))
        await source.change { $0.failure = Away() }
        await model.load()
        #expect(model.day.value?.date == date.adding(days: 7))
        await model.show(date)
        #expect(model.day == .failed("The network is away.") && model.error is Away)
    }
}
