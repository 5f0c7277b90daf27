import Foundation
import GTFSSchedule
import TestSupport
import Testing
import TransitAPI
import TransitModel

@testable import TransitClient

@Suite("Live data that a client has kept")
struct OldLiveDataTests {
    private let clock = SteppedClock()
    private static let stop = Stop(sid: 1, stopID: "A", stopName: "A", stopLat: nil, stopLon: nil)

    /// A row that runs late, one that moves here, one that is in no timetable, and one without news.
    private static let events: [StopEvent] = {
        func event(_ trip: String, at minute: Int, _ news: CallRealtime?) -> StopEvent {
            StopEvent(
                .departure, tripID: trip, stop: stop, stopSequence: 1,
                serviceDate: .earliest, time: instant(minute), timeZone: .gmt, realtime: news)
        }
        return [
            event(
                "moved", at: 2, CallRealtime(.updated, departure: instant(2), stopID: "A")),
            event("added", at: 3, CallRealtime(.added, departure: instant(3), isScheduled: false)),
            event("plain", at: 4, nil),
            event("late", at: 1, CallRealtime(.updated, departure: instant(5), alerts: ["rail"])),
        ]
    }()

    private static func instant(_ minute: Int) -> LocalInstant {
        LocalInstant(SteppedClock.start.addingTimeInterval(Double(minute) * 60), in: .gmt)
    }

