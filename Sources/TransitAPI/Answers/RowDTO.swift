import Foundation
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
        if let row = row as? any DirectRow { return row.writeColumns(to: &wire) }
        let values = Self.values(of: row)
        for field in Row.fields {
            guard let value = values[field.spec.name] else { continue }
            wire.put(field.spec.type.wireValue(value), column: field.spec.name)
        }
    }

    /// The values of columns that are not blank.
    private static func values(of row: Row) -> [String: WireScalar] {
        do {
            return try JSONDecoder().decode(
                [String: WireScalar].self, from: JSONEncoder().encode(row))
        } catch {
            // A number that JSON lacks cannot be the value of a column.
            return [:]
        }
    }
}

/// A row that writes its columns itself: answers have hundreds of these, and looking up each column
/// in the field table takes twenty times as long.
private protocol DirectRow {
    /// Writes the columns in the order of the field table.
    func writeColumns(to wire: inout WireWriter)
}

extension Pathway: DirectRow {
    fileprivate func writeColumns(to wire: inout WireWriter) {
        wire.put(pathwayID?.text, "pathway_id")
        wire.put(fromStopID?.text, "from_stop_id")
        wire.put(toStopID?.text, "to_stop_id")
        wire.put(pathwayMode?.code, "pathway_mode")
        wire.put(isBidirectional?.code, "is_bidirectional")
        wire.put(length, "length")
        wire.put(traversalTime, "traversal_time")
        wire.put(stairCount, "stair_count")
        wire.put(maxSlope, "max_slope")
        wire.put(minWidth, "min_width")
        wire.put(signpostedAs, "signposted_as")
        wire.put(reversedSignpostedAs, "reversed_signposted_as")
    }
}

extension Transfer: DirectRow {
    fileprivate func writeColumns(to wire: inout WireWriter) {
        wire.put(fromStopID?.text, "from_stop_id")
        wire.put(toStopID?.text, "to_stop_id")
        wire.put(fromRouteID?.text, "from_route_id")
        wire.put(toRouteID?.text, "to_route_id")
        wire.put(fromTripID?.text, "from_trip_id")
        wire.put(toTripID?.text, "to_trip_id")
        wire.put(transferType?.code, "transfer_type")
        wire.put(minTransferTime, "min_transfer_time")
    }
}

extension Translation: DirectRow {
    fileprivate func writeColumns(to wire: inout WireWriter) {
        wire.put(tableName, "table_name")
        wire.put(fieldName, "field_name")
        wire.put(language?.text, "language")
        wire.put(translation, "translation")
        wire.put(recordID?.text, "record_id")
        wire.put(recordSubID?.text, "record_sub_id")
        wire.put(fieldValue, "field_value")
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

    /// A value in the form of the wire: times and dates, which are numbers in Swift, are as the
    /// feed writes them.
    func wireValue(_ scalar: WireScalar) -> WireScalar {
        switch self {
        case .time, .localTime:
            scalar.integer.map { .text(ServiceTime(seconds: $0).description) } ?? scalar
        case .date:
            scalar.anyDate.map { .text($0.description) } ?? scalar
        default: scalar
        }
    }
}
