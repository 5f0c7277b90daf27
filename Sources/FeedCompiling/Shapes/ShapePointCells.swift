package import FeedReading
import GTFSSchedule

/// Reads the cells of a row of `shapes.txt`, for the bundle and for rules.
struct ShapePointCells {
    let columns: ShapePointColumns

    /// Degrees and distances that could not be read are NaN, a sequence is 0.
    @inline(__always)
    func read(_ cells: RowCells) -> ReadShapePoint {
        var unusual: UnusualCells = []
        let point = ShapePointRow(
            latitude: CellText.decimal(cells[columns.latitude]) ?? .nan,
            longitude: CellText.decimal(cells[columns.longitude]) ?? .nan,
            sequence: cells.sequence(columns.sequence, &unusual) ?? 0,
            row: Int32(clamping: cells.row), distance: cells.distance(columns.distance, &unusual))
        // Places near 0, 0 or a pole are noted, too.
        let (north, east) = (abs(point.latitude), abs(point.longitude))
        if !(north < 89 && east <= 180 && (north > 1 || east > 1)) { unusual.insert(.fault) }
        return ReadShapePoint(cells: cells, point: point, kinds: unusual)
    }
}

/// A row of `shapes.txt`.
package struct ReadShapePoint {
    package let cells: RowCells
    package let point: ShapePointRow
    package let kinds: UnusualCells
}

package struct ShapePointRow: NumberedRow {
    /// Degrees; a larger number is not a slip of a few digits, and does not fit.
    static let limit = 2_000.0

    /// Degrees.
    package var latitude: Double
    package var longitude: Double
    package var sequence: Int32
    package var row: Int32
    /// NaN when blank.
    package var distance: Double

    package init(
        latitude: Double, longitude: Double, sequence: Int32, row: Int32, distance: Double
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.sequence = sequence
        self.row = row
        self.distance = distance
    }
}

/// Which columns of a file hold the fields of `shapes.txt`; `Int.max` for missing ones.
package struct ShapePointColumns: Sendable {
    package let id: Int
    package let latitude: Int
    package let longitude: Int
    package let sequence: Int
    package let distance: Int

    /// The first of columns with the same name counts.
    package init(_ header: [String]) {
        func column(_ name: String) -> Int { header.firstIndex(of: name) ?? Int.max }
        id = column("shape_id")
        latitude = column("shape_pt_lat")
        longitude = column("shape_pt_lon")
        sequence = column("shape_pt_sequence")
        distance = column("shape_dist_traveled")
    }
}
