package import FeedReading

/// The part of a validation that runs while `shapes.txt` is read: it checks unusual rows and keeps
/// the points.
package protocol ShapePointChecks: AnyObject {
    /// Whether rows are to be checked; the header decides this.
    var wantsRows: Bool { get }
    /// Decides about the present row, whose length or text is unusual.
    func checkShape() throws -> RowVerdict
    /// Begins the rows of a shape; its id may be empty.
    func begin(_ id: UnsafeRawBufferPointer)
    /// Whether nothing is to be noted about the present shape's id.
    var hasPlainID: Bool { get }
    /// Takes points of the present shape that have nothing unusual.
    func take(_ points: UnsafeMutableBufferPointer<ShapePointRow>) throws
    /// Checks the present row, which belongs to the present shape, and takes its point.
    func take(_ cells: RowCells) throws
    func finish(rows: Int) throws
}
