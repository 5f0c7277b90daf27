import FeedCompiling

/// Reads texts of one character a stop, see `timing` in `schema/bundle.sql`.
enum OffsetText {
    /// Stands for a stop without a time.
    static let none = Int32.min

    /// Replaces what `offsets` holds by the numbers of seconds that the text says.
    ///
    /// - Parameter unit: seconds a step; negative when the characters pass over some numbers.
    static func decode(_ text: UnsafeRawBufferPointer, unit: Int64, into offsets: inout [Int32]) {
        offsets.removeAll(keepingCapacity: true)
        let unit = Int(unit.magnitude)
        var index = 0
        while index < text.count {
            let lead = Int(text[index])
            let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            var scalar = length == 1 ? lead : lead & (0xFF >> (length + 1))
            for next in index + 1..<max(index + 1, min(index + length, text.count)) {
                scalar = scalar << 6 | Int(text[next]) & 0x3F
            }
            index += length
            // Below the surrogates, where all of the other kind lie, codes are the characters.
            let code = TimingCodec.code(scalar)
            offsets.append(
                code == TimingCodec.untimed
                    ? none : Int32(truncatingIfNeeded: (code - 2) * unit))
        }
    }
}
