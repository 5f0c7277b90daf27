package import BundleCodec

/// Values that several columns of a bundle hold together, by the position of the first of them.
extension Columns {
    /// The columns of a list in `distances`; `shape_chunk` has them with `distance_` before.
    package static let packedNumbers = ["base", "scale", "width", "codes"]

    /// In the columns of ``packedNumbers``; nil when the row has none.
    package func packedNumbers(
        _ column: Int, as form: NumberCodes, count: Int
    ) throws(DamagedEncoding) -> PackedNumbers? {
        try PackedNumbers(
            base: int64(column), scale: int64(column + 1), width: int64(column + 2),
            codes: isNull(column + 3) ? nil : Array(blob(column + 3)), as: form, count: count)
    }

    /// The columns of `shape_chunk` that bundles without exact shapes lack.
    package static let coordinateRests = ["rest_width", "latitude_unit", "longitude_unit", "rests"]

    /// From `shape_chunk c`.
    package static func restColumns(_ connection: Connection) throws(SQLiteFailure) -> [String] {
        let hasRests = try connection.hasColumn("rests", of: "shape_chunk")
        return coordinateRests.map { hasRests ? "c.\($0)" : "NULL" }
    }

    /// In the columns of ``coordinateRests``; nil when the polyline leaves out no digits.
    package func coordinateRests(
        _ column: Int, points: Int
    ) throws(DamagedEncoding) -> CoordinateRests? {
        try CoordinateRests(
            width: int64(column), latitudeUnit: real(column + 1), longitudeUnit: real(column + 2),
            codes: isNull(column + 3) ? nil : Array(blob(column + 3)), points: points)
    }

    /// In three columns of `service`: first_day, last_day, days; nil when the service never runs.
    package func serviceDays(_ column: Int) throws(DamagedEncoding) -> ServiceDays? {
        try ServiceDays(
            first: integer(column), last: integer(column + 1),
            days: asBytes(column + 2).map { Array($0) })
    }
}

extension TimingOffsets {
    /// The columns of ``decode(_:_:isInterpolated:)``.
    package static let columns = [
        "ti.unit", "ti.departures", "ti.dwell", "dw.dwells", "ti.arrivals",
    ]

    package static let source = "timing ti LEFT JOIN dwell dw ON dw.dwell = ti.dwell"

    /// Published times, and those between them where a further column has them. The previous content
    /// is lost, even when the row turns out to be damaged.
    package mutating func decode(
        _ row: Columns, _ column: Int, isInterpolated: Bool = false
    ) throws(DamagedEncoding) {
        // If stopping times named by a timing are missing, they count as an empty list, which is
        // too short.
        let noDwells =
            row.isNull(column + 2) ? nil : UnsafeRawBufferPointer(start: nil, count: 0)
        try decode(
            unit: row.integer(column) ?? 0, departures: row.bytes(column + 1),
            dwells: row.asBytes(column + 3) ?? noDwells, arrivals: row.asBytes(column + 4),
            interpolated: isInterpolated ? row.asBytes(column + 5) : nil)
    }
}
