/// The points of a row of `shape_chunk`, one after the other.
package struct ShapePoints {
    package struct Point {
        /// As the polyline has it.
        package let place: Polyline.Place
        /// Nil when the polyline leaves out no digits.
        package let exact: CoordinateRests.Point?

        package var degrees: CoordinateRests.Point {
            exact ?? (Double(place.latitude) / 1e6, Double(place.longitude) / 1e6)
        }
    }

    private var polyline: PolylineDecoder
    private let rests: CoordinateRests?
    private var read = 0

    /// The bytes must stay until the last point has been read.
    package init(_ polyline: UnsafeRawBufferPointer, count: Int, rests: CoordinateRests?) {
        self.polyline = PolylineDecoder(polyline, count: count)
        self.rests = rests
    }

    package mutating func next() throws(DamagedEncoding) -> Point? {
        guard let place = try polyline.next() else { return nil }
        let exact = rests?.point(read, latitude: place.latitude, longitude: place.longitude)
        read += 1
        return Point(place: place, exact: exact)
    }
}
