public import GTFSSchedule

/// A row of a file of the reference, by column name: numbers and codes are numbers, everything else
/// is as the feed writes it, such as times `HH:MM:SS`. Blank cells are left out.
///
/// The names are the reference's, and therefore stable.
public struct RowDTO<Row: FeedRow & Hashable>: WireObject {
    /// The row.
    public var row: Row

    /// A row as it is sent.
    public init(_ row: Row) {
        self.row = row
    }

    init() {
        row = Row()
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.columns(&row)
    }
}

extension FieldType {
    /// Whether its values are numbers on the wire.
    var isNumber: Bool {
        switch self {
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat, .integer,
            .nonNegativeInteger, .positiveInteger, .nonZeroInteger, .enumeration, .routeType:
            true
        default: false
        }
    }

    /// The form of its values on the wire.
    var wireKind: WireScalar.Kind {
        switch self {
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat: .number
        default: isNumber ? .integer : .text
        }
    }
}
