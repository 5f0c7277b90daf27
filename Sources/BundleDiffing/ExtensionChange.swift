package struct ExtensionChange: ChangeOfColumns, Sendable, Encodable {
    package let file: String
    let kind: ChangeKind
    package let columnsAdded: [String]
    package let columnsRemoved: [String]
    /// Rows of the file; of a file that the reference knows, those with a value in such a column.
    let old: Int
    let new: Int
    /// Rows of a file that the reference does not know; those of others come and go with the file's.
    package let rowsAdded: Int
    package let rowsRemoved: Int
    package let rowsChanged: Int
    package let rows: RowDifferences
}
