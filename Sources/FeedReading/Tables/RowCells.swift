/// The cells of one row, by column: what the inner loops read.
///
/// A plain view of the reader's memory, asked for once a row; valid until the reader moves on.
@frozen
@usableFromInline
package struct RowCells {
    @usableFromInline
    let cells: UnsafePointer<UnsafeRawBufferPointer>
    @usableFromInline
    package let count: Int
    /// The row in the file, the header being row 1.
    @usableFromInline
    package let row: Int
    /// Bytes of the row, its line end among them.
    package let length: Int
    /// Whether the row is one line of valid text, in which quotes are all in their place.
    package let isOrdinary: Bool

    /// Borrowing: an initializer owns what it is given, and this one runs for every row.
    package init(_ reader: borrowing CSVReader) {
        cells = reader.cells
        count = reader.count
        row = reader.row
        length = reader.byteLength
        isOrdinary = reader.isOrdinary
    }

    /// The cell of a column; empty when it is blank, or the row is too short.
    @inlinable
    package subscript(column: Int) -> UnsafeRawBufferPointer {
        column < count ? cells[column] : UnsafeRawBufferPointer(start: nil, count: 0)
    }
}
