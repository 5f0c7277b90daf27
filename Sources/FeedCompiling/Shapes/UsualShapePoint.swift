import FeedReading
import GTFSSchedule

/// Reads the cells of a usual row of `shapes.txt`: one that bundle and rules see alike and have
/// nothing to note about.
struct UsualShapePoint {
    private let columns: ShapePointColumns

    init(_ columns: ShapePointColumns) {
        self.columns = columns
    }

    /// The point, without the row's number; nil when something is unusual.
    @inline(__always)
    func read(_ cells: RowCells) -> ShapePointRow? {
        guard let sequence = CellText.integer(cells[columns.sequence]), sequence >= 0,
            sequence <= Int32.max,
            let latitude = CellText.decimal(cells[columns.latitude]),
            let longitude = CellText.decimal(cells[columns.longitude]),
            abs(latitude) < 89, abs(longitude) <= 180, abs(latitude) > 1 || abs(longitude) > 1
        else { return nil }
        var distance = Double.nan
        let cell = cells[columns.distance]
        if !cell.isEmpty {
            guard let value = CellText.decimal(cell), value.sign == .plus else { return nil }
            distance = value
        }
        return ShapePointRow(
            latitude: latitude, longitude: longitude,
            sequence: Int32(truncatingIfNeeded: sequence), row: 0, distance: distance)
    }
}
