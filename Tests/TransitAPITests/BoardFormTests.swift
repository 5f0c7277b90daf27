import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitModel

@Suite("Boards in the form in which they are sent")
struct BoardFormTests {
    private func board(_ json: String) throws -> Board {
        try Board.decoded(from: Data(json.utf8))
    }

    private func rows(_ board: Board, _ key: String) throws -> [JSONValue] {
        try JSONValue(json: board.jsonBytes)[key]?.list ?? []
    }

    @Test("Events take their stop, route and zone from the lists of the board")
    func lists() throws {
        let board = try board(
            """
            {"stop": {"sid": 1, "stop_id": "S", "stop_name": "Station"}, "timezone": "UTC",
             "departures": [
              {"trip_id": "a", "route_id": "R", "stop_id": "P", "stop_name": "Platform",
               "departure": "2026-11-23T08:04:00+00:00", "departure_seconds": 29040},
              {"trip_id": "b", "route_id": "none", "stop_id": "Q", "stop_name": "Elsewhere",
               "platform_code": "4", "departure": "2026-11-23T08:05:00+01:00",
               "timezone": "Mars/Base"}],
             "stops": [{"sid": 2, "stop_id": "P", "stop_name": "Platform", "stop_lat": 1.5}],
             "routes": [{"rid": 7, "route_id": "R", "route_short_name": "1"}]}
            """)
        #expect(board.kind == .departure)
        #expect(board.timeZoneName == "UTC")
        #expect(board.events.map(\.stop.sid) == [2, 0])
        #expect(board.events[0].stop.stopLat == 1.5)
        #expect(board.events[0].route?.rid == 7)
        #expect(board.events[0].timeZoneName == "UTC")
        #expect(board.events[0].serviceSeconds == nil)
        // What the board does not list is made from what the event says.
        #expect(board.events[1].stop.stopName == "Elsewhere")
        #expect(board.events[1].stop.platformCode == "4")
        #expect(board.events[1].route == nil)
        #expect(board.events[1].timeZoneName == "Mars/Base")
        #expect(board.events[1].timeZone.secondsFromGMT() == 3600)
        #expect(board.events[1].time.offsetSeconds == 3600)
        #expect(try self.board(String(decoding: board.jsonBytes, as: UTF8.self)) == board)
    }

    @Test("Lists have each stop and route once, and rows name only zones that are not the board's")
    func written() throws {
        let zone = try #require(NamedTimeZone("Australia/Sydney"))
        let route = Route(rid: 7, routeShortName: "1", routeLongName: "", type: .bus)
        func event(_ trip: String, at sid: Int64, zone name: String) -> StopEvent {
            var event = StopEvent(
                tripID: trip, routeID: route.routeID, route: route,
                stop: Stop(
                    sid: sid, stopID: "\(sid)", stopName: "Stop", stopLat: nil, stopLon: nil),
                stopSequence: 1, serviceDate: .earliest,
                time: LocalInstant(seconds: 1_795_379_400, offsetSeconds: 39_600),
                timeZone: zone.timeZone, timeZoneName: name)
            event.serviceSeconds = 27_000
            return event
        }
        let board = Board(
            stop: Stop(sid: 1, stopID: "1", stopName: "Stop", stopLat: nil, stopLon: nil),
            timeZoneName: zone.name,
            events: [
                event("a", at: 1, zone: zone.name), event("b", at: 2, zone: "Etc/GMT-11"),
                event("c", at: 2, zone: zone.name),
            ])
        let departures = try rows(board, "departures")
        #expect(departures.map { $0["timezone"]?.text } == [nil, "Etc/GMT-11", nil])
        #expect(departures.map { $0["departure_seconds"]?.number } == [27_000, 27_000, 27_000])
        #expect(
            departures.map { $0["departure"]?.text }
                == [String](repeating: "2026-11-23T07:30:00+11:00", count: 3))
        #expect(departures.allSatisfy { $0["route_color"]?.text != nil })
        #expect(try rows(board, "stops").map { $0["stop_id"]?.text } == ["2"])
        #expect(try rows(board, "routes").map { $0["rid"]?.number } == [7])
    }

    @Test("A list of arrivals makes a board of arrivals, and so does a key of an event")
    func arrivals() throws {
        let board = try board(
            #"{"arrivals": [{"trip_id": "a", "arrival": "2026-11-23T08:04:00Z"}, {}]}"#)
        #expect(board.kind == .arrival)
        #expect(board.events.map(\.kind) == [.arrival, .departure])
        #expect(board.events[0].time.description == "2026-11-23T08:04:00+00:00")
        #expect(try rows(board, "arrivals").count == 2)
    }
}
