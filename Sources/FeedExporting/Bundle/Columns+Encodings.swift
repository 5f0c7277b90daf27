import BundleCodec
import SQLiteLayer

extension Columns {
    /// In four columns: base, scale, width, codes; nil when the row has none.
    func packedNumbers(
        _ column: Int, as form: NumberCodes, count: Int
    ) throws(DamagedEncoding) -> PackedNumbers? {
        try PackedNumbers(
            base: int64(column), scale: int64(column + 1), width: int64(column + 2),
            codes: isNull(column + 3) ? nil : Array(blob(column + 3)), as: form, count: count)
    }

    /// From `shape_chunk c`: bundles without exact shapes lack them.
    static func restColumns(_ connection: Connection) throws(SQLiteFailure) -> String {
        let hasRests = try connection.hasColumn("rests", of: "shape_chunk")
        return ["rest_width", "latitude_unit", "longitude_unit", "rests"]
            .map { hasRests ? "c.\($0)" : "NULL" }.joined(separator: ", ")
    }

    /// In four columns: width, units, characters; nil when the polyline leaves out no digits.
    func coordinateRests(
        _ column: Int, points: Int
    ) throws(DamagedEncoding) -> CoordinateRests? {
        try CoordinateRests(
            width: int64(column), latitudeUnit: real(column + 1), longitudeUnit: real(column + 2),
            codes: isNull(column + 3) ? nil : Array(blob(column + 3)), points: points)
    }
}
