import Foundation
import GRDB
import TransitModel

/// The routes whose service days count in an assumed zone, because their agency gives none, or one
/// that does not exist.
struct AssumedZones: Sendable {
    /// By `rid`, the routes for which the opposite of ``byDefault`` is true.
    private let exceptions: Set<Int64>
    /// Whether the zone is assumed for a route of the first agency, or of none.
    private let byDefault: Bool

    init(_ db: Database, agencies: [(id: String?, zone: NamedTimeZone?)]) throws {
        byDefault = agencies.first?.zone == nil
        var exceptions: Set<Int64> = []
        for (id, zone) in agencies where (zone == nil) != byDefault {
            let rids = try Int64.fetchAll(
                db, sql: "SELECT rid FROM routes WHERE agency_id = ?", arguments: [id])
            exceptions.formUnion(rids)
        }
        self.exceptions = exceptions
    }

    /// Whether the zone of a route's service days is assumed.
    func contains(_ rid: Int64?) -> Bool {
        guard let rid, !exceptions.isEmpty else { return byDefault }
        return exceptions.contains(rid) != byDefault
    }
}
