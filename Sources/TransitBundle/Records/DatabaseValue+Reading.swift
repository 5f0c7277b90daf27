import GRDB
import TransitModel

/// Values of a column that are taken as they come: what is no number or no text is nil.
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
