public import GTFSSchedule

/// A row of a file, and where it is.
///
/// Its values are those of its type: `stop.stopName` for a row of `Stop`.
@dynamicMemberLookup
public struct LocatedRow<Row: FeedRow>: Sendable {
    /// The values. A cell that is blank, or not of its field's type, is nil.
    public let value: Row
    /// The line of the file, as notices count: the header is line 1. Of a row with line breaks in
    /// quotes it is the last. In `locations.geojson`, the number of the feature, from 1 on.
    public let line: Int
    @usableFromInline let unknownNames: [String]
    /// In the order of the names; empty without any.
    @usableFromInline let unknownCells: [String]

    @inlinable
    init(value: Row, line: Int, unknownNames: [String], unknownCells: [String]) {
        self.value = value
        self.line = line
        self.unknownNames = unknownNames
        self.unknownCells = unknownCells
    }

    /// The cells of columns that the reference does not know, by the column's name, without blank
    /// ones.
    public var unknown: [String: String] {
        Dictionary(zip(unknownNames, unknownCells).filter { !$0.1.isEmpty }) { first, _ in first }
    }

    /// The name of the file in the reference, such as `stops.txt`.
    public var file: String { Row.file.name }

    /// The row's value of a property of its type.
    @inlinable
    public subscript<Value>(dynamicMember property: KeyPath<Row, Value>) -> Value {
        value[keyPath: property]
    }
}

/// A row of a file as the file has it.
public struct FeedRecord: Sendable {
    /// The names of the columns.
    public let header: [String]
    /// The texts in the order of the header, without quotes and without blanks at their ends; fewer
    /// or more than the header has, if the row is so.
    public let cells: [String]
    /// The line of the file, as notices count: the header is line 1.
    public let line: Int

    /// The cell of a column; nil when there is no such column, or the row is too short for it. Of
    /// columns with the same name the first counts.
    public subscript(column: String) -> String? {
        guard let index = header.firstIndex(of: column), index < cells.count else { return nil }
        return cells[index]
    }
}
