import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitBundle

@testable import TransitAnswers
@testable import TransitServer

@Suite("Every endpoint of a feed")
struct EndpointAnswersTests {
    private func questions(
        _ feed: AnsweredFeed
    ) async throws -> [Endpoint.Name: [(address: String, key: String)]] {
        let departure = try await firstDeparture(feed)
        let id = AnsweredFeed.encoded
        let stop = id(departure.stopID)
        let at = "at=" + id(departure.time.date.formatted(.iso8601))
        let route = try #require(departure.route)
        let trip = try await feed.bundle.trip(id: departure.tripID)
        let shape = try #require(trip.shapeID)
        let calls = try await feed.bundle.calls(of: trip).map(\.stopSequence)
        let last = try #require(calls.last)
        let place = try #require(departure.stop.coordinate)
        let near = "\(place.latitude),\(place.longitude)"
        func rounded(_ degrees: Double) -> Double { (degrees * 100).rounded(.down) / 100 }
        let (south, west) = (rounded(place.latitude), rounded(place.longitude))
        let box = "\(west),\(south),\(rounded(west + 0.015)),\(rounded(south + 0.015))"
        let hasOlderFares = try await !feed.bundle.fareAttributes().isEmpty
        let end = try #require(try await feed.bundle.calls(of: trip).last?.stopID)
        return [
            .feed: [("feed", "agencies"), ("feed", "counts"), ("feed", "days"), ("feed", "box")],
            .stops: [
                ("stops", "stops"), ("stops?q=\(id(departure.stop.stopName))", "stops"),
                ("stops?near=\(near)", "stops"), ("stops?near=\(near)&radius=500", "stops"),
                ("stops?bbox=\(box)", "stops"), ("stops?ids=\(stop)", "stops"),
                ("stops?kind=stop&limit=2", "stops"),
                ("stops?near=\(near)&as=stations", "stops"),
                ("stops?sids=\(departure.stop.sid)", "stops"),
            ],
            .stop: [("stops/\(stop)", "stop"), ("stops/\(stop)", "routes")],
            .departures: [
                ("stops/\(stop)/departures?\(at)", "departures"),
                ("stops/\(stop)/departures?\(at)&for=2h", "departures"),
                ("stops/\(stop)/departures?\(at)&route=\(id(route.routeID))", "routes"),
                ("stops/\(stop)/departures?\(at)&with=\(id(end))", "departures"),
            ],
            .arrivals: [
                ("stops/\(id(end))/arrivals?\(at)", "arrivals"),
                ("stops/\(id(end))/arrivals?\(at)&with=\(stop)", "arrivals"),
            ],
            .destinations: [
                ("stops/\(stop)/destinations", "destinations"),
                ("stops/\(stop)/destinations?as=stations", "destinations"),
            ],
            .tables: [("tables", "tables")],
            // `ExtensionAnswersTests` has a feed with some.
            .extensions: [], .extensionRows: [],
            // `LiveAnswersTests` has live data.
            .alerts: [], .alert: [], .vehicles: [], .realtime: [("realtime", "state")],
            .boards: [("departures?stops=\(stop)&stops=\(id(end))&\(at)", "boards")],
            .routes: [
                ("routes", "groups"), ("routes?q=\(id(route.name))", "groups"),
                ("routes?mode=\(route.type.mode.rawValue)", "groups"),
                ("routes?ids=\(id(route.routeID))", "groups"),
                ("routes?rids=\(route.rid)", "groups"),
            ],
            .route: [("routes/\(id(route.routeID))", "directions")],
            .routeStops: [("routes/\(id(route.routeID))/stops", "stops")],
            .timetable: [
                (
                    "routes/\(id(route.routeID))/timetable?date=\(departure.serviceDate)",
                    "timetables"
                )
            ],
            .trip: [
                ("trips/\(id(trip.tripID))", "calls"),
                ("trips/\(id(trip.tripID))?date=\(departure.serviceDate)", "service_date"),
                ("trips/\(id(trip.tripID))?\(at)", "service_date"),
            ],
            .shape: [
                ("shapes/\(id(shape))", "polyline"),
                ("shapes/\(id(shape))?format=geojson", "geometry"),
                (
                    "shapes/\(id(shape))?trip=\(id(trip.tripID))&from=\(departure.stopSequence)"
                        + "&to=\(last)", "polyline"
                ),
            ],
            .agencies: [("agencies", "agencies")],
            .services: [
                ("services", "services"), ("services?date=\(departure.serviceDate)", "services"),
            ],
            .fares: [("fares", hasOlderFares ? "fares" : "fare_products")],
            .transfers: [("transfers", "transfers")],
            .pathways: try await pathways(feed),
            .bookingRule: try await bookingRules(feed),
            .translations: [("translations", "translations"), ("translations", "languages")],
        ]
    }

