import GRDB

/// Finds stops by their keys and ids.
struct StopLookup {
    let db: Database

    /// The stops of some keys, in the order of the keys; keys without a stop are left out.
    func stops(_ sids: [Int64]) throws -> [Stop] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: Self.byKeys), arguments: [DepartureSearch.json(sids)])
        var found: [Int64: Stop] = [:]
        while let row = try rows.next() {
            let stop = try Stop(inOrder: row)
            found[stop.sid] = stop
        }
        return sids.compactMap { found[$0] }
    }

    private static let byKeys = """
        SELECT \(Stop.columns) FROM stops WHERE sid IN (SELECT value FROM json_each(?))
        """

    func stop(sid: Int64) throws -> Stop? {
        try Stop.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM stops WHERE sid = ?"), arguments: [sid])
    }

    /// The stop of a `stop_id`, or of a key written `sid:1`.
    func stop(id: String) throws -> Stop? {
        let stop = try Stop.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM stops WHERE stop_id = ?"), arguments: [id])
        if let stop { return stop }
        guard id.hasPrefix("sid:"), let sid = Int64(id.dropFirst(4)) else { return nil }
        return try self.stop(sid: sid)
    }

    /// What lies directly below a stop: platforms, entrances and nodes of a station, boarding areas
    /// of a platform.
    func children(of stop: Stop) throws -> [Stop] {
        guard !stop.stopID.isEmpty else { return [] }
        return try Stop.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM stops WHERE parent_station = ?"),
            arguments: [stop.stopID])
    }

    /// The stop that `parent_station` names.
    func parent(of stop: Stop) throws -> Stop? {
        guard let parent = stop.parentStation, !parent.isEmpty, parent != stop.stopID else {
            return nil
        }
        return try Stop.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM stops WHERE stop_id = ?"), arguments: [parent])
    }
}
