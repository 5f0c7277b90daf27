import GRDB
import SQLiteLayer
import TransitModel

extension Pathway {
    /// The pathways that begin or end at one of some places.
    ///
    /// - Parameter places: `stop_id`s as a JSON array.
    static func touching(_ places: String, _ db: Database) throws -> [Pathway] {
        try db.readAll(touching, arguments: [places]) { Pathway($0) }
    }

    private static let touching = """
        SELECT pathway_id, from_stop_id, to_stop_id, pathway_mode, is_bidirectional, length,
          traversal_time, stair_count, max_slope, min_width, signposted_as, reversed_signposted_as
        FROM pathways
        WHERE from_stop_id IN (SELECT value FROM json_each(?1))
          OR to_stop_id IN (SELECT value FROM json_each(?1))
        """

    /// A row by position: large stations have hundreds.
    private init(_ row: Columns) {
        self.init()
        pathwayID = row.text(0).map { PathwayID($0) }
        fromStopID = row.text(1).map { StopID($0) }
        toStopID = row.text(2).map { StopID($0) }
        pathwayMode = row.integer(3).map(PathwayMode.init(code:))
        isBidirectional = row.integer(4).map(YesNo.init(code:))
        length = row.real(5)
        traversalTime = row.integer(6)
        stairCount = row.integer(7)
        maxSlope = row.real(8)
        minWidth = row.real(9)
        signpostedAs = row.text(10)
        reversedSignpostedAs = row.text(11)
    }
}
