/// Encodes coordinates in the polyline format that map libraries read, with six decimals.
///
/// Each coordinate is the difference to the one before, zigzagged and cut into groups of five bits,
/// each a printable character; see `schema/bundle.sql` for how SQL reads it.
package enum Polyline {
    /// Coordinates in millionths of a degree.
    package static func encode(_ points: some Sequence<(latitude: Int32, longitude: Int32)>)
        -> [UInt8]
    {
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

    private static func append(_ difference: Int, to text: inout [UInt8]) {
        var value = UInt(bitPattern: difference << 1 ^ difference >> (Int.bitWidth - 1))
        while value >= 0x20 {
            text.append(UInt8(truncatingIfNeeded: 0x20 | value & 0x1F) + 63)
            value >>= 5
        }
        text.append(UInt8(truncatingIfNeeded: value) + 63)
    }
}
