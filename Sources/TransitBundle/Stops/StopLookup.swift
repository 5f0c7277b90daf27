import GRDB

/// Finds stops by their keys and ids.
struct StopLookup {
    let db: Database

    /// The stops of some keys, in the order of the keys; keys without a stop are left out.
    func stops(_ sids: [Int64]) throws -> [Stop] {
        var found: [Int64: Stop] = [:]
        for stop in try all(Self.byKeys, [DepartureSearch.json(sids)]) { found[stop.sid] = stop }
        return sids.compactMap { found[$0] }
    }

    private static let select = "SELECT \(Stop.columns) FROM stops WHERE "
    private static let byKeys = select + "sid IN (SELECT value FROM json_each(?))"
    private static let byKey = select + "sid = ?"
    private static let byID = select + "stop_id = ?"
    private static let byParent = select + "parent_station = ?"

    private func all(_ sql: String, _ arguments: StatementArguments) throws -> [Stop] {
        try db.readAll(sql, arguments) { try Stop($0) }
    }

    func stop(sid: Int64) throws -> Stop? {
        try all(Self.byKey, [sid]).first
    }

    /// The stop of a `stop_id`.
    func stop(stopID: String) throws -> Stop? {
        try all(Self.byID, [stopID]).first
    }

    /// The stop of a `stop_id`, or of a key written `sid:1`.
    func stop(id: String) throws -> Stop? {
        if let stop = try stop(stopID: id) { return stop }
        guard id.hasPrefix("sid:"), let sid = Int64(id.dropFirst(4)) else { return nil }
        return try stop(sid: sid)
    }

    /// What lies directly below a stop: platforms, entrances and nodes of a station, boarding areas
    /// of a platform.
    func children(of stop: Stop) throws -> [Stop] {
        guard !stop.stopID.isEmpty else { return [] }
        return try all(Self.byParent, [stop.stopID])
    }

    /// The stop that `parent_station` names.
    func parent(of stop: Stop) throws -> Stop? {
        guard let parent = stop.parentStation, !parent.isEmpty, parent != stop.stopID else {
            return nil
        }
        return try self.stop(stopID: parent)
    }
}
