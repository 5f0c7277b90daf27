import Foundation
import GTFSSchedule
import Testing
import TransitAPI
import TransitModel

@Suite("Questions") struct QuestionTests {
    private func question(
        _ name: Endpoint.Name, _ query: KeyValuePairs<String, String> = [:]
    ) throws -> Question {
        try Question(
            Endpoint[name], id: Endpoint[name].hasID ? "A" : nil,
            query: query.map { (name: $0.key, value: $0.value) })
    }

    private func failure(
        _ name: Endpoint.Name, _ query: KeyValuePairs<String, String>
    ) -> APIFailure? {
        do {
            _ = try question(name, query)
            return nil
        } catch {
            return error as? APIFailure
        }
    }

    @Test("values have their types")
    func values() throws {
        let stops = Asked<StopsQuestion>(
            try question(
                .stops,
                ["near": "-33.86,151.21", "radius": "500", "kind": "station", "kind": "stop"]))
        #expect(stops.place == Coordinate(latitude: -33.86, longitude: 151.21))
        #expect(stops.radius == 500)
        #expect(stops.kinds == [.station, .stop])
        let box = try question(.stops, ["bbox": "179,-18,-179,-16"])
        #expect(
            Asked<StopsQuestion>(box).box
                == BoundingBox(south: -18, west: 179, north: -16, east: -179))
        let board = try question(
            .departures, ["at": "2026-11-21T08:00:00+11:00", "for": "1h30m", "mode": "rail"])
        #expect(board.instant == .instant(Date(timeIntervalSince1970: 1_795_208_400)))
        #expect(board.durationSeconds == 5400)
        #expect(board.types == [.rail])
        let trip = Asked<TripQuestion>(
            try question(.trip, ["date": "2026-02-28", "start_time": "25:10:00"]))
        #expect(trip.id == "A")
        #expect(trip.date?.description == "20260228")
        #expect(trip.startTime == ServiceTime(hours: 25, minutes: 10))
        #expect(
            try question(.boards, ["stops": "b", "stops": "a", "stops": "b"]).list("stops") == [
                "b", "a",
            ])
    }

    @Test("where a parameter is left out, its usual value counts, but was not asked for")
    func usual() throws {
        let stops = try question(.stops)
        #expect(Asked<StopsQuestion>(stops).limit == 50)
        #expect(Asked<ServicesQuestion>(try question(.services)).limit == 100)
        #expect(Asked<ServicesQuestion>(try question(.services, ["limit": "3"])).limit == 3)
        #expect(try question(.departures).count == 20)
        #expect(Asked<ShapeQuestion>(try question(.shape)).format == .polyline6)
        #expect(!stops.has("limit"))
        #expect(!Asked<StopsQuestion>(stops).has(\.limit))
        #expect(stops.canonicalQuery.isEmpty)
    }

    @Test(
        "lengths of time, up to a day",
        arguments: [("60", 60), ("90m", 5400), ("24h", 86_400), ("1h1m", 3660), ("86400s", 86_400)])
    func durations(text: String, seconds: Int) throws {
        #expect(try question(.departures, ["for": text]).durationSeconds == seconds)
    }

    @Test(
        "a value of another form is refused, and the wanted form named",
        arguments: [
            ("for", "0"), ("for", "25h"), ("for", "1441m"), ("for", "1h60m"), ("for", "01h"),
            ("for", "m"), ("for", ""), ("n", "0"), ("n", "501"), ("n", "+5"), ("n", "1.0"),
            ("n", "-0"), ("at", "2026-11-21"), ("at", "2026-02-30T08:00:00"),
            ("at", "2026-11-21T24:00:00"), ("at", "2026-11-21T08:00:00+1100"), ("at", "now"),
            ("direction", "2"), ("mode", "Bus"), ("cursor", "a b"), ("route", ""),
        ])
    func badValues(name: String, text: String) throws {
        let refusal = failure(.departures, [name: text])
        let failure = try #require(refusal)
        #expect(failure.code == .badValue)
        #expect(failure.details.map(\.field) == [name])
        #expect(failure.message.contains("\(name) wants "))
    }

    @Test(
        "places on Earth only",
        arguments: [
            ("near", "91,0"), ("near", "0,181"), ("near", "0"), ("near", "0,0,0"),
            ("near", "0, 0"), ("near", "1e1,0"), ("near", ".5,0"), ("near", "00,0"),
            ("bbox", "0,1,0,-1"), ("bbox", "0,0,0"), ("bbox", "nan,0,0,0"),
        ])
    func badPlaces(name: String, text: String) {
        #expect(failure(.stops, [name: text])?.code == .badValue)
    }

    @Test("an unknown parameter names the nearest")
    func unknown() {
        let failure = failure(.stops, ["limt": "5"])
        #expect(failure?.code == .unknownParameter)
        #expect(failure?.details.first?.field == "limt")
        #expect(failure?.message == "There is no parameter limt; did you mean limit?")
        #expect(
            self.failure(.agencies, ["q": "x"])?.message
                == "There is no parameter q; there are none here.")
    }

    @Test("parameters that exclude, need or repeat each other")
    func combinations() throws {
        let both = failure(.departures, ["for": "1h", "n": "5"])
        #expect(both?.code == .conflictingParameters)
        #expect(both?.details.map(\.field) == ["for", "n"])
        #expect(failure(.departures, ["n": "5", "n": "5"])?.code == .conflictingParameters)
        let radius = failure(.stops, ["radius": "5"])
        #expect(radius?.code == .missingParameter)
        #expect(radius?.details.first?.field == "near")
        #expect(failure(.boards, [:])?.details.first?.field == "stops")
        // Also when they say the same.
        for value in ["", "x"] {
            let ids = (0..<100).map {
                (name: "ids", value: "a\(value.isEmpty ? String($0) : value)")
            }
            _ = try Question(Endpoint[.stops], query: ids)
            #expect(throws: APIFailure.self) {
                try Question(Endpoint[.stops], query: ids + [(name: "ids", value: "b")])
            }
        }
    }

    @Test("a question has one canonical query")
    func canonical() throws {
        let one = try question(
            .departures,
            ["mode": "rail", "at": "2026-11-21T08:00:00+11:00", "mode": "bus", "for": "1h30m"])
        let other = try question(
            .departures,
            ["for": "5400", "mode": "bus", "at": "2026-11-20T21:00:00.9Z", "mode": "rail"])
        #expect(one == other)
        #expect(one.canonicalQuery == "at=2026-11-20T21%3A00%3A00Z&for=5400&mode=bus&mode=rail")
        #expect(try question(.stops, ["near": "-0.50,10.0"]).canonicalQuery == "near=-0.5%2C10")
        #expect(
            try question(.stops, ["near": "-33.123456789,0"]).canonicalQuery
                == "near=-33.123456789%2C0")
        // Order of ids is kept: the answer has it.
        #expect(try question(.stops, ["ids": "b", "ids": "a"]).canonicalQuery == "ids=b&ids=a")
        #expect(
            try question(.stops, ["ids": "caf\u{E9}"]) != question(.stops, ["ids": "cafe\u{301}"]))
        let local = try question(.departures, ["at": "2026-11-21T08:00"])
        #expect(local.canonicalQuery == "at=2026-11-21T08%3A00%3A00")
    }

    @Test(
        "times are taken in all their forms",
        arguments: [
            ("2026-11-21T08:00:00Z", "2026-11-21T08:00:00Z"),
            ("2026-11-21t08:00:00.75z", "2026-11-21T08:00:00Z"),
            ("2026-11-21T08:00+01:30", "2026-11-21T06:30:00Z"),
            ("2026-11-21T08:00 01:30", "2026-11-21T06:30:00Z"),
            ("2026-11-21T08:00:60-01:30", "2026-11-21T09:31:00Z"),
            ("2026-11-21T08:00:05.5", "2026-11-21T08:00:05"),
            ("2026-11-21T23:59:60", "2026-11-21T23:59:59"),
        ])
    func instants(text: String, canonical: String) throws {
        let query = try question(.departures, ["at": text]).canonicalQuery
        #expect(query == "at=" + canonical.replacing(":", with: "%3A"))
    }

    @Test(
        "malformed times are refused",
        arguments: [
            "", "2026-11-21", "2026-11-21T", "2026-11-21T8:00", "2026-11-21T08:0",
            "2026-11-21T24:00",
            "2026-11-21T08:60", "2026-11-21T08:00:61", "2026-11-21T08:00.5", "2026-11-21T08:00:00.",
            "2026-11-21T08:00:00.5x", "20261121T08:00:00", "2026-13-21T08:00", "2026-1-211T08:00",
            "2026-11-21T08:00:00+1:00", "2026-11-21T08:00:00+24:00", "2026-11-21T08:00:00+01:60",
            "2026-11-21T08:00:00ZZ", "2026-11-21T08:00:00Z ", "\u{E9}2026-11-2T08:00",
            "2026-11-21T08:00:00\u{301}", "2026/11/21T08:00", "2026-11-21T-8:00",
        ])
    func noInstants(text: String) {
        #expect(failure(.departures, ["at": text])?.details.map(\.field) == ["at"])
    }

    @Test("a question made by types has the address of one made by texts, and the same values")
    func types() throws {
        let instant = AskedInstant.instant(Date(timeIntervalSince1970: 1_795_208_400.25))
        let alerts = Asked<AlertsQuestion> {
            $0.trip = "caf\u{E9}"
            $0.date = ServiceDate(year: 2026, month: 2, day: 28)
            $0.startTime = ServiceTime(hours: 25, minutes: 10)
            $0.types = [.rail, .bus]
            $0.moment = instant
            $0.setLimit(7)
            $0.cursor = "ab_1"
        }
        let asked = try alerts.checked()
        #expect(
            try asked
                == question(
                    .alerts,
                    [
                        "trip": "caf\u{E9}", "date": "20260228", "start_time": "25:10:00",
                        "mode": "bus", "mode": "rail", "active": "2026-11-20T21:00:00.25Z",
                        "limit": "7", "cursor": "ab_1",
                    ]))
        let again = Asked<AlertsQuestion>(asked)
        #expect(again.date == alerts.date)
        #expect(again.startTime == alerts.startTime)
        #expect(again.types == [.rail, .bus])
        #expect(again.moment == instant)
        #expect(again.limit == 7)
        #expect(again.scope == nil)
        let stops = try Asked<StopsQuestion> {
            $0.box = BoundingBox(south: -18, west: 179, north: -16, east: -179.5)
            $0.kinds = [.boardingArea]
        }.checked()
        #expect(
            try stops == question(.stops, ["bbox": "179,-18,-179.5,-16", "kind": "boarding_area"]))
        let shape = try Asked<ShapeQuestion>(id: "a b") { $0.format = .geojson }.checked()
        #expect(shape.address() == "/api/v1/shapes/a%20b?format=geojson")
    }

    @Test("values set by type are checked like those of a query")
    func checks() {
        #expect(throws: APIFailure.self) {
            try Asked<StopsQuestion> { $0.radius = 5 }.checked()
        }
        #expect(throws: APIFailure.self) {
            try Asked<StopsQuestion> { $0.ids = (0...100).map { "\($0)" } }.checked()
        }
        #expect(throws: APIFailure.self) { try Asked<StopsQuestion> { $0.text = "" }.checked() }
    }

    @Test("a value that was set to nil is not asked for")
    func unset() throws {
        var asked = Asked<TripQuestion>(id: "A") { $0.part = .extensions }
        asked.part = nil
        #expect(!asked.has(\.part))
        #expect(try asked.checked() == question(.trip))
    }

    @Test("the address of a question asks the same again")
    func address() throws {
        let question = try Question(
            Endpoint[.departures], id: "a/b +é",
            query: [(name: "route", value: "1&2"), (name: "at", value: "2026-11-21T08:00:00Z")])
        let address = question.address(feed: "nyc", version: "20261121-0a")
        #expect(
            address == "/api/v1/feeds/nyc/versions/20261121-0a/stops/a%2Fb%20%2B%C3%A9/departures"
                + "?at=2026-11-21T08%3A00%3A00Z&route=1%262")
        let parts = address.split(separator: "?").map(String.init)
        let match = try Endpoint.matching(
            path: parts[0].split(separator: "/").map(String.init))
        #expect(match.feed == "nyc")
        #expect(match.version == "20261121-0a")
        #expect(try Question(match, encodedQuery: parts[1]) == question)
    }

    @Test("clocks that change: a time that comes twice, and one that never does")
    func clockChanges() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Zurich"))
        func resolved(_ text: String) throws -> (instant: Date, remark: ServiceClock.ClockChange?) {
            let asked = try question(.departures, ["at": text])
            return try #require(asked.instant).resolved(in: zone)
        }
        let twice = try resolved("2026-10-25T02:30:00")
        #expect(twice.instant == Date(timeIntervalSince1970: 1_792_888_200))
        #expect(twice.remark == .repeated)
        let never = try resolved("2026-03-29T02:30:00")
        #expect(never.instant == Date(timeIntervalSince1970: 1_774_747_800))
        #expect(never.remark == .skipped)
        #expect(try resolved("2026-07-01T12:00:00").remark == nil)
        #expect(
            try resolved("2026-07-01T12:00:00Z").instant
                == Date(timeIntervalSince1970: 1_782_907_200))
    }
}
