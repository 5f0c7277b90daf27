/// The rows of `shapes.txt`, by shape.
///
/// Written by the loader alone, then only read: that accesses do not overlap is not checked at run
/// time.
public final class ShapeColumns {
    /// How the reading of the file ended.
    public internal(set) var state = FileState.missing
    /// How many rows the file has.
    public internal(set) var rowCount = 0
    /// By number of a shape id; none for a shape that only other files name.
    @exclusivity(unchecked) package internal(set) var points: [ShapePoints] = []
    /// Whether a row has a distance.
    package internal(set) var hasDistances = false
    /// What `points` are packed into.
    let codes: KeptBytes

    /// - Parameter temporaryDirectory: where a scratch file is made when one is needed.
    init(temporaryDirectory: String) {
        codes = KeptBytes(directory: temporaryDirectory, bufferSize: 4 << 20)
    }

    /// The points of a shape.
    package subscript(shape: Int) -> ShapePoints {
        shape >= 0 && shape < points.count ? points[shape] : ShapePoints()
    }

    /// Whether the file has no point of a shape.
    package func isEmpty(_ shape: Int) -> Bool {
        shape < 0 || shape >= points.count || points[shape].isEmpty
    }
}
