package import FeedReading

/// What a validation does while `shapes.txt` is read: it looks at rows that are unusual, and keeps the
/// points.
package protocol ShapePointChecks: AnyObject {
    /// Whether rows are to be looked at, which the header decides.
    var wantsRows: Bool { get }
    /// Decides on the present row, whose length or text is unusual.
    func checkShape() throws -> RowVerdict
    /// Rows of a shape follow; what its id is, with or without characters.
    func begin(_ id: UnsafeRawBufferPointer)
    /// Whether there is nothing to be noted of the id of the present shape.
    var hasPlainID: Bool { get }
    /// Takes points of the present shape, in which nothing is unusual.
    func take(_ points: UnsafeMutableBufferPointer<ShapePointRow>) throws
    /// Checks the present row, which is of the present shape, and takes its point.
    func take(_ cells: RowCells) throws
    /// Everything was read.
    func finish(rows: Int) throws
}
