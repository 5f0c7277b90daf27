/// The rows of `shapes.txt`, by shape and in the order of `shape_pt_sequence`.
public final class ShapeColumns {
    public internal(set) var state = FileState.missing
    public internal(set) var rowCount = 0
    /// By number of a shape id: where its points are in the columns; empty when it has none.
    package internal(set) var points: [Range<Int>] = []
    package internal(set) var latitude: [Double] = []
    package internal(set) var longitude: [Double] = []
    /// NaN when blank; empty when no row has a distance.
    package internal(set) var distance: [Double] = []
    package internal(set) var sequence: [Int32] = []
    /// The row in the file.
    package internal(set) var row: [Int32] = []

    /// The points of a shape.
    package func range(_ shape: Int) -> Range<Int> {
        shape >= 0 && shape < points.count ? points[shape] : 0..<0
    }
}
