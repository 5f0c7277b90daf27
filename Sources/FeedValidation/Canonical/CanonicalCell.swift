import GTFSSchedule

enum CanonicalCell {
    /// The text of a cell as the canonical validator reads it: a number in the common notation, and
    /// a code that it does not know as -1, or as 1 for a weekday, where it looks for odd numbers.
    /// Nil for all other types.
    static func text(
        _ cell: UnsafeRawBufferPointer, _ type: FieldType, in file: FileSpec
    ) -> String? {
        func code(_ isKnown: (Int) -> Bool) -> String? {
            let unknown = file == ServiceCalendar.file ? 1 : -1
            return JavaNumber.integer(cell).map { "\(isKnown($0) ? $0 : unknown)" }
        }
        return switch type {
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat:
            JavaNumber.decimal(cell).map { "\($0)" }
        case .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger:
            JavaNumber.integer(cell).map { "\($0)" }
        case .enumeration(let codes): code { codes ~= $0 }
        case .routeType: code(CanonicalSchema.routeTypes.contains)
        default: nil
        }
    }
}
