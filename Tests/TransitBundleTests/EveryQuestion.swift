import Foundation
import TransitBundle

/// Asks a bundle everything that can be asked, and forgives whatever it throws: what counts is that
/// it comes back.
struct EveryQuestion {
    let bundle: TransitBundle
    /// Questions that were answered, and those that threw.
    private(set) var answers = 0
    private(set) var errors = 0

    /// Of how many stops, routes and trips one is asked about, and which of them.
    private let spread: Int
    private let turn: Int

    init(_ bundle: TransitBundle, spread: Int = 1, turn: Int = 0) {
        self.bundle = bundle
        self.spread = spread
        self.turn = turn
    }

    /// Every `spread`th of many; the next `turn` takes those beside.
    func some<Element>(_ all: [Element], of factor: Int = 1) -> [Element] {
        all.enumerated().filter { ($0.offset + turn) % (spread * factor) == 0 }.map(\.element)
    }

    /// Monday 23 November 2026, half past seven in the morning in Sydney.
    private static let now = Date(timeIntervalSince1970: 1_795_379_400)

    mutating func ask<Answer>(_ question: () async throws -> Answer) async -> Answer? {
        do {
            let answer = try await question()
            answers += 1
            return answer
        } catch {
            errors += 1
            return nil
        }
    }

    mutating func askAll() async {
        let bundle = bundle
        let date = bundle.date(at: Self.now)
        _ = await ask { try await bundle.feed() }
        _ = await ask { try await bundle.activeServices(on: date) }
        _ = await ask { try await bundle.isActive("WD", on: date) }
        _ = await ask { try await bundle.languages() }
        _ = await ask { try await bundle.services() }
        _ = await ask { try await bundle.transfers() }
        _ = await ask { try await bundle.translations() }
        _ = await ask { try await bundle.fareRules() }
        _ = await ask { try await bundle.fareAttributes() }
        _ = await ask { try await bundle.extent() }
        _ = await ask { try await bundle.tables() }
        for table in await ask({ try await bundle.extensionTables() }) ?? [] {
            _ = await ask { try await bundle.extensionRows(of: table.table, after: 0) }
        }
        _ = await ask { try await bundle.networkMap() }
        _ = await ask { try await bundle.tripCounts(ofServices: ["WD", "WE"]) }
        _ = await ask { try await bundle.runCounts() }
        for kind in IDKind.allCases {
            _ = await ask { try await bundle.ids(besides: "QUAY", of: kind) }
            _ = await ask { try await bundle.hasVanished(kind, id: "QUAY") }
        }
        _ = await ask { try await bundle.path(ofShape: "T1N", from: 2, to: nil) }
        for text in ["q", "quay st", "2001", "QUAY_N1", "orleans"] {
            _ = await ask { try await bundle.stops(matching: text) }
        }
        for text in ["333", "north", "T1"] {
            _ = await ask { try await bundle.routes(matching: text) }
        }
        let quay = Coordinate(latitude: -33.86152, longitude: 151.21075)
        _ = await ask { try await bundle.stops(near: quay, radius: 2000) }
        let near = await ask { try await bundle.stops(near: quay, count: 7) } ?? []
        _ = await ask { try await bundle.routeGroups() }
        for language in ["zh-Hans", "ar", "fr"] {
            guard let names = await ask({ try await bundle.translations(for: language) }) else {
                continue
            }
            _ = await ask { try await names.translated(near) }
            _ = await ask { try await names.translated(try await bundle.feed()) }
            _ = await ask { try await names.translated(try await bundle.routes()) }
        }
        await askAboutStops()
        await askAboutRoutes()
        await askForRecords()
        await askAboutTrips(now: Self.now)
        await askAboutPlaces(now: Self.now)
    }

    private mutating func askAboutStops() async {
        let bundle = bundle
        let quay = await ask { try await bundle.stop(id: "QUAY") }
        _ = await ask { try await bundle.stop(sid: 1) }
        _ = await ask { try await bundle.stops(ids: ["QUAY", "sid:2"]) }
        _ = await ask { try await bundle.stops(limit: 9) }
        let all = await ask { try await bundle.read { try Stop.fetchAll($0) } } ?? []
        for stop in some(all) + [quay].compactMap({ $0 }) {
            _ = await ask { try await bundle.routes(of: stop) }
            _ = await ask { try await bundle.departures(from: stop, at: Self.now) }
            _ = await ask { try await bundle.destinations(from: stop, asStations: true) }
            if let details = await ask({ try await bundle.details(of: stop) }) {
                _ = await ask {
                    try await bundle.translations(for: "zh-Hans").translated(details)
                }
            }
        }
        if let quay {
            let next = await ask { try await bundle.nextDepartures(from: quay, at: Self.now) }
            if let next {
                _ = await ask { try await bundle.translations(for: "zh-Hans").translated(next) }
            }
        }
    }

    private mutating func askAboutRoutes() async {
        let bundle = bundle
        _ = await ask { try await bundle.route(id: "T1") }
        _ = await ask { try await bundle.route(rid: 1) }
        let all = await ask { try await bundle.routes() } ?? []
        for route in some(all) {
            _ = await ask { try await bundle.directions(of: route) }
            _ = await ask { try await bundle.stops(of: route) }
            _ = await ask { try await bundle.stops(of: route, direction: 1) }
            _ = route.color
            _ = route.textColor
        }
    }

    private mutating func askForRecords() async {
        let bundle = bundle
        _ = await ask { try await bundle.read { try Trip.fetchAll($0) } }
        _ = await ask { try await bundle.read { try StopTime.fetchAll($0) } }
        _ = await ask { try await bundle.read { try Agency.fetchAll($0) } }
        _ = await ask { try await bundle.read { try Level.fetchAll($0) } }
        _ = await ask { try await bundle.read { try FeedInfo.fetchAll($0) } }
        _ = await ask { try await bundle.read { try Attribution.fetchAll($0) } }
    }
}
