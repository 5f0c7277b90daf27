import Foundation
import GRDB
import TransitBundle

/// Finds what questions of tests start from.
enum Lookup {
    static func stop(_ id: String, in bundle: TransitBundle) async throws -> Stop {
        let stop = try await bundle.read { db in
            try Stop.fetchOne(db, sql: "SELECT * FROM stops WHERE stop_id = ?", arguments: [id])
        }
        guard let stop else { throw TransitBundleError.notFound(kind: "stop", id: id) }
        return stop
    }

    static func route(_ id: String, in bundle: TransitBundle) async throws -> Route {
        let route = try await bundle.read { db in
            try Route.fetchOne(db, sql: "SELECT * FROM routes WHERE route_id = ?", arguments: [id])
        }
        guard let route else { throw TransitBundleError.notFound(kind: "route", id: id) }
        return route
    }

    /// An instant as RFC 3339 writes it.
    static func instant(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }
}
