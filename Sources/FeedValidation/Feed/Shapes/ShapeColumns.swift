/// The rows of `shapes.txt`, by shape.
///
/// Written by the loader alone, then only read: that accesses do not overlap is not checked at run
/// time.
public final class ShapeColumns {
    /// The outcome of reading the file.
    public internal(set) var state = FileState.missing
    /// The number of rows that the file has.
    public internal(set) var rowCount = 0
    /// By number of a shape id; none for a shape that only other files name.
    @exclusivity(unchecked) package internal(set) var points: [ShapePoints] = []
    /// Whether a row has a distance.
    package internal(set) var hasDistances = false
    /// Numbers of shapes that may lack points or distances, because those could not be used.
    @exclusivity(unchecked) var incomplete: Set<Int> = []
    /// Points that repeat the sequence of an earlier one: a bundle leaves them out, so ``points`` does,
    /// too. Under `--compat canonical` they are among ``points``.
    @exclusivity(unchecked) var repeats: [RepeatedPoint] = []
    /// The storage into which `points` are packed.
    let codes: KeptBytes

    /// - Parameter temporaryDirectory: where a scratch file is made when one is needed.
    init(temporaryDirectory: String) {
        codes = KeptBytes(directory: temporaryDirectory, bufferSize: 4 << 20)
    }

    /// The points of a shape.
    package subscript(shape: Int) -> ShapePoints {
        shape >= 0 && shape < points.count ? points[shape] : ShapePoints()
    }

    /// Whether all that the file says of a shape could be used: otherwise it is not known what the
    /// shape lacks, or where it leads.
    func isWhole(_ shape: Int) -> Bool { incomplete.isEmpty || !incomplete.contains(shape) }

    /// Whether the file has no point of a shape.
    package func isEmpty(_ shape: Int) -> Bool {
        shape < 0 || shape >= points.count || points[shape].isEmpty
    }
}

/// A point with the sequence of an earlier one of its shape.
struct RepeatedPoint: BitwiseCopyable {
    let shape: Int
    let sequence: Int32
    /// The row of the earlier point.
    let firstRow: Int32
    let row: Int32
}
