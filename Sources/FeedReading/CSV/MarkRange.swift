/// The marks of a chunk that are still to be read.
struct MarkRange {
    var next: UnsafePointer<UInt32>?
    let end: UnsafePointer<UInt32>?

    static var none: MarkRange { MarkRange(next: nil, end: nil) }

    /// Passes the marks of places before one.
    mutating func skip(to place: Int) {
        guard var mark = next, let end else { return }
        while mark < end, Int(mark.pointee & ChunkMarks.place) < place { mark += 1 }
        next = mark
    }
}
