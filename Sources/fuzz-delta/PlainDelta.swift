/// A delta without packing, applied a byte at a time as `schema/delta.md` describes: the decoder is
/// compared with it.
struct PlainDelta {
    let pieces: [UInt8]
    let differences: [UInt8]
    let literals: [UInt8]

    /// The new file; nil when the delta is malformed or the file would exceed `limit` bytes. The
    /// new size is where the pieces end.
    func applied(to old: [UInt8], limit: Int) -> [UInt8]? {
        var numbers = pieces[...]
        var differences = differences[...]
        var literals = literals[...]
        var lastEnd = 0
        var new: [UInt8] = []
        while !numbers.isEmpty {
            guard let literalCount = Self.number(&numbers, atMost: limit - new.count),
                literalCount <= literals.count,
                let length = Self.number(&numbers, atMost: limit - new.count - literalCount),
                literalCount + length > 0
            else { return nil }
            new += literals.prefix(literalCount)
            literals = literals.dropFirst(literalCount)
            guard length > 0 else { continue }
            guard let seek = Self.number(&numbers, atMost: 1 << 62 - 1) else { return nil }
            let start = lastEnd + (seek % 2 == 0 ? seek / 2 : -(seek / 2) - 1)
            guard start >= 0, start <= old.count, length <= old.count - start,
                let changed = Self.changed(&numbers, in: length), changed.count <= differences.count
            else { return nil }
            lastEnd = start + length
            var copy = Array(old[start..<lastEnd])
            for place in changed { copy[place] &+= differences.removeFirst() }
            new += copy
        }
        return literals.isEmpty && differences.isEmpty ? new : nil
    }

    /// The changed places of a copy.
    private static func changed(_ numbers: inout ArraySlice<UInt8>, in length: Int) -> [Int]? {
        guard let runs = number(&numbers, atMost: length) else { return nil }
        var places: [Int] = []
        var position = 0
        for _ in 0..<runs {
            guard let gap = number(&numbers, atMost: length - position),
                let count = number(&numbers, atMost: length - position - gap), count > 0
            else { return nil }
            places += position + gap..<position + gap + count
            position += gap + count
        }
        return places
    }

    private static func number(_ bytes: inout ArraySlice<UInt8>, atMost limit: Int) -> Int? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 63, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value <= UInt64(limit) ? Int(value) : nil }
        }
        return nil
    }
}