    private func client(
        state: String = "live", headers: [String: String] = [:], more: MockTransport.Reply...
    ) -> (client: TransitClient, transport: MockTransport) {
        let alert = ServiceAlert(id: "rail", headerText: "Late")
        let board = Board(
            stop: Self.stop, timeZoneName: "GMT", events: Self.events, alerts: [alert])
        var reply = MockTransport.Reply.answer(
            board, meta: Meta(bundle: "1", realtime: RealtimeMeta(.live)))
        let body = String(decoding: reply.body, as: UTF8.self)
        reply.body = Data(
            body.replacingOccurrences(of: #""live""#, with: #""\#(state)""#).utf8)
        let at = SteppedClock.start.addingTimeInterval(-30)
        reply.headers["realtime-at"] = AskedInstant.text(at)
        reply.headers["etag"] = "\"1\""
        reply.headers.merge(headers) { $1 }
        let script = Replies.Script([reply] + more)
        let transport = MockTransport { _ in script.next() }
        let asked = AskedQuestions(transport, clock: clock) { $0.attempts = 1 }
        return (asked.client, transport)
    }

    /// The shown times of the rows, the ids of alerts, and the state.
    private func shown(
        _ client: TransitClient
    ) async throws -> (rows: [String], alerts: [String], state: RealtimeState?) {
        try await client.answering { source in
            let board = try await source.board(
                BoardQuestion(at: Self.stop, from: SteppedClock.start))
            let rows = board.events.map { event in
                let minute = event.expectedTime.date.timeIntervalSince(SteppedClock.start) / 60
                return "\(event.tripID) \(Int(minute)) \(event.realtime?.status.rawValue ?? "-")"
            }
            return (rows, board.alerts.map(\.id), try await source.realtimeState())
        }.value
    }

    private let live = ["moved 2 updated", "added 3 added", "plain 4 -", "late 5 updated"]

    @Test(
        "without a network it gets stale, then its rows are those of the timetable, then alerts go")
    func aging() async throws {
        let (client, transport) = client()
        let at = SteppedClock.start.addingTimeInterval(-30)
        let first = try await shown(client)
        #expect(first.rows == live)
        #expect(first.alerts == ["rail"])
        #expect(first.state == RealtimeState(.live, at: at))
        clock.advance(.seconds(61))
        let stale = try await shown(client)
        #expect(stale.rows == live)
        #expect(stale.state == RealtimeState(.stale, at: at))
        clock.advance(.seconds(809))
        #expect(try await shown(client).state == RealtimeState(.stale, at: at))
        clock.advance(.seconds(1))
        let expired = try await shown(client)
        #expect(expired.rows == ["late 1 scheduled", "plain 4 -"])
        #expect(expired.alerts == ["rail"])
        #expect(expired.state == RealtimeState(.expired))
        clock.advance(.seconds(2700))
        let old = try await shown(client)
        #expect(old.rows == ["late 1 -", "plain 4 -"])
        #expect(old.alerts == [])
        #expect(transport.requests.count == 5)
    }

    @Test("a 304 says from when it is now")
    func unchanged() async throws {
        let now = SteppedClock.start.addingTimeInterval(50)
        let (client, _) = client(
            headers: ["cache-control": "max-age=20"],
            more: .status(304, headers: ["realtime-at": AskedInstant.text(now)]))
        _ = try await shown(client)
        clock.advance(.seconds(60))
        #expect(try await shown(client).state == RealtimeState(.live, at: now))
    }

    @Test(
        "it is asked for again when it says, else after a quarter of a minute",
        arguments: [("max-age=5", 5), ("public", 15)])
    func lifetime(header: String, seconds: Int) async throws {
        let (client, transport) = client(headers: ["cache-control": header])
        _ = try await shown(client)
        clock.advance(.seconds(seconds - 1))
        _ = try await shown(client)
        #expect(transport.requests.count == 1)
        clock.advance(.seconds(1))
        _ = try await shown(client)
        #expect(transport.requests.count == 2)
    }

    @Test("the age at the server counts, whatever the clock here shows")
    func wrongClock() async throws {
        let date = HTTPDate.text(Int(SteppedClock.start.timeIntervalSince1970))
        let (client, _) = client(headers: ["date": date])
        clock.set(.seconds(100_000))
        #expect(try await shown(client).rows == live)
        clock.advance(.seconds(61))
        #expect(try await shown(client).state?.freshness == .stale)
    }

    @Test("what was old in the answer is as the server said")
    func oldSource() async throws {
        let at = SteppedClock.start.addingTimeInterval(-1200)
        let (client, _) = client(headers: ["realtime-at": AskedInstant.text(at)])
        #expect(try await shown(client).state == RealtimeState(.live, at: at))
        clock.advance(.seconds(80))
        #expect(try await shown(client).rows == live)
        clock.advance(.seconds(821))
        #expect(try await shown(client).state == RealtimeState(.expired))
    }

    @Test("a state that this version does not know counts as stale")
    func unknownWord() async throws {
        let (client, _) = client(state: "aglow")
        #expect(try await shown(client).state?.freshness == .stale)
        #expect(try await shown(client).rows == live)
    }

    @Test("an answer of a folder has its instant in the next process")
    func folder() async throws {
        let reply = HTTPReply(
            status: 200, headers: ["realtime-at": AskedInstant.text(SteppedClock.start)],
            body: Data(), askedAt: ClientInstant(clock.clock))
        let meta = Meta(realtime: RealtimeMeta(.live))
        let answer = CachedAnswer("k", reply: reply, meta: meta, settings: CacheSettings())
        let again = CachedAnswer(key: "k", fileBytes: try answer.fileBytes())
        #expect(again?.realtimeAt == SteppedClock.start)
        #expect(again?.realtimeAgeSeconds == 0)
    }

    @Test("lists and runs lose what is too old; alerts last longer")
    func otherAnswers() throws {
        let alerts = ListDTO([ServiceAlert(id: "a")])
        #expect(alerts.planned(keepsAlerts: true) == alerts)
        #expect(alerts.planned(keepsAlerts: false)?.elements == [])
        let vehicle = LiveVehicle(id: "v", coordinate: Coordinate(latitude: 0, longitude: 0))
        let vehicles = ListDTO([vehicle])
        #expect(vehicles.planned(keepsAlerts: true)?.elements == [])
        var call = TimedCall(
            scheduled: Call(stopSequence: 1, pickup: .regular, dropOff: .regular), timeZone: .gmt,
            realtime: CallRealtime(.canceled))
        let trip = Trip(tripID: "t")
        func details() -> TripDetailsDTO {
            TripDetailsDTO(
                TripRun(trip: trip, serviceDate: .earliest, calls: [call]), route: nil)
        }
        #expect(details().planned(keepsAlerts: true)?.calls.first?.realtime == nil)
        call.realtime = CallRealtime(.added, isScheduled: false)
        #expect(details().planned(keepsAlerts: true) == nil)
    }
}
