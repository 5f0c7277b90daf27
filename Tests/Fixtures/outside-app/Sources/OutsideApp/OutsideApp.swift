import Foundation
import TransitBundle
import TransitModel
import TransitSample

/// An app that has the package from outside, and so its public names only. It prints what it finds.
@main struct OutsideApp {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { fatalError("usage: OutsideApp BUNDLE FEED") }
        let (path, feed) = (arguments[1], arguments[2])
        // Monday 23 November 2026, half past seven in the morning in Sydney.
        let time = Date(timeIntervalSince1970: 1_795_379_400)

        let bundle = try TransitBundle(path: path)
        try await names(bundle)
        let routes = try await bundle.read { db in try Route.fetchAll(db) }
        print("records: \(routes.count)")
        try await boards(bundle, at: time)

        try await screens("bundle", try TransitBundleStore(path: path), typing: "qua", at: time)
        try await screens("preview", CannedSource.sample(now: time), typing: "circ", at: time)
        try await screens(
            "offline", CannedSource.sample(failure: Offline()), typing: "circ", at: time)
        try await server(bundle)

        try await failures(bundle, feed: feed)
        try await validation(of: feed)
        try await building(feed, at: path + ".built.sqlite")
    }

    /// The next departures, and those of two stops at once.
    private static func boards(_ bundle: TransitBundle, at time: Date) async throws {
        guard let stop = try await bundle.stops(matching: "central").first else { return }
        for departure in try await bundle.nextDepartures(from: stop, at: time, count: 2) {
            let minutes = Int(departure.time.date.timeIntervalSince(time) / 60)
            print("in \(minutes) min: \(departure.route?.name ?? "?") \(departure.headsign ?? "")")
        }
        let quay = try await bundle.stop(id: "QUAY")
        let boards = try await bundle.boards(
            of: [stop, quay], at: time, for: 1800, matching: BoardFilter(types: [.rail]))
        print("boards: \(boards.map { "\($0.stop.stopName) \($0.events.count)" })")
    }
}
