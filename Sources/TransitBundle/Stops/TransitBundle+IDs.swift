import SQLiteLayer
import TransitModel

/// The kinds of ids in a feed.
///
/// `TransitBundle.KindOfID` is an alias, for modules that have an `IDKind` of their own.
public enum IDKind: String, CaseIterable, Sendable {
    /// A `stop_id`.
    case stop
    /// A `route_id`.
    case route
    /// A `trip_id`.
    case trip
    /// A `shape_id`.
    case shape

    fileprivate var column: (table: String, name: String, condition: String) {
        switch self {
        case .stop: ("stops", "stop_id", "1")
        case .route: ("routes", "route_id", "1")
        // Trips that only stop_times.txt names do not count.
        case .trip: ("trip", "trip_id", "trip > 0")
        case .shape: ("shape", "shape_id", "points > 0")
        }
    }
}

extension TransitBundle {
    /// The kinds of ids in a feed, under a name that nothing else shadows.
    public typealias KindOfID = IDKind

    /// Returns whether an earlier bundle of the line had a stop or route that this one lacks: by
    /// its id, or by a key written `sid:1` or `rid:1`. Other things leave no trace.
    public func hasVanished(_ kind: IDKind, id: String) async throws -> Bool {
        let prefix = kind == .stop ? "sid:" : "rid:"
        let key = id.hasPrefix(prefix) ? Int64(id.dropFirst(prefix.count)) : nil
        return try await question { db in
            try db.readFirst(
                "SELECT 1 FROM tombstones WHERE kind = ? AND (id = ? OR key = ?)",
                arguments: [kind.rawValue, id, key]
            ) { _ in }
        }
    }

    /// Returns ids that may have been meant by an id that the feed lacks: its neighbors in sorted
    /// order, other spellings in upper and lower case, and in a small feed all ids.
    public func ids(besides id: String, of kind: IDKind) async throws -> [String] {
        let (table, column, condition) = kind.column
        let sql = """
            SELECT * FROM (SELECT \(column) FROM \(table)
              WHERE \(column) >= ?1 AND \(condition) ORDER BY \(column) LIMIT ?2)
            UNION ALL
            SELECT * FROM (SELECT \(column) FROM \(table)
              WHERE \(column) < ?1 AND \(condition) ORDER BY \(column) DESC LIMIT ?2)
            """
        return try await question { db in
            var seen: Set<[UInt8]> = []
            var found: [String] = []
            for (start, most) in [
                (id, 16), (id.uppercased(), 16), (id.lowercased(), 16), ("", Self.smallFeed),
            ] {
                found += try db.readAll(sql, arguments: [start, most]) { row -> String? in
                    guard let id = row.text(0), !id.isEmpty, seen.insert(Array(id.utf8)).inserted
                    else { return nil }
                    return id
                }
            }
            return found
        }
    }

    /// Up to so many, all ids are returned.
    private static let smallFeed = 1000
}
