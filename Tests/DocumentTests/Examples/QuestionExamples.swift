import Foundation
import TransitModel

/// The examples in the comments of `TransitBundle` that any source answers: a bundle, a store, a
/// client, prepared answers.
struct QuestionExamples<Source: TransitSource> {
    let bundle: Source
    let now: Date

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

    func extensions() async throws -> [String] {
        let tables = try await bundle.extensionTables()
        let names = tables.map { "\($0.file): \($0.columns.map(\.name).joined(separator: ", "))" }
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

    func speaking() async throws -> String {
        let chinese = try await bundle.speaking("zh-Hans")
        let name = try await chinese.stop(id: "QUAY").stopName  // "环形码头"
        return name
    }
}
