import SQLiteLayer
import TransitModel

/// Nil for anything that is not a number or a text, so that a damaged file cannot stop the app. A
/// column that the row lacks is nil, too.
extension Columns {
    func integer(_ column: String) -> Int? { position(column).flatMap { integer($0) } }
    func text(_ column: String) -> String? { position(column).flatMap { text($0) } }

    func key(_ column: String) -> Int64? { position(column).flatMap { int64($0) } }

    func key(_ position: Int) -> Int64? { int64(position) }

    func required<Value>(_ value: Value?, _ column: String) throws -> Value {
        guard let value else {
            throw TransitBundleError.damaged(reason: "\(column) has no usable value")
        }
        return value
    }
}
