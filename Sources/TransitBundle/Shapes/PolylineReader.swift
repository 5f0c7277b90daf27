/// Reads encoded polylines with six decimals, as map libraries do.
enum PolylineReader {
    /// The coordinates of a polyline. What comes after a character that belongs into none is left
    /// out.
    static func coordinates(_ polyline: String) -> [Coordinate] {
        var result: [Coordinate] = []
        var bytes = polyline.utf8.makeIterator()
        var latitude = 0
        var longitude = 0
        while let north = difference(&bytes), let east = difference(&bytes) {
            latitude &+= north
            longitude &+= east
            result.append(
                Coordinate(
                    latitude: Double(latitude) / 1_000_000,
                    longitude: Double(longitude) / 1_000_000))
        }
        return result
    }

    private static func difference(_ bytes: inout String.UTF8View.Iterator) -> Int? {
        var value = 0
        var shift = 0
        while shift < 40, let byte = bytes.next(), 63...126 ~= byte {
            let group = Int(byte) - 63
            value |= (group & 0x1F) << shift
            if group < 0x20 { return value & 1 == 0 ? value >> 1 : ~(value >> 1) }
            shift += 5
        }
        return nil
    }
}
