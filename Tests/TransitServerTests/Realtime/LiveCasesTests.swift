import Foundation
import HTTPTypes
import NIOCore
import ServerTestSupport
import TestSupport
import Testing
import TransitAPI
import TransitBundle
import TransitModel
import TransitRealtime

@testable import TransitServer

/// Rare news is the same in an app, in answers, in streams and on pages.
@Suite("Rare news everywhere")
struct LiveCasesTests {
    private static let now = Int(LiveServed.morning.timeIntervalSince1970)

    private func page(_ served: LiveServed, _ address: String) async throws -> String {
        let reply = try await served.ask("/explorer/" + address)
        #expect(reply.status == .ok)
        return String(buffer: reply.body)
    }

    /// The board that a listener gets first.
    private func streamed(_ served: LiveServed, _ stop: String) async throws -> Board {
        let target = try RequestTarget("/api/v1/stops/\(stop)/departures/stream?n=10")
        let topic = BoardHub.Topic(
            feed: "town", version: nil, question: try target.question.get())
        for await event in try await served.core.hub.events(topic, after: nil)
        where event.kind == .board {
            return try Envelope<Board>.decoded(from: Data(event.data.utf8)).data
        }
        throw TransitSourceError.notFound(kind: "board", id: stop)
    }

    @Test("Calls that a detour replaces are skipped, and a note says that it is not applied")
    func detour() async throws {
        let served = try await LiveServed()
        try await served.receive(
            LiveMessage(at: Self.now).detour("T1-WD-N2", from: 2, to: 3)
                .late("T1-WD-N2", from: 1, by: 60).bytes)
        let stop = try await served.bundle.stop(id: "GH")
        let (server, app) = try await served.boards(of: stop, at: LiveServed.morning, seconds: 3600)
        #expect(server.events == app.events)
        for events in [app.events, try await streamed(served, "GH").events] {
            let event = try #require(events.first { $0.tripID == "T1-WD-N2" })
            #expect(event.realtime == CallRealtime(.skipped))
        }
        let trip: Envelope<TripDetailsDTO> = try await served.answer("trips/T1-WD-N2?date=20261120")
        #expect(
            trip.data.calls.map(\.realtime?.status) == [
                .updated, .skipped, .skipped, .updated, .updated,
            ])
        for (stop, notes) in [("GH", [Note.Code.realtimeModified]), ("NS", [])] {
            let answer: Envelope<Board> = try await served.answer("stops/\(stop)/departures?n=1")
            #expect(answer.meta.notes.map(\.code.known) == notes)
        }
        let text = try await page(served, "trips/T1-WD-N2?date=20261120")
        #expect(text.contains("does not stop here") && text.contains("Some trips make detours"))
    }

    @Test(
        "A page says how late a run is as an app does, in minutes of a clock",
        arguments: [
            (45, "on time"), (-20, "1 min early"), (60, "1 min late"), (3900, "65 min late"),
        ])
    func lateness(seconds: Int, words: String) async throws {
        let served = try await LiveServed()
        try await served.receive(
            LiveMessage(at: Self.now).late("T1-WD-N2", from: 1, by: seconds).bytes)
        let trip: Envelope<TripDetailsDTO> = try await served.answer("trips/T1-WD-N2?date=20261120")
        let first = try #require(trip.data.calls.first?.realtime)
        #expect(first.statusText()?.lowercased() == words)
        #expect(try await page(served, "trips/T1-WD-N2?date=20261120").contains(words))
    }

    @Test("A run of a headway without exact times stands at its own start, without a delay")
    func headway() async throws {
        let served = try await LiveServed()
        try await served.receive(
            LiveMessage(at: Self.now).expected(
                "M1-E", start: "07:31:00", at: 1, Self.now + 120
            ).bytes)
        let stop = try await served.bundle.stop(id: "DK")
        let (server, app) = try await served.boards(of: stop, at: LiveServed.morning, seconds: 600)
        #expect(server.events == app.events)
        let rows = [app.events, try await streamed(served, "DK").events].map { events in
            events.filter { $0.tripID == "M1-E" }.prefix(2).map { $0.startTime?.description ?? "" }
        }
        #expect(rows == [["07:31:00", "07:33:00"], ["07:31:00", "07:33:00"]])
        let event = try #require(app.events.first { $0.startTime?.description == "07:31:00" })
        #expect(event.time.date == LiveServed.morning.addingTimeInterval(120))
        #expect(event.realtime?.delaySeconds == nil && event.realtime?.isScheduled == false)
        let trip: Envelope<TripDetailsDTO> = try await served.answer(
            "trips/M1-E?date=20261120&start_time=07:31:00")
        #expect(trip.data.calls.first?.realtime?.departure == event.time)
        #expect(trip.data.calls.first?.realtime?.delaySeconds == nil)
        for address in ["stops/DK", "trips/M1-E?date=20261120&start_time=07:31:00"] {
            let text = try await page(served, address)
            #expect(text.contains("07:32") && !text.contains(" min late"), "\(address)")
        }
    }

    @Test("Pages say since when there are no times, whatever other kinds of live data came since")
    func expiredTimes() async throws {
        let served = try await LiveServed(others: ["alerts"])
        try await served.receive(
            LiveMessage(at: Self.now).late("T1-WD-N2", from: 1, by: 60).bytes)
        let now = LiveServed.morning + 1800
        served.clock.turn(to: now)
        try await served.receive(
            LiveMessage(at: Int(now.timeIntervalSince1970)).alert("lift", stop: "CJ").bytes,
            from: "alerts")
        for address in ["stops/CJ", "trips/T1-WD-N2?date=20261120"] {
            let text = try await page(served, address)
            #expect(text.contains(">No live times since 07:30: "), "\(address)")
        }
        #expect(try await page(served, "").contains("<strong>07:30</strong>"))
    }

    @Test("A row of an added run opens that run, although the timetable has a trip of that id")
    func addedBesideTimetable() async throws {
        let served = try await LiveServed()
        try await served.receive(
            LiveMessage(at: Self.now).added(
                "T1-WD-N2", start: "07:35:00", route: "L2",
                calls: [("CJ_P1", Self.now + 300), ("QP", Self.now + 900)]
            ).duplicated("T1-WD-N2", as: "T1-WD-N3", start: "07:41:00").bytes)
        let board = try await page(served, "stops/CJ")
        for (trip, start) in [("T1-WD-N2", "07:35:00"), ("T1-WD-N3", "07:41:00")] {
            let address = "trips/\(trip)?date=20261120&start_time=\(start)"
            let link =
                "/explorer/"
                + address.replacing("&", with: "&amp;")
                .replacing(":", with: "%3A")
            #expect(board.contains("\"\(link)\""), "\(link)")
            let details: Envelope<TripDetailsDTO> = try await served.answer(address)
            let first = details.data.calls.first
            #expect(first?.realtime?.status == .added)
            #expect(details.data.startTime?.description == start)
        }
        let added: Envelope<TripDetailsDTO> = try await served.answer(
            "trips/T1-WD-N2?date=20261120&start_time=07:35:00")
        let row = try await served.boards(
            of: try await served.bundle.stop(id: "CJ"), at: LiveServed.morning, seconds: 600
        ).server.events.first { $0.startTime?.description == "07:35:00" }
        #expect(added.data.trip.tripHeadsign == "Quayside Plaza")
        #expect(added.data.trip.tripHeadsign == row?.headsign)
        #expect(added.data.trip.routeID == "L2" && added.data.route?.routeID == "L2")
        #expect(added.data.trip.serviceID == nil)
    }

    @Test("An added run that is asked for on another day, or at another start, is not found then")
    func addedOnAnotherDay() async throws {
        let served = try await LiveServed()
        try await served.receive(
            LiveMessage(at: Self.now).added(
                "X", start: "07:35:00", route: "L2",
                calls: [("CJ_P1", Self.now + 300), ("QP", Self.now + 900)]
            ).bytes)
        for (query, field, message) in [
            ("date=20261121", "date", "The trip X does not run on 20261121."),
            (
                "date=20261121&start_time=07:35:00", "start_time",
                "No run of the trip X starts at 07:35:00 on 20261121."
            ),
        ] {
            let reply = try await served.ask("/api/v1/trips/X?" + query)
            #expect(reply.status == .notFound)
            let bytes = Data(Array(buffer: reply.body))
            let failure = try ErrorEnvelope.decoded(from: bytes).error
            #expect(failure.message == message)
            #expect(failure.details.map(\.field) == [field])
        }
    }

    @Test("A deleted run is on no board, and its trip does not run then")
    func deleted() async throws {
        let served = try await LiveServed()
        try await served.receive(LiveMessage(at: Self.now).deleted("T1-WD-N2").bytes)
        let stop = try await served.bundle.stop(id: "CJ")
        let (server, app) = try await served.boards(of: stop, at: LiveServed.morning, seconds: 3600)
        #expect(server.events == app.events)
        #expect(!app.events.contains { $0.tripID == "T1-WD-N2" })
        #expect(try await !streamed(served, "CJ").events.contains { $0.tripID == "T1-WD-N2" })
        let trip: Envelope<TripDetailsDTO> = try await served.answer(
            "trips/T1-WD-N2?date=20261120")
        #expect(trip.data.serviceDate == nil && trip.data.calls.allSatisfy { $0.realtime == nil })
        #expect(trip.meta.notes.map(\.code.known) == [.notRunning])
        let text = try await page(served, "trips/T1-WD-N2?date=20261120")
        #expect(text.contains("id=\"not-running\"") && !text.contains("<b class=\"error\">"))
    }
}
