import BundleCodec
import GRDB
import TransitModel

/// Lenient values of a row: nil for anything that is not a number or a text, so that a damaged file
/// cannot stop the app (GRDB's own subscripts trap on such a value).
extension Row {
    func integer(_ column: String) -> Int? {
        let value: DatabaseValue? = self[column]
        return value.flatMap { Int.fromDatabaseValue($0) }
    }

    /// By position, which is much faster in rows of many columns. The row must have it.
    func integer(at position: Int) -> Int? {
        let value: DatabaseValue = self[position]
        return Int.fromDatabaseValue(value)
    }

    /// By position, like `integer(at:)`.
    func text(at position: Int) -> String? {
        let value: DatabaseValue = self[position]
        return String.fromDatabaseValue(value)
    }

    func real(_ column: String) -> Double? {
        let value: DatabaseValue? = self[column]
        return value.flatMap { Double.fromDatabaseValue($0) }
    }

    func text(_ column: String) -> String? {
        let value: DatabaseValue? = self[column]
        return value.flatMap { String.fromDatabaseValue($0) }
    }

    func bytes(_ column: String) -> [UInt8]? {
        let value: DatabaseValue? = self[column]
        switch value?.storage {
        case .blob(let data)?: return Array(data)
        default: return nil
        }
    }

    /// A value that the bundle's layout guarantees.
    func required<Value>(_ value: Value?, _ column: String) throws -> Value {
        guard let value else {
            throw TransitBundleError.damaged(reason: "\(column) has no usable value")
        }
        return value
    }

    /// The digits that the polyline of a chunk leaves out; nil when it is exact, and in bundles
    /// without exact shapes.
    func coordinateRests(points: Int) throws -> CoordinateRests? {
        try CoordinateRests(
            width: key("rest_width"), latitudeUnit: real("latitude_unit"),
            longitudeUnit: real("longitude_unit"), codes: bytes("rests"), points: points)
    }

    /// A list of `count` numbers in columns with a common prefix; nil when the row has none.
    func packedNumbers(
        _ prefix: String, as form: NumberCodes, count: Int
    ) throws -> PackedNumbers? {
        try PackedNumbers(
            base: key(prefix + "base"), scale: key(prefix + "scale"),
            width: key(prefix + "width"), codes: bytes(prefix + "codes"), as: form,
            count: count)
    }
}
