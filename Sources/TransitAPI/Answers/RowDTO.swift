public import GTFSSchedule

/// A row of a file of the reference, by column name: numbers and codes are numbers, everything else
/// is as the feed writes it, such as times `HH:MM:SS`. Blank cells are left out.
///
/// The names are the reference's, and therefore stable.
public struct RowDTO<Row: FeedRow & Hashable>: DTO {
    /// The row.
    public var row: Row

    /// A row as it is sent.
    public init(_ row: Row) {
        self.row = row
    }

    public init(_ wire: WireReader) {
        row = wire.row()
    }

    public func write(to wire: inout WireWriter) {
        let fields = Row.fields
        for index in fields.indices {
            guard let cell = fields[index].text(row) else { continue }
            wire.put(cell, column: fields[index].spec)
        }
    }
}

extension WireReader {
    /// The columns of a row; a value of the wrong type becomes blank.
    func row<Row: FeedRow>() -> Row {
        var row = Row()
        for field in Row.fields {
            guard let scalar = scalar(field.spec.name, field.spec.type.wireKind), scalar != .null
            else { continue }
            let isUsual = field.spec.type.isNumber ? scalar.number != nil : scalar.text != nil
            var text = scalar.anyInteger.map(String.init) ?? scalar.anyText ?? ""
            if !field.spec.type.isNumber { text = scalar.anyText ?? "" }
            let isRead = text.withUTF8 { field.read(UnsafeRawBufferPointer($0), &row) }
            if !isRead || scalar.anyText == nil {
                add(field.spec.name, .otherType, replacement: "blank")
            } else if !isUsual {
                add(field.spec.name, .otherType, replacement: text)
            }
        }
        return row
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
