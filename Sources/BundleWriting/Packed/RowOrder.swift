/// The order of rows by what they are looked up by, equal ones in the order in which they are.
enum RowOrder {
    /// By numbers; rows without one, for which 0 stands, come first.
    static func byNumber(_ numbers: [Int32]) -> [Int32] {
        let least = numbers.lazy.filter { $0 != 0 }.min() ?? 0
        let keys = numbers.map { $0 == 0 ? 0 : UInt32(bitPattern: $0 &- least) &+ 1 }
        let most = keys.max() ?? 0
        var order = (0..<Int32(numbers.count)).map { $0 }
        var next = order
        var shift: UInt32 = 0
        while shift < 32, most >> shift != 0 {
            passByDigit(keys, shift, &order, &next)
            shift += digit
        }
        return order
    }

    private static let digit: UInt32 = 11

    /// One pass of a radix sort, from the last digit to the first.
    private static func passByDigit(
        _ keys: [UInt32], _ shift: UInt32, _ order: inout [Int32], _ next: inout [Int32]
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

    /// By texts, byte by byte, as SQLite compares them.
    static func byText(
        _ rows: [Int32], _ text: (Int32) -> UnsafeRawBufferPointer
    ) -> [Int32] {
        guard let first = rows.first else { return [] }
        // Ids of one feed often begin alike; the eight bytes behind that tell most of them apart.
        let model = text(first)
        var shared = model.count
        for row in rows { shared = min(shared, sharedPrefix(text(row), model)) }
        struct Entry {
            let start: UInt64
            let row: Int32
        }
        var entries = rows.map { Entry(start: eightBytes(of: text($0), from: shared), row: $0) }
        entries.sort { first, second in
            if first.start != second.start { return first.start < second.start }
            let (one, other) = (text(first.row), text(second.row))
            let order = compare(one, other)
            return order != 0 ? order < 0 : first.row < second.row
        }
        return entries.map(\.row)
    }

    private static func sharedPrefix(
        _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
    ) -> Int {
        let count = min(one.count, other.count)
        return (0..<count).first { one[$0] != other[$0] } ?? count
    }

    /// Big-endian, so that numbers compare as the bytes do; zeros where the text ends.
    private static func eightBytes(of text: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
        if text.count >= start + 8 {
            return UInt64(bigEndian: text.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        }
        return (start..<start + 8).reduce(0) { $0 << 8 | ($1 < text.count ? UInt64(text[$1]) : 0) }
    }

    private static func compare(
        _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
    ) -> Int {
        let count = min(one.count, other.count)
        for index in 0..<count where one[index] != other[index] {
            return one[index] < other[index] ? -1 : 1
        }
        return one.count - other.count
    }
}
