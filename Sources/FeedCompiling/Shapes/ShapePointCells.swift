import FeedReading
import GTFSSchedule

struct ShapePointCells {
    let columns: ShapePointColumns

    /// Nil when the row must be left out, which is noted: a row without a place is not a point.
    func read(_ cells: RowCells, _ reader: TableReader) -> ShapePointRow? {
        let sequenceCell = cells[columns.sequence]
        guard let value = CellText.integer(sequenceCell), let sequence = Int32(exactly: value)
        else {
            reader.rejectRow(for: "shape_pt_sequence", sequenceCell, .invalidInteger)
            return nil
        }
        if sequence < 0 {
            reader.note(.numberOutOfRange, field: "shape_pt_sequence", sequenceCell)
        }
        guard
            let latitude = degrees(
                cells[columns.latitude], field: "shape_pt_lat", limit: 90, in: reader),
            let longitude = degrees(
                cells[columns.longitude], field: "shape_pt_lon", limit: 180, in: reader)
        else { return nil }
        var distance = Double.nan
        let distanceCell = cells[columns.distance]
        if !distanceCell.isEmpty {
            if let value = CellText.decimal(distanceCell) {
                distance = value
                if value < 0 {
                    reader.note(.numberOutOfRange, field: "shape_dist_traveled", distanceCell)
                }
            } else {
                reader.rejectCell(.invalidFloat, field: "shape_dist_traveled", distanceCell)
            }
        }
        return ShapePointRow(
            latitude: latitude, longitude: longitude, sequence: sequence,
            row: Int32(truncatingIfNeeded: cells.row), distance: distance)
    }

    /// A number beyond 2,000 degrees is not a slip of a few digits, and does not fit.
    private func degrees(
        _ cell: UnsafeRawBufferPointer, field: String, limit: Double, in reader: TableReader
    ) -> Double? {
        guard let value = CellText.decimal(cell), abs(value) < 2_000 else {
            reader.rejectRow(for: field, cell, .invalidFloat)
            return nil
        }
        if abs(value) > limit { reader.note(.numberOutOfRange, field: field, cell) }
        return value
    }
}

package struct ShapePointRow: NumberedRow {
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
