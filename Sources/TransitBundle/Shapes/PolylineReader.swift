/// Reads encoded polylines with six decimals, as map libraries do.
enum PolylineReader {
    /// The points of a polyline, in millionths of a degree. What comes after a character that belongs into none is left
    /// out.
    static func places(_ polyline: String) -> [(latitude: Int, longitude: Int)] {
        var result: [(latitude: Int, longitude: Int)] = []
        var bytes = polyline.utf8.makeIterator()
        var latitude = 0
        var longitude = 0
        while let north = difference(&bytes), let east = difference(&bytes) {
            latitude &+= north
            longitude &+= east
            result.append((latitude, longitude))
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