    /// Not every feed has these files.
    private func pathways(_ feed: AnsweredFeed) async throws -> [(address: String, key: String)] {
        let rows = try await feed.bundle.pathways().rows
        guard let stop = rows.first?.fromStopID else { return [] }
        let id = AnsweredFeed.encoded(stop.text)
        return [("pathways", "pathways"), ("pathways?stop=\(id)", "pathways")]
    }

    private func bookingRules(
        _ feed: AnsweredFeed
    ) async throws -> [(address: String, key: String)] {
        do {
            _ = try await feed.bundle.bookingRule(id: "BOOK-NOW")
            return [("booking_rules/BOOK-NOW", "booking_rule_id")]
        } catch TransitSourceError.notFound {
            return []
        }
    }

    private func firstDeparture(_ feed: AnsweredFeed) async throws -> StopEvent {
        let days = try #require(feed.bundle.serviceDays)
        let start = ServiceClock(timeZone: feed.bundle.timeZone).start(of: days.lowerBound)
        for stop in try await feed.bundle.stops(limit: 1000) {
            let board = try await feed.bundle.nextDepartures(
                from: stop, at: start.addingTimeInterval(6 * 3600), count: 5)
            for departure in board {
                let trip = try await feed.bundle.trip(id: departure.tripID)
                if trip.shapeID != nil, departure.startTime == nil { return departure }
            }
        }
        throw APIFailure(.serverError, "Nothing leaves.")
    }

    /// The endpoints that files and the server itself answer, and not the bundle.
    private static let others: Set<Endpoint.Name> = [.departureStream, .manifest, .file]

    private func check(_ feed: AnsweredFeed) async throws {
        let questions = try await questions(feed)
        for endpoint in Endpoint.all where endpoint.scope == .feed {
            guard !Self.others.contains(endpoint.name) else { continue }
            let asked = try #require(questions[endpoint.name], "\(endpoint.name) is not asked")
            for (address, key) in asked {
                let body = try await feed.body(address)
                let answer = try JSONSerialization.jsonObject(with: Data(body.bytes))
                let data = (answer as? [String: Any])?["data"] as? [String: Any]
                let value = data?[key]
                let isEmpty =
                    switch value {
                    case let list as [Any]: list.isEmpty
                    case let object as [String: Any]: object.isEmpty
                    case let text as String: text.isEmpty
                    default: value == nil
                    }
                #expect(!isEmpty, "\(address) has no \(key)")
            }
        }
    }

    @Test("the sample answers each of them with something") func sample() async throws {
        let feed = try await AnsweredFeed.sample.value
        let questions = try await questions(feed)
        for name in [Endpoint.Name.pathways, .bookingRule] {
            #expect(questions[name]?.isEmpty == false)
        }
        try await check(feed)
    }

    @Test("a real feed answers each of them with something", .sharedFiles)
    func shared() async throws {
        try await check(AnsweredFeed.shared("transcollines-big"))
    }

    @Test("a page of the longest file that is shared is a page", .sharedFiles)
    func bounded() async throws {
        let feed = try AnsweredFeed.shared("donanbus-jp")
        let fares: Envelope<FareListDTO> = try await feed.ask("fares")
        #expect(fares.data.fares.map(\.rules.count).reduce(0, +) == 5000)
        var rules = fares.data.fares.flatMap(\.rules)
        var next = fares.meta.next
        while let cursor = next {
            let page: Envelope<FareListDTO> = try await feed.ask("fares?cursor=\(cursor)")
            #expect(page.data.fares.map(\.fare) == fares.data.fares.map(\.fare))
            rules += page.data.fares.flatMap(\.rules)
            next = page.meta.next
        }
        let all = try await feed.bundle.fareRules(limit: .max).rows
        #expect(Set(rules) == Set(all))
        #expect(rules.count == all.count)
    }

    @Test(
        "endpoints without a bundle's answer fail",
        arguments: ["bundle/manifest", "bundle/a"])
    func others(address: String) async throws {
        let feed = try await AnsweredFeed.sample.value
        await #expect(throws: APIFailure.self) { try await feed.body(address) }
    }

    @Test("questions end when their callers stop waiting")
    func cancellation() async throws {
        let feed = try await AnsweredFeed.sample.value
        let question = try AnsweredFeed.question("stops/QUAY/departures")
        let context = feed.context
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await Answerer(question, in: context).answer()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
