import Foundation
import TransitBundle

/// The next departures from the stop that fits a typed text best.
func departures(_ path: String, _ text: String, at time: Date) async throws -> [String] {
    let bundle = try TransitBundle(path: path)
    guard let stop = try await bundle.stops(matching: text).first else { return [] }
    let next = try await bundle.nextDepartures(from: stop, at: time, count: 1)
    return next.map { "\($0.route?.name ?? "?") to \($0.headsign ?? "?")" }
}

/// The examples in the comments of `TransitBundle`, with the bundle of `feeds/sample` and a time.
struct TransitBundleExamples {
    let bundle: TransitBundle
    let path: String
    let now: Date

    func opening() async throws -> [StopEvent] {
        let bundle = try TransitBundle(path: path)
        let quay = try await bundle.stop(id: "QUAY")
        let next = try await bundle.departures(from: quay, at: now)
        return next
    }

    func searchStops() async throws -> [String] {
        let found = try await bundle.stops(matching: "orl caf", limit: 5)
        let names = found.map(\.stopName)  // ["Café Orléans, Crow's Rest"]
        return names
    }

    func searchRoutes() async throws -> [String] {
        let found = try await bundle.routes(matching: "south beach")
        let names = found.map(\.name)  // ["333", "N90"]
        return names
    }

    func stop() async throws -> (name: String, error: TransitSourceError?) {
        let quay = try await bundle.stop(id: "QUAY")
        let name = quay.stopName  // "Quayside"
        var missing: TransitSourceError?
        do {
            _ = try await bundle.stop(id: "NOWHERE")
        } catch let error as TransitSourceError {
            missing = error  // .notFound(kind: "stop", id: "NOWHERE")
        }
        return (name, missing)
    }

    func near() async throws -> [String] {
        let opera = Coordinate(latitude: -33.8568, longitude: 151.2153)
        let near = try await bundle.stations(near: opera, count: 2)
        let lines = near.map { "\($0.stop.stopName): \(Int($0.distanceMeters)) m" }
        // ["Quayside: 579 m", "Quayside, Stand C: 724 m"]
        return lines
    }

    func radius() async throws -> [String] {
        let opera = Coordinate(latitude: -33.8568, longitude: 151.2153)
        let near = try await bundle.stops(near: opera, radius: 700)
        let ids = near.map(\.stop.stopID)  // ["QUAY_W4", "QUAY", "QUAY_P2", "QUAY_P1"]
        return ids
    }

    func details() async throws -> (platforms: [String], routes: [String]) {
        let quay = try await bundle.stop(id: "QUAY")
        let details = try await bundle.details(of: quay)
        let platforms = details.platforms.compactMap(\.platformCode)  // ["1", "2", "3", "Wharf 4"]
        let routes = details.routes.map(\.name)  // ["T1", "M1", "F1"]
        return (platforms, routes)
    }

    func routes() async throws -> [String] {
        let routes = try await bundle.routes()
        let names = routes.prefix(3).map(\.name)  // ["L2", "T1", "M1"]
        return names
    }

    func calls(on date: ServiceDate) async throws -> [String] {
        let trip = try await bundle.trip(id: "F1-NYE-E")
        let calls = try await bundle.calls(of: trip, on: date)
        let lines = calls.map { "\($0.stopID ?? "?") \($0.scheduled.departure?.description ?? "")" }
        // ["QUAY_W4 24:25:00", "LP_W 24:34:00", "ZW 24:48:00", "FH 25:10:00"]
        return lines
    }

    func timetable(on date: ServiceDate) async throws -> (stops: [String]?, rows: [Int]) {
        let ferry = try await bundle.route(id: "F1")
        let timetables = try await bundle.timetables(of: ferry, on: date)
        let stops = timetables.first?.columns.map(\.stop.stopID)  // ["QUAY", "LP_W", "ZW", "FH"]
        let rows = timetables.map(\.rows.count)  // [2, 2]
        return (stops, rows)
    }

    func shape() async throws -> Int? {
        let trip = try await bundle.trip(id: "T1-WD-N1")
        let points = try await bundle.shape(of: trip)?.points.count  // 19
        return points
    }

    func translations() async throws -> [String] {
        let stops = try await bundle.stops(matching: "lavender point")
        let french = try await bundle.translations(for: "fr-CA")
        let shown = try await french.translated(stops).map(\.stopName)
        // ["Pointe Lavande", "Lavender Point Wharf", "Lavender Point, Pacific Parade"]
        return shown
    }

    func speaking() async throws -> String {
        let chinese = try await bundle.speaking("zh-Hans")
        let name = try await chinese.stop(id: "QUAY").stopName  // "环形码头"
        return name
    }

    func store(_ downloaded: String, sha256 digest: String) async throws -> [Route] {
        let store = try TransitBundleStore(path: path)
        try store.replace(with: downloaded, sha256: digest)  // checks it and moves it in
        let routes = try await store.current.routes()
        return routes
    }

    func favorite() async throws -> Stop {
        let stop = try await bundle.stop(id: "QUAY")
        let saved = (sid: stop.sid, stopID: stop.stopID, line: bundle.line)
        let favorite =
            try await bundle.recognizes(saved.line)
            ? bundle.stop(sid: saved.sid) : bundle.stop(id: saved.stopID)
        return favorite
    }
}
