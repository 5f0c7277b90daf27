/// Equal rows keep their order.
enum RowOrder {
    /// Rows without a number, marked by 0, come first.
    static func byNumber(_ numbers: [Int32]) -> [Int32] {
        let least = numbers.lazy.filter { $0 != 0 }.min() ?? 0
        let keys = numbers.map { $0 == 0 ? 0 : UInt32(bitPattern: $0 &- least) &+ 1 }
        let most = keys.max() ?? 0
        var order = (0..<Int32(numbers.count)).map { $0 }
        var next = order
        var shift: UInt32 = 0
        while shift < 32, most >> shift != 0 {
            passByDigit(keys, shift: shift, order: &order, into: &next)
            shift += digit
        }
        return order
    }

    private static let digit: UInt32 = 11

    /// From the last digit to the first.
    private static func passByDigit(
        _ keys: [UInt32], shift: UInt32, order: inout [Int32], into next: inout [Int32]
    ) {
        let mask: UInt32 = 1 << digit - 1
        var places = [Int](repeating: 0, count: 1 << Int(digit))
        for key in keys { places[Int(key >> shift & mask)] += 1 }
        var place = 0
        for index in places.indices {
            (places[index], place) = (place, place + places[index])
        }
        for row in order {
            let value = Int(keys[Int(row)] >> shift & mask)
            next[places[value]] = row
            places[value] += 1
        }
        swap(&order, &next)
    }

    private struct Entry {
        var bytes: UInt64 = 0
        let row: Int32
    }

    /// Byte by byte, as SQLite compares them.
    static func byText(
        _ rows: some Sequence<Int32>, _ text: (Int32) -> UnsafeRawBufferPointer
    ) -> [Int32] {
        var entries = rows.map { Entry(row: $0) }
        // In place: a part of an array is sorted as a copy.
        entries.withUnsafeMutableBufferPointer { sort($0, text) }
        return entries.map(\.row)
    }

    private static func sort(
        _ entries: UnsafeMutableBufferPointer<Entry>, _ text: (Int32) -> UnsafeRawBufferPointer
    ) {
        // Rows whose texts are equal up to an offset. They are sorted by the next eight bytes; most
        // texts are read only this once.
        var runs = [(rows: 0..<entries.count, offset: 0)]
        while let run = runs.popLast() {
            let offset = run.offset + shared(entries[run.rows], from: run.offset, text)
            for index in run.rows {
                entries[index].bytes = eightBytes(of: text(entries[index].row), from: offset)
            }
            var part = entries[run.rows]
            part.sort { $0.bytes < $1.bytes }
            var start = run.rows.lowerBound
            while start < run.rows.upperBound {
                var end = start + 1
                while end < run.rows.upperBound, entries[end].bytes == entries[start].bytes {
                    end += 1
                }
                if end > start + 1 {
                    let rest = takeEnded(entries[start..<end], at: offset + 8, text)
                    if rest.count > 1 { runs.append((rest, offset + 8)) }
                }
                start = end
            }
        }
    }

    /// The shortest come first. Returns where the others are.
    private static func takeEnded(
        _ entries: Slice<UnsafeMutableBufferPointer<Entry>>, at offset: Int,
        _ text: (Int32) -> UnsafeRawBufferPointer
    ) -> Range<Int> {
        var entries = entries
        let first = entries.partition { text($0.row).count > offset }
        var ended = entries[entries.startIndex..<first]
        ended.sort {
            (text($0.row).count, $0.row) < (text($1.row).count, $1.row)
        }
        return first..<entries.endIndex
    }

    /// Ids of one feed often begin alike.
    private static func shared(
        _ entries: Slice<UnsafeMutableBufferPointer<Entry>>, from offset: Int,
        _ text: (Int32) -> UnsafeRawBufferPointer
    ) -> Int {
        guard let first = entries.first else { return 0 }
        let model = text(first.row)
        var end = model.count
        for entry in entries {
            let other = text(entry.row)
            end = min(end, other.count)
            var index = offset
            while index < end, other[index] == model[index] { index += 1 }
            end = min(end, max(index, offset))
        }
        return max(end - offset, 0)
    }

    /// Reads big-endian, so that numbers compare as the bytes do; zeros follow the end of the text.
    private static func eightBytes(of text: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
        if text.count >= start + 8 {
            return UInt64(bigEndian: text.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        }
        return (start..<start + 8).reduce(0) { $0 << 8 | ($1 < text.count ? UInt64(text[$1]) : 0) }
    }
}
