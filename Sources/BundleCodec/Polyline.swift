/// Points in the polyline format that map libraries read, with six decimals: `shape_chunk.polyline`.
///
/// Each coordinate, in millionths of a degree, is written as the difference to the one before, made
/// non-negative (2 n for n, 2 n - 1 for -n). The number is cut into groups of five bits, the lowest
/// first, up to seven of them; a group becomes a character, 63 more than its bits, and another 32
/// more when a further group follows:
///
///     degrees     difference     number       groups               characters
///     38.5          38500000     77000000     0 10 27 13 9 2       _ i z l h A
///     -120.2      -120200000     240399999    31 19 13 8 5 7       ~ r l g d F
///     40.7           2200000     4400000      0 28 8 6 4           _ { g e C
///     -120.95        -750000     1499999      31 26 24 13 1        ~ y w l @
///
/// SQL reads it in the view `shapes` of `schema/bundle.sql`.
package enum Polyline {
    /// In millionths of a degree.
    package typealias Place = (latitude: Int, longitude: Int)

    package static func encode(_ points: [(latitude: Int32, longitude: Int32)]) -> [UInt8] {
        text(points)
    }

    package static func encode(degrees points: [CoordinateRests.Point]) -> [UInt8] {
        text(
            points.lazy.map {
                (CoordinateRests.millionths($0.latitude), CoordinateRests.millionths($0.longitude))
            })
    }

    /// Generic, which costs nothing within this module.
    private static func text(
        _ points: some Sequence<(latitude: Int32, longitude: Int32)>
    ) -> [UInt8] {
        var text: [UInt8] = []
        var latitude: Int32 = 0
        var longitude: Int32 = 0
        for point in points {
            append(Int(point.latitude) - Int(latitude), to: &text)
            append(Int(point.longitude) - Int(longitude), to: &text)
            latitude = point.latitude
            longitude = point.longitude
        }
        return text
    }

    /// Throws unless there are exactly `count` points.
    package static func decode(
        _ text: UnsafeRawBufferPointer, count: Int
    ) throws(DamagedEncoding) -> [Place] {
        var decoder = PolylineDecoder(text, count: count)
        var places: [Place] = []
        while let place = try decoder.next() { places.append(place) }
        return places
    }

    private static func append(_ difference: Int, to text: inout [UInt8]) {
        var value = UInt(bitPattern: difference << 1 ^ difference >> (Int.bitWidth - 1))
        while value >= 0x20 {
            text.append(UInt8(truncatingIfNeeded: 0x20 | value & 0x1F) + 63)
            value >>= 5
        }
        text.append(UInt8(truncatingIfNeeded: value) + 63)
    }
}

package struct PolylineDecoder {
    private var text: UnsafeRawBufferPointer.Iterator
    private var place: Polyline.Place = (0, 0)
    private var read = 0
    private let count: Int

    private static let mostBits = 35

    /// The bytes must stay until the last point has been read.
    package init(_ text: UnsafeRawBufferPointer, count: Int) {
        self.text = text.makeIterator()
        self.count = count
    }

    package mutating func next() throws(DamagedEncoding) -> Polyline.Place? {
        guard count >= 0 else { throw DamagedEncoding(.polyline, "it has \(count) points") }
        guard read < count else {
            guard text.next() == nil else {
                throw DamagedEncoding(.polyline, "it goes on after \(count) points")
            }
            return nil
        }
        place.latitude += try difference()
        place.longitude += try difference()
        let range = Int(Int32.min)...Int(Int32.max)
        guard range ~= place.latitude, range ~= place.longitude else {
            throw DamagedEncoding(.polyline, "a point lies beyond the world", at: read)
        }
        read += 1
        return place
    }

    private mutating func difference() throws(DamagedEncoding) -> Int {
        var value = 0
        var shift = 0
        while shift < Self.mostBits {
            guard let byte = text.next() else {
                throw DamagedEncoding(.polyline, "it ends before its \(count) points", at: read)
            }
            guard 63...126 ~= byte else {
                throw DamagedEncoding(.polyline, "it has the character \(byte)", at: read)
            }
            let group = Int(byte) - 63
            value |= (group & 0x1F) << shift
            if group < 0x20 { return value & 1 == 0 ? value >> 1 : ~(value >> 1) }
            shift += 5
        }
        throw DamagedEncoding(.polyline, "a coordinate does not end", at: read)
    }
}
