import BundleCodec
import SQLiteLayer
import TransitModel

/// Nil for anything that is not a number or a text, so that a damaged file cannot stop the app. A
/// column that the row lacks is nil, too.
extension Columns {
    func integer(_ column: String) -> Int? { position(column).flatMap { integer($0) } }
    func real(_ column: String) -> Double? { position(column).flatMap { real($0) } }
    func text(_ column: String) -> String? { position(column).flatMap { text($0) } }

    func bytes(_ column: String) -> [UInt8]? {
        position(column).flatMap { isBlob($0) ? Array(blob($0)) : nil }
    }

    func key(_ column: String) -> Int64? { position(column).flatMap { int64($0) } }

    func key(_ position: Int) -> Int64? { int64(position) }

    func required<Value>(_ value: Value?, _ column: String) throws -> Value {
        guard let value else {
            throw TransitBundleError.damaged(reason: "\(column) has no usable value")
        }
        return value
    }

    /// Nil when the polyline of the chunk is exact, and in bundles without exact shapes.
    func coordinateRests(points: Int) throws -> CoordinateRests? {
        try CoordinateRests(
            width: key("rest_width"), latitudeUnit: real("latitude_unit"),
            longitudeUnit: real("longitude_unit"), codes: bytes("rests"), points: points)
    }

    /// The columns have a common prefix; nil when the row has none.
    func packedNumbers(
        _ prefix: String, as form: NumberCodes, count: Int
    ) throws -> PackedNumbers? {
        try PackedNumbers(
            base: key(prefix + "base"), scale: key(prefix + "scale"),
            width: key(prefix + "width"), codes: bytes(prefix + "codes"), as: form,
            count: count)
    }
}
