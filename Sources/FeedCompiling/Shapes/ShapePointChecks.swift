package import FeedReading

package protocol ShapePointChecks: AnyObject {
    /// The header decides this.
    var wantsRows: Bool { get }
    /// The present row has an unusual length or text.
    func checkShape() throws -> RowVerdict
    /// The id may be empty.
    func begin(_ id: UnsafeRawBufferPointer)
    /// Whether nothing is to be noted about the present shape's id.
    var hasPlainID: Bool { get }
    /// The points have nothing unusual.
    func take(_ points: UnsafeMutableBufferPointer<ShapePointRow>) throws
    /// The present row belongs to the present shape.
    func take(_ cells: RowCells) throws
    func finish(rows: Int) throws
}
