import SQLiteLayer
public import TransitModel

struct StopLookup {
    let db: Database

    /// In the order of the keys; those without a stop are left out.
    func stops(_ sids: [Int64], known: BoundedCache<Int64, Stop>) throws -> [Stop] {
        let found = try known.values(for: Set(sids)) { missing in
            var found: [Int64: Stop] = [:]
            let keys = JSONList.integers(missing.sorted())
            for stop in try all(Self.byKeys, [keys]) { found[stop.sid] = stop }
            return found
        }
        return sids.compactMap { found[$0] }
    }

    private static let select = "SELECT \(Stop.columns) FROM stops WHERE "
    private static let byKeys = select + "sid IN (SELECT value FROM json_each(?))"
    private static let byKey = select + "sid = ?"
    private static let byID = select + "stop_id = ?"
    private static let byIDs = select + "stop_id IN (SELECT value FROM json_each(?))"
    private static let ofKinds =
        select + """
            sid > ? AND coalesce(location_type, 0) IN (SELECT value FROM json_each(?))
            ORDER BY sid LIMIT ?
            """
    private static let byParents = select + "parent_station IN (SELECT value FROM json_each(?))"

    private func all(_ sql: String, _ arguments: Parameters) throws -> [Stop] {
        try db.readAll(sql, arguments: arguments) { try Stop($0) }
    }

    func stop(sid: Int64) throws -> Stop? {
        try all(Self.byKey, [sid]).first
    }

    func stop(stopID: String) throws -> Stop? {
        try all(Self.byID, [stopID]).first
    }

    /// The id may also be a key, written `sid:1`.
    func stop(id: String) throws -> Stop? {
        if let stop = try stop(stopID: id) { return stop }
        guard id.hasPrefix("sid:"), let sid = Int64(id.dropFirst(4)) else { return nil }
        return try stop(sid: sid)
    }

    /// By the requested text, which may also be a key, written `sid:1`.
    func stops(ids: [String]) throws -> [StopID: Stop] {
        var found: [StopID: Stop] = [:]
        for stop in try all(Self.byIDs, [JSONList.texts(ids)]) { found[StopID(stop.stopID)] = stop }
        for id in ids where found[StopID(id)] == nil && id.hasPrefix("sid:") {
            found[StopID(id)] = try stop(id: id)
        }
        return found
    }

    func stops(after sid: Int64, limit: Int, kinds: [Int64]) throws -> [Stop] {
        try all(Self.ofKinds, [sid, JSONList.integers(kinds.sorted()), limit])
    }

    /// Platforms, entrances and nodes of a station, boarding areas of a platform.
    func children(of stops: [Stop]) throws -> [Stop] {
        let kinds = Dictionary(
            stops.map { (StopID($0.stopID), $0.kind) }, uniquingKeysWith: { first, _ in first })
        let ids = stops.map(\.stopID).filter { !$0.isEmpty }
        guard !ids.isEmpty else { return [] }
        return try all(Self.byParents, [JSONList.texts(ids)]).filter { child in
            child.parentStation.flatMap { kinds[StopID($0)] }.map(child.kind.canBePart) ?? false
        }
    }

    /// Nil if a place of this kind cannot be part of the one that `parent_station` names.
    func parent(of stop: Stop) throws -> Stop? {
        guard let parent = stop.parentStation, !parent.isEmpty,
            let found = try self.stop(stopID: parent), stop.kind.canBePart(of: found.kind)
        else { return nil }
        return found
    }

    /// The station, the platform of a boarding area without a station, or the stop itself.
    func top(of stop: Stop) throws -> Stop {
        // No place can be part of itself, so the kinds end every chain.
        var top = stop
        while let parent = try parent(of: top) { top = parent }
        return top
    }
}

extension Stop: BundleRecord {
    public static let bundleTable = "stops"
    public static let bundleColumns = CodingKeys.allCases.map(\.rawValue)
    public init(row: BundleRow) throws { try self.init(row.columns) }
}

extension Stop {
    init(_ row: Columns, at first: Int = 0) throws {
        self.init(
            sid: try row.required(row.key(first), "sid"), stopID: row.text(first + 1) ?? "",
            stopCode: row.text(first + 2), stopName: row.text(first + 3) ?? "",
            stopDesc: row.text(first + 4), stopLat: row.real(first + 5),
            stopLon: row.real(first + 6), zoneID: row.text(first + 7),
            stopURL: row.text(first + 8), locationType: row.integer(first + 9),
            parentStation: row.text(first + 10), stopTimezone: row.text(first + 11),
            wheelchairBoarding: row.integer(first + 12), levelID: row.text(first + 13),
            platformCode: row.text(first + 14),
            effectiveWheelchairBoarding: row.integer(first + 15))
    }

    static let columns = bundleColumns.joined(separator: ", ")
}
