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

    func translations() async throws -> [String] {
        let stops = try await bundle.stops(matching: "lavender point")
        let french = try await bundle.translations(for: "fr-CA")
        let shown = try await french.translated(stops).map(\.stopName)
        // ["Pointe Lavande", "Lavender Point Wharf", "Lavender Point, Pacific Parade"]
        return shown
    }

    func store(_ downloaded: String, sha256 digest: String) async throws -> [Route] {
        let store = try TransitBundleStore(path: path)
        try store.replace(with: downloaded, sha256: digest)  // checks it and moves it in
        let routes = try await store.current.routes()
        return routes
    }
}
