/// Rows of `shapes.txt` that follow each other in a chunk, are of one shape, and have nothing unusual.
struct ShapePointRun: BitwiseCopyable {
    /// The shape's id, in the chunk.
    let id: UnsafeRawBufferPointer
    /// Where the first row begins in the chunk.
    let start: Int
    /// Behind the last row.
    var end = 0
    /// How many of the chunk's marks stand before ``end``.
    var passedMarks = 0
    /// Where the rows are in their block.
    let first: Int
    var count = 0
}
