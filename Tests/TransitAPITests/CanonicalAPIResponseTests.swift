import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitModel
import TransitSample

@Suite("Canonical bodies") struct CanonicalAPIResponseTests {
    private let document: OpenAPIDocument

    init() throws {
        document = try OpenAPIDocument.shared.get()
    }

    /// The bodies of `schema/api.md`, each below a comment with the name of its schema.
    private func bodies() throws -> [(schema: String, json: String)] {
        let text = try String(contentsOfFile: PackageRoot.path + "/schema/api.md", encoding: .utf8)
        return text.components(separatedBy: "<!-- body: ").dropFirst().map { part in
            let name = part.prefix { $0 != " " }
            let block = part.components(separatedBy: "```json\n").dropFirst().first ?? ""
            return (String(name), block.components(separatedBy: "```")[0])
        }
    }

    private func decoded<Form: WireForm>(
        _ form: Form.Type, from json: String, report: DecodingReport
    ) throws -> [UInt8] {
        try Envelope<Form>.decoded(from: Data(json.utf8), reportingTo: report).jsonBytes
    }

    @Test("the bodies of api.md fit their schemas, and are unchanged after a round trip")
    func documented() throws {
        let bodies = try bodies()
        #expect(
            bodies.map(\.schema) == [
                "StopList", "Board", "Board", "ErrorEnvelope", "ExtensionRows",
            ])
        for (name, json) in bodies {
            let report = DecodingReport()
            let value = try JSONValue(json: json.utf8)
            let form = try #require(WireForms.type(name))
            let schema = try #require(document.schema(name))
            if name == "ErrorEnvelope" {
                #expect(document.problems(of: value, against: schema) == [])
                let error = try ErrorEnvelope.decoded(
                    from: Data(json.utf8), reportingTo: report)
                #expect(try JSONValue(json: error.jsonBytes) == value)
            } else {
                #expect(document.problems(of: value["data"] ?? .null, against: schema) == [])
                // Models leave it to servers.
                let kept = json.replacingOccurrences(of: ", \"departure_seconds\": 29040", with: "")
                #expect(
                    try JSONValue(json: decoded(form, from: json, report: report))
                        == JSONValue(json: kept.utf8))
            }
            #expect(report.replacements == [])
        }
    }

    @Test("the root message is exactly that of the app's document")
    func root() {
        let bytes = Envelope(MessageDTO("Sydney Transit API")).jsonBytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text == #"{"data":{"message":"Sydney Transit API"},"meta":{}}"#)
    }

    @Test("`metadata` is read where `meta` is missing")
    func metadata() throws {
        let json =
            #"{"data":{"message":"a"},"metadata":{"timestamp":"2025-11-27T10:30:00Z","cached":false,"#
            + #""feed":"nyc"}}"#
        let report = DecodingReport()
        let envelope = try Envelope<MessageDTO>.decoded(
            from: Data(json.utf8), reportingTo: report)
        #expect(envelope.meta.feed == "nyc")
        #expect(report.replacements == [])
    }

    @Test("a text is escaped where JSON wants it, and nowhere else")
    func escaping() {
        let text = "a/b \"c\" \\ \n\t\r\u{1} é 中 🚋 \u{2028}"
        let written = String(decoding: MessageDTO(text).jsonBytes, as: UTF8.self)
        #expect(
            written
                == #"{"message":"a/b \"c\" \\ \n\t\r\u0001 é 中 🚋 "# + "\u{2028}\"}")
    }

    // MARK: The model, there and back

    private let now = Date(timeIntervalSince1970: 1_795_379_400)

    private func sent<Form: WireForm>(_ form: Form, as schema: String) throws -> Form {
        let bytes = form.jsonBytes
        let problems = try document.problems(
            of: JSONValue(json: bytes), against: #require(document.schema(schema)))
        #expect(problems == [])
        let report = DecodingReport()
        let read = try Form.decoded(from: Data(bytes), reportingTo: report)
        #expect(report.replacements == [])
        return read
    }

    @Test("Answers of the sample come back as the models they were")
    func models() async throws {
        let source = CannedSource.sample(now: now)
        let station = Stop.circularQuay
        let zone = try #require(TimeZone(identifier: "Australia/Sydney"))
        let feed = try await source.feed()
        #expect(try sent(FeedDTO(feed), as: "Feed").model == feed)
        let stops = try await source.stops(matching: "circular", limit: 10)
        #expect(!stops.isEmpty)
        #expect(
            try sent(ListDTO(stops.map { StopDTO($0) }), as: "StopList").elements.map(\.model)
                == stops)
        let details = try await source.details(of: station)
        #expect(
            try sent(StopDetailsDTO(details, timezone: zone.identifier), as: "StopDetails").model
                == details)
        let routes = try await source.routes()
        #expect(try sent(RouteListDTO(routes), as: "RouteList").model == routes)
        let board = try await source.boards(of: [station], at: now)[0]
        #expect(board.events.count > 3)
        #expect(board.alerts.map(\.id) == ["signals"])
        #expect(board.timeZoneName == zone.identifier)
        #expect(try sent(board, as: "Board") == board)
        var answered = board
        for index in answered.events.indices { answered.events[index].serviceSeconds = 60 }
        #expect(try JSONValue(json: answered.jsonBytes) != JSONValue(json: board.jsonBytes))
        #expect(try sent(answered, as: "Board") == board)
        let nearby = NearbyStop(stop: station, distanceMeters: 12.25)
        #expect(try sent(StopDTO(nearby), as: "Stop").nearby == nearby)
    }

    @Test("two ids that are one text to Swift stay two stops on a board")
    func ids() throws {
        let zone = TimeZone.gmt
        let day = try #require(ServiceDate(yyyymmdd: 20_261_122))
        let stops = ["caf\u{E9}", "cafe\u{301}"].enumerated().map { index, id in
            Stop(sid: Int64(index + 2), stopID: id, stopName: "\(index)", stopLat: 1, stopLon: 2)
        }
        let departures = stops.map { stop in
            StopEvent(
                tripID: "t", stop: stop, stopSequence: 1, serviceDate: day,
                time: LocalInstant(now, in: zone), timeZone: zone)
        }
        let board = Board(
            stop: .circularQuay, timeZoneName: zone.identifier, events: departures)
        #expect(try sent(board, as: "Board").events.map(\.stop.sid) == [2, 3])
    }

    @Test("calls, runs, timetables and flexible service come back")
    func trips() throws {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        let day = try #require(ServiceDate(yyyymmdd: 20_261_122))
        let call = Call(
            stop: .circularQuay, stopID: "200060", stopSequence: 3,
            arrival: ServiceTime(seconds: 90_000), pickup: .phoneAgency, dropOff: .notAvailable,
            continuousPickup: 1, shapeDistTraveled: 1.5, timepoint: 0,
            flex: FlexWindow(locationID: "z", start: ServiceTime(seconds: 0)),
            isTimeZoneAssumed: true)
        let run = TripRun(
            trip: Trip(tripID: "t", routeID: "r", directionID: 1), serviceDate: day,
            startTime: ServiceTime(seconds: 3600), headwaySecs: 600, exactTimes: 1,
            calls: [
                TimedCall(
                    scheduled: call, arrival: LocalInstant(now, in: zone),
                    departure: LocalInstant(now.addingTimeInterval(60), in: zone),
                    arrivalOffsetSeconds: 5, timeZone: zone)
            ])
        #expect(try sent(TripDetailsDTO(run, route: nil), as: "TripDetails").run == run)
        let timetable = Timetable(
            date: day, columns: [.init(stop: .circularQuay), .init(stop: .circularQuay)],
            rows: [
                .init(
                    tripID: "t",
                    cells: [
                        nil,
                        .init(
                            stopID: "a", stopSequence: 2, departure: ServiceTime(seconds: 90_000),
                            pickup: .regular, dropOff: .regular),
                    ])
            ], flexibleTrips: [.init(tripID: "f", calls: [call])])
        #expect(try sent(timetable, as: "Timetable") == timetable)
        var rule = BookingRule()
        rule.bookingRuleID = "b"
        rule.priorNoticeLastTime = ServiceTime(seconds: 61_200)
        let service = FlexibleService(
            trip: Trip(tripID: "t"), serviceDate: day, stopSequence: 1,
            windowStart: LocalInstant(now, in: zone), timeZone: zone, pickup: .phoneAgency,
            dropOff: .phoneAgency, pickupBookingRule: rule)
        #expect(try sent(service, as: "FlexibleService") == service)
        let access = FlexibleAccess(
            windowEnd: ServiceTime(seconds: 7200), pickup: .regular, dropOff: .regular,
            dropOffBookingRule: rule)
        #expect(try sent(ModelDTO(access), as: "FlexibleAccess").model == access)
    }

    @Test("shapes come back, as a polyline with six decimals", arguments: ShapeFormat.allCases)
    func shapes(format: ShapeFormat) throws {
        let shape = TripShape(
            shapeID: "s",
            points: [
                .init(coordinate: .init(latitude: 38.5, longitude: -120.2), distance: 0),
                .init(coordinate: .init(latitude: 40.7, longitude: -120.95)),
                .init(coordinate: .init(latitude: 43.252, longitude: -126.453), distance: 2.5),
            ])
        let form = ShapeDTO(shape, format: format)
        if format == .polyline6 { #expect(form.polyline == "_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI") }
        #expect(try sent(form, as: "Shape").model == shape)
    }

    @Test("shapes of one point and of none come back, without a LineString", arguments: 0...1)
    func shortShapes(points: Int) throws {
        let point = Coordinate(latitude: 48.00000012345678, longitude: 1.0 / 3)
        let shape = TripShape(
            shapeID: "s",
            points: [TripShape.Point](
                repeating: .init(coordinate: point, distance: 2.5), count: points))
        let form = ShapeDTO(shape, format: .geojson)
        #expect(form.geometry == nil)
        #expect((form.point == nil) == (points == 0))
        #expect(try sent(form, as: "Shape").model == shape)
    }

    @Test("a path across the antimeridian is lines that end there, and comes back without the cuts")
    func cutShapes() throws {
        func shape(_ points: [(Double, Double, Double?)]) -> TripShape {
            TripShape(
                shapeID: "s",
                points: points.map {
                    .init(coordinate: .init(latitude: $0.0, longitude: $0.1), distance: $0.2)
                })
        }
        let path = shape([(-16, 179, 0), (-17, -179, 5), (-17, -178, nil), (-17, 179, 9)])
        let form = ShapeDTO(path, format: .geojson)
        #expect(form.geometry == nil)
        #expect(
            form.lines?.coordinates.map { $0.map(\.longitude) } == [
                [179, 180], [-180, -179, -178, -180], [180, 179],
            ])
        #expect(form.lines?.coordinates[1].first?.latitude == -16.5)
        #expect(form.cuts == [1, 2, 5, 6])
        #expect(form.distances == [0, nil, nil, 5, nil, nil, nil, 9])
        let read = try sent(form, as: "Shape")
        #expect(read == form)
        #expect(read.model == path)
        // A point on the antimeridian stays, if by its other name.
        let edge = ShapeDTO(shape([(0, 179, 0), (0, -180, 1), (0, -179, 2)]), format: .geojson)
        #expect(edge.cuts == [2])
        #expect(try sent(edge, as: "Shape").model.coordinates.map(\.longitude) == [179, 180, -179])
        // Nothing is beyond the poles.
        let beyond = ShapeDTO(shape([(0, 1, 0), (91, 1, 1), (0, 2, 2)]), format: .geojson)
        #expect(beyond.geometry?.coordinates.map(\.longitude) == [1, 2])
        #expect(beyond.distances == [0, 2])
        #expect(ShapeDTO(shape([(91, 1, 0), (0, 2, 2)]), format: .geojson).point != nil)
    }

    @Test("fares and feeds with everything come back")
    func fares() throws {
        var product = FareProduct()
        product.fareProductID = "p"
        product.amount = CurrencyAmount("2.50")
        var timeframe = Timeframe()
        timeframe.timeframeGroupID = "g"
        timeframe.endTime = ServiceTime(seconds: 86_400)
        let fares = Fares(products: [product], timeframes: [timeframe])
        var attribute = FareAttribute()
        attribute.fareID = "f"
        let routeFare = RouteFare(fare: attribute, rules: [FareRule()])
        let read = try sent(FareListDTO(fares, routeFares: [routeFare]), as: "FareList")
        #expect(read.model == fares)
        #expect(read.fares == [routeFare])
        let feed = FeedDescription(
            info: FeedInfo(feedPublisherName: "é", feedStartDate: 20_260_101),
            attributions: [Attribution(organizationName: "O", isProducer: 1)],
            validity: FeedValidity(
                feedStart: ServiceDate(yyyymmdd: 20_260_101),
                lastServiceDay: ServiceDate(yyyymmdd: 20_261_231)),
            metadata: ["licence": "CC0-1.0", "line": "7"])
        let form = FeedDTO(
            feed, languages: ["de"], box: BoundingBox(south: -1, west: 179, north: 2, east: -179),
            counts: ["stops": 3])
        #expect(form.licence?.name == "CC0-1.0")
        #expect(form.days.end == ServiceDate(yyyymmdd: 20_261_231))
        #expect(try sent(form, as: "Feed").model == feed)
        #expect(try sent(form, as: "Feed").box?.west == 179)
    }

    @Test("a service says on which days it runs")
    func services() throws {
        let day = try #require(ServiceDate(yyyymmdd: 20_261_122))
        let service = ServiceDTO(
            ServiceDescription(
                serviceID: "WD", firstDay: day, lastDay: day.adding(days: 2), days: "101"))
        let runs = (-1...3).map { service.runs(on: day.adding(days: $0)) }
        #expect(runs == [false, true, false, true, false])
        #expect(try sent(service, as: "Service") == service)
    }
}
