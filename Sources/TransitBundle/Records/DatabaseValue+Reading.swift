import GRDB
import TransitModel

/// Lenient values of a column: nil for anything that is not a number or a text.
extension DatabaseValue? {
    var integer: Int? {
        switch self?.storage {
        case .int64(let number)?: Int(number)
        case .double(let number)?: Int(exactly: number)
        default: nil
        }
    }

    var real: Double? {
        switch self?.storage {
        case .int64(let number)?: Double(number)
        case .double(let number)?: number
        default: nil
        }
    }

    var text: String? {
        switch self?.storage {
        case .string(let text)?: text
        default: nil
        }
    }
}
