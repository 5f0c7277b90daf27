import Foundation
import GRDB
import TransitBundle

extension TransitBundle {
    /// Reads the file with another reader than the library's.
    func readWithGRDB<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        var configuration = Configuration()
        configuration.readonly = true
        return try await DatabaseQueue(path: path, configuration: configuration).read(body)
    }
}

enum Lookup {
    static func stop(_ id: String, in bundle: TransitBundle) async throws -> Stop {
        let stop = try await bundle.read { db in
            try Stop.fetchOne(db, "WHERE stop_id = ?", with: [.text(id)])
        }
        guard let stop else { throw TransitSourceError.notFound(kind: "stop", id: id) }
        return stop
    }

    static func route(_ id: String, in bundle: TransitBundle) async throws -> Route {
        let route = try await bundle.read { db in
            try Route.fetchOne(db, "WHERE route_id = ?", with: [.text(id)])
        }
        guard let route else { throw TransitSourceError.notFound(kind: "route", id: id) }
        return route
    }

    /// The services that run on a day, counted from 1970, by the SQL that the bundle documents.
    static func activeServices(on day: Int, in bundle: TransitBundle) async throws -> [String] {
        try await bundle.readWithGRDB { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT service_id FROM service
                    WHERE :day BETWEEN first_day AND last_day
                      AND CASE WHEN substr(days, 1, 1) = '['
                        THEN (SELECT count(*) % 2 FROM json_each(days)
                          WHERE value <= :day - first_day AND (:day - first_day - value) % 7 = 0)
                        ELSE substr(days, 1 + CASE WHEN :day - first_day < length(days)
                          THEN :day - first_day
                          ELSE length(days) - 7 + (:day - first_day - length(days)) % 7 END, 1)
                          = '1' END
                    ORDER BY service_id
                    """, arguments: ["day": day])
        }
    }

    static func instant(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }
}
