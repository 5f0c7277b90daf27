/// Reads texts of times: `timing` and `dwell` of `schema/bundle.sql`.
///
/// It gives up on anything unusual; the view then decides.
enum StoredTimes {
    /// Stands for no time.
    static let none = Int.min
    /// No time of a trip exceeds this, in seconds.
    static let largest = 100_000_000

    /// The characters of a text in seconds; nil unless it has `count`, all valid.
    static func offsets(_ text: UnsafeRawBufferPointer, unit: Int, count: Int) -> [Int]? {
        guard unit != 0, -1_000_000...1_000_000 ~= unit else { return nil }
        var offsets: [Int] = []
        offsets.reserveCapacity(count)
        var index = 0
        while index < text.count {
            let lead = Int(text[index])
            let length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            guard length > 0, lead < 0xF5, index + length <= text.count, lead != 0 else {
                return nil
            }
            var character = length == 1 ? lead : lead & (0x7F >> length)
            for place in index + 1..<index + length {
                guard text[place] & 0xC0 == 0x80 else { return nil }
                character = character << 6 | Int(text[place] & 0x3F)
            }
            let smallest = [0, 1, 0x80, 0x800, 0x10000][length]
            let isSurrogate = 0xD800...0xDFFF ~= character
            guard smallest...0x10FFFF ~= character, !isSurrogate else { return nil }
            index += length
            guard character != 1 else {
                offsets.append(none)
                continue
            }
            var steps = character - 2
            if unit < 0 {
                if character >= 0xE000 { steps -= 2048 }
                if character >= 0x10000 { steps -= 2 }
            }
            let offset = steps * abs(unit)
            guard 0...largest ~= offset else { return nil }
            offsets.append(offset)
        }
        return offsets.count == count ? offsets : nil
    }
}
