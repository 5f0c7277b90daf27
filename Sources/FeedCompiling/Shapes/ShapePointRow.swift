/// A row of `shapes.txt` while its shape is put together.
package struct ShapePointRow: BitwiseCopyable {
    /// Degrees.
    package var latitude: Double
    package var longitude: Double
    package var sequence: Int32
    /// The row's number in the file.
    package var row: Int32
    /// NaN when blank.
    package var distance: Double

    package init(
        latitude: Double, longitude: Double, sequence: Int32, row: Int32, distance: Double
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.sequence = sequence
        self.row = row
        self.distance = distance
    }
}
