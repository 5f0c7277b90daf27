import ArgumentParser

/// `gtfs query`: the questions of an app, asked on the command line through the client library.
struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract: "Ask a bundle: stops, nearby, routes, stop, departures, trip, timetable.",
        discussion: """
            The bundle is the last argument. Stops and routes are named by the feed's ids, or by \
            their keys as sid:1 and rid:1. Times are RFC 3339 (2026-11-21T08:00:00+11:00), or \
            local times in the agency's zone (2026-11-21T08:00).
            """,
        subcommands: [
            QueryStops.self, QueryNearby.self, QueryRoutes.self, QueryStop.self,
            QueryDepartures.self, QueryTrip.self, QueryTimetable.self,
        ])
}
