/// One column of a GTFS file: its name, its type, and where its value lives in the row struct.
///
/// A file's `fields` array is the only place where the file is described. Reading, checks,
/// storage and documentation all follow it, so a new field of the reference is one new line.
public struct Field<Row>: Sendable {
    /// What a field is, without the row struct; the same for all files.
    public let spec: FieldSpec
    /// Reads the cell into the row. False when the cell is not of the field's type; the row is
    /// then left as it was.
    package let read: @Sendable (UnsafeRawBufferPointer, inout Row) -> Bool

    /// Describes a column.
    ///
    /// - Parameters:
    ///   - name: the column's name in the reference.
    ///   - path: the property that holds the value; nil there means that the cell was blank.
    ///   - type: the type in the reference.
    ///   - presence: whether the reference asks for it.
    ///   - references: the fields one of which must hold the same value ("foreign ID referencing").
    public init<Value: CellDecodable>(
        _ name: String,
        _ path: any WritableKeyPath<Row, Value?> & Sendable,
        _ type: FieldType,
        _ presence: Presence = .optional,
        references: [FieldReference] = []
    ) {
        spec = FieldSpec(name: name, type: type, presence: presence, references: references)
        read = { cell, row in
            guard let value = Value(cell: cell) else { return false }
            row[keyPath: path] = value
            return true
        }
    }
}

/// What the reference says of one field.
public struct FieldSpec: Sendable, Hashable {
    /// The column's name, such as `stop_id`.
    public let name: String
    /// How its cells are read, checked and stored.
    public let type: FieldType
    /// Whether a feed must fill it.
    public let presence: Presence
    /// The fields one of which must hold the same value; empty when the field refers to nothing.
    public let references: [FieldReference]
}
