/// Reads the points of an encoded polyline with six decimals, one by one.
struct PolylineDecoder {
    private let text: UnsafeRawBufferPointer
    private var index = 0
    private var latitude: Int64 = 0
    private var longitude: Int64 = 0

    init(_ text: UnsafeRawBufferPointer) {
        self.text = text
    }

    /// The next point in millionths of a degree; the last one again when there is none.
    mutating func next() -> (latitude: Int64, longitude: Int64) {
        latitude += difference()
        longitude += difference()
        return (latitude, longitude)
    }

    private mutating func difference() -> Int64 {
        var raw: Int64 = 0
        var shift: Int64 = 0
        while index < text.count {
            let group = Int64(text[index]) - 63
            index += 1
            raw |= (group & 0x1F) << shift
            shift += 5
            if group < 0x20 { break }
        }
        return raw & 1 == 0 ? raw >> 1 : ~(raw >> 1)
    }
}
