/// The cells of one row, by column: what the inner loops read.
///
/// A plain view of the reader's memory, asked for once a row; valid until the reader moves on.
@frozen
@usableFromInline
package struct RowCells {
    @usableFromInline
    let cells: UnsafePointer<UnsafeRawBufferPointer>
    @usableFromInline
    let count: Int
    /// The row in the file, the header being row 1.
    @usableFromInline
    package let row: Int

    /// Borrowing: an initializer owns what it is given, and this one runs for every row.
    package init(_ reader: borrowing CSVReader) {
        cells = reader.cells
        count = reader.count
        row = reader.row
    }

    /// The cell of a column; empty when it is blank, or the row is too short.
    @inlinable
    package subscript(column: Int) -> UnsafeRawBufferPointer {
        column < count ? cells[column] : UnsafeRawBufferPointer(start: nil, count: 0)
    }
}
