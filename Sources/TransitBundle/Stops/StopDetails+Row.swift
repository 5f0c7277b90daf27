public import GRDB
import SQLiteLayer
public import TransitModel

extension StopDetails {
    init(_ stop: Stop, facts: BundleFacts, in db: Database) throws {
        let lookup = StopLookup(db: db)
        let places = try StationPlaces.below(stop, facts: facts, in: db)
        let below = places.dropFirst()
        func all(_ kind: LocationType) -> [Stop] {
            below.filter { $0.kind == kind }.sorted(by: Self.isInOrder)
        }
        let parent = try lookup.parent(of: stop)
        self.init(
            stop: stop, parent: parent,
            station: try [stop, parent, parent.flatMap { try lookup.parent(of: $0) }]
                .compactMap { $0 }.first { $0.kind == .station },
            platforms: all(.stop), entrances: all(.entrance), nodes: all(.genericNode),
            boardingAreas: all(.boardingArea), levels: try Self.levels(of: places, db),
            pathways: try Self.pathways(of: places, db),
            routes: try RouteLookup(db: db).routes(callingAt: places))
    }

    private static func isInOrder(_ left: Stop, _ right: Stop) -> Bool {
        let leftCode = left.platformCode ?? ""
        let rightCode = right.platformCode ?? ""
        if leftCode != rightCode { return NaturalOrder.isLess(leftCode, rightCode) }
        if left.stopName != right.stopName {
            return NaturalOrder.isLess(left.stopName, right.stopName)
        }
        return left.sid < right.sid
    }

    private static func levels(of places: [Stop], _ db: Database) throws -> [Level] {
        let used = Set(places.compactMap(\.levelID).map(LevelID.init))
        guard !used.isEmpty else { return [] }
        // A feed has few levels, and no index on their ids.
        return try db.readAll(levels, arguments: [JSONList.texts(used.sorted().map(\.text))]) {
            row in
            Level(
                levelID: try row.required(row.text(0), "level_id"), levelIndex: row.real(1),
                levelName: row.text(2))
        }
        .sorted {
            ($0.levelIndex ?? 0, LevelID($1.levelID)) > ($1.levelIndex ?? 0, LevelID($0.levelID))
        }
    }

    private static let levels = """
        SELECT level_id, level_index, level_name FROM levels
        WHERE level_id IN (SELECT value FROM json_each(?))
        """

    private static func pathways(of places: [Stop], _ db: Database) throws -> [Pathway] {
        let ids = JSONList.texts(places.map(\.stopID).filter { !$0.isEmpty })
        let found = try Pathway.touching(ids, db)
        let keys = found.map { NaturalOrder.key($0.pathwayID?.text ?? "") }
        return found.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
            .map { found[$0] }
    }
}

/// A record of GRDB.
extension Level: IdentifiedRecord {
    public static let idColumn = "level_id"
    public static let databaseTableName = "levels"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}
