import ArgumentParser
import Foundation
import SystemLayer
import TransitAPI
import TransitBundle

struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract:
            "Ask a bundle: stops, nearby, routes, stop, departures, arrivals, trip, timetable, alerts, vehicles.",
        discussion: """
            The bundle is the last argument. Stops and routes are named by the feed's ids, or by \
            their keys as sid:1 and rid:1. Times are RFC 3339 (2026-11-21T08:00:00+11:00), or \
            what the clock at the stop shows (2026-11-21T08:00).
            """,
        subcommands: [
            QueryStops.self, QueryNearby.self, QueryRoutes.self, QueryStop.self,
            QueryDepartures.self, QueryArrivals.self, QueryTrip.self, QueryTimetable.self,
            QueryAlerts.self, QueryVehicles.self,
        ])
}

/// A question of the API as a command: its arguments and options are parameters of an endpoint,
/// its answer is that of a server. The shortest one to copy is ``QueryRoutes``.
protocol QueryCommand: ParsableCommand, Sendable {
    associatedtype Options: AskingOptions
    var options: Options { get }
    /// The language of alerts; nil for the feed's.
    var language: String? { get }
    func answer(from asked: AskedBundle) async throws -> QueryAnswer
}

extension QueryCommand {
    var language: String? { nil }

    func run() throws {
        try Blocking.run {
            try await answer(from: options.asked(in: language)).write(as: options.form)
        }
    }
}

/// The bundle that is asked, and the form of the answer.
protocol AskingOptions: ParsableArguments, Sendable {
    var form: QueryOptions { get }
    func asked(in language: String?) async throws -> AskedBundle
}

struct QueryOptions: AskingOptions {
    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Print CSV.")
    var csv = false

    @Argument(help: "The bundle.")
    var bundle: TextArgument

    var form: QueryOptions { self }

    func validate() throws {
        if json, csv { throw ValidationError("choose one of --json and --csv") }
    }

    func asked(in language: String?) throws -> AskedBundle {
        AskedBundle(try TransitBundle(path: bundle.text))
    }
}

/// The same with live data.
struct LiveQueryOptions: AskingOptions {
    @OptionGroup var realtime: RealtimeOptions

    @OptionGroup var form: QueryOptions

    func asked(in language: String?) async throws -> AskedBundle {
        try await realtime.asked(of: TransitBundle(path: form.bundle.text), in: language)
    }

    func require(for what: String) throws {
        guard !realtime.messages.isEmpty else {
            throw ValidationError("\(what) need --realtime FILE or URL")
        }
    }
}

private enum Blocking {
    static func run(_ work: @escaping @Sendable () async throws -> Void) throws {
        let result = Promise<Result<Void, any Error>>()
        Task {
            do { result.keep(.success(try await work())) } catch { result.keep(.failure(error)) }
        }
        try result.value().get()
    }
}
