package protocol ShapePointChecks: AnyObject {
    /// The header decides this.
    var wantsRows: Bool { get }
    /// The present row has an unusual length or text.
    func checkShape() throws -> RowVerdict
    func begin(_ id: UnsafeRawBufferPointer)
    /// Whether nothing is to be noted about the present shape's id.
    var hasPlainID: Bool { get }
    func take(_ points: UnsafeMutableBufferPointer<ShapePointRow>) throws
    func take(_ row: ReadShapePoint) throws
    func finish(rows: Int) throws
}
