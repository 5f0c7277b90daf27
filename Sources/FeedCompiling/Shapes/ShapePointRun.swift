/// Consecutive rows of one shape in a chunk of `shapes.txt`, with nothing unusual.
struct ShapePointRun: BitwiseCopyable {
    /// The shape's id, in the chunk.
    let id: UnsafeRawBufferPointer
    /// Where the first row begins in the chunk.
    let start: Int
    /// The end of the last row.
    var end = 0
    /// How many of the chunk's marks come before ``end``.
    var passedMarks = 0
    /// Where the rows are in their block.
    let first: Int
    var count = 0
}
