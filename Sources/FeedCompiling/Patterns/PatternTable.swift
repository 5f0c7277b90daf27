/// The distinct stop patterns of a feed: what trips of one route, direction and shape share.
///
/// A pattern is kept as one string of bytes, which also tells patterns apart:
///
///     | route 4 | direction 4 | shape 4 | stop, sequence, codes | stop, sequence, codes | ...
///
/// The numbers of a stop take as many bytes as they need, seven bits in each, four or five in all: a
/// sequence is written as the difference to the one before.
///
/// One thread uses the table at a time. Overlapping accesses are not checked at run time: every
/// trip would pay for it.
package final class PatternTable {
    package struct Head: Hashable {
        /// The route's key; 0 when the trip names none.
        package var route: Int32
        /// `direction_id`; `StopTimeRow.noCode` when blank.
        package var direction: Int16
        /// The shape's number plus one; 0 when the trip names none.
        package var shape: Int32

        package init(
            route: Int32 = 0, direction: Int16 = StopTimeRow.noCode, shape: Int32 = 0
        ) {
            self.route = route
            self.direction = direction
            self.shape = shape
        }
    }

    private static let headSize = 12
    private static let longestStop = 15

    private let patterns = IDTable(capacity: 1024)
    @exclusivity(unchecked) private var codes: [StopTimeRow.Codes] = [StopTimeRow.Codes()]
    private var codeNumbers: [StopTimeRow.Codes: UInt32] = [StopTimeRow.Codes(): 0]
    @exclusivity(unchecked) private var scratch: [UInt8] = []
    @exclusivity(unchecked) private var windows = Windows()

    private struct Windows {
        var firstStop: [Int] = []
        /// By stop of all patterns: the smallest and the largest offset at which a trip leaves it,
        /// published or interpolated; `Int32.max` and `Int32.min` as long as no trip does.
        var earliest: [Int32] = []
        var latest: [Int32] = []

        func endOfStops(_ pattern: Int) -> Int {
            pattern + 1 < firstStop.count ? firstStop[pattern + 1] : earliest.count
        }
    }

    package init() {}

    package var count: Int { patterns.count }

    func intern(_ head: Head, _ rows: UnsafeBufferPointer<StopTimeRow>) -> Int {
        let size = Self.headSize + rows.count * Self.longestStop
        if scratch.count < size {
            scratch = Array(repeating: 0, count: size * 2)
        }
        let result = scratch.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: head.route, toByteOffset: 0, as: Int32.self)
            bytes.storeBytes(of: Int32(head.direction), toByteOffset: 4, as: Int32.self)
            bytes.storeBytes(of: head.shape, toByteOffset: 8, as: Int32.self)
            var writer = NumberWriter(bytes: bytes, end: Self.headSize)
            var lastCodes = StopTimeRow.Codes()
            var lastNumber: UInt32 = 0
            var lastSequence: Int32 = 0
            for row in rows {
                if row.codes != lastCodes {
                    lastCodes = row.codes
                    lastNumber = number(of: lastCodes)
                }
                writer.write(UInt32(bitPattern: row.stop))
                writer.write(UInt32(bitPattern: row.sequence &- lastSequence))
                writer.write(lastNumber)
                lastSequence = row.sequence
            }
            return patterns.intern(UnsafeRawBufferPointer(rebasing: bytes[..<writer.end]))
        }
        if result.isNew {
            windows.firstStop.append(windows.earliest.count)
            windows.earliest.append(contentsOf: repeatElement(Int32.max, count: rows.count))
            windows.latest.append(contentsOf: repeatElement(Int32.min, count: rows.count))
        }
        return result.index
    }

    private struct NumberWriter {
        let bytes: UnsafeMutableRawBufferPointer
        var end: Int

        @inline(__always)
        mutating func write(_ number: UInt32) {
            var rest = number
            while rest >= 0x80 {
                bytes[end] = UInt8(truncatingIfNeeded: rest) | 0x80
                end &+= 1
                rest >>= 7
            }
            bytes[end] = UInt8(truncatingIfNeeded: rest)
            end &+= 1
        }
    }

    private struct NumberCursor {
        let bytes: UnsafeRawBufferPointer
        var place: Int

        @inline(__always)
        mutating func next() -> UInt32 {
            var number: UInt32 = 0
            var shift: UInt32 = 0
            while true {
                let byte = bytes[place]
                place &+= 1
                number |= UInt32(byte & 0x7F) << shift
                if byte < 0x80 { return number }
                shift &+= 7
            }
        }
    }

    private func number(of wanted: StopTimeRow.Codes) -> UInt32 {
        // A feed has a handful of combinations; scanning them costs less than hashing.
        if let number = codes.prefix(8).firstIndex(of: wanted) { return UInt32(number) }
        if let number = codeNumbers[wanted] { return number }
        let number = UInt32(codes.count)
        codes.append(wanted)
        codeNumbers[wanted] = number
        return number
    }

    /// `offset` has positions from 0 on; it is nil where the trip has no time.
    @inline(__always)
    func widen(_ pattern: Int, _ offset: (Int) -> Int32?) {
        let first = windows.firstStop[pattern]
        let end = windows.endOfStops(pattern)
        for index in first..<end {
            guard let offset = offset(index &- first) else { continue }
            if offset < windows.earliest[index] { windows.earliest[index] = offset }
            if offset > windows.latest[index] { windows.latest[index] = offset }
        }
    }

    package func head(_ pattern: Int) -> Head {
        let bytes = patterns[pattern]
        return Head(
            route: bytes.loadUnaligned(fromByteOffset: 0, as: Int32.self),
            direction: Int16(
                truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: 4, as: Int32.self)),
            shape: bytes.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    }

    package func stopCount(_ pattern: Int) -> Int {
        let end = windows.endOfStops(pattern)
        return end - windows.firstStop[pattern]
    }

    package struct Call {
        /// The stop's key; 0 for none.
        package let stop: Int32
        package let sequence: Int32
        package let codes: Int
        /// Nil when no trip has a time.
        package let window: ClosedRange<Int32>?
    }

    package func forEachCall(_ pattern: Int, _ body: (Call) throws -> Void) rethrows {
        var cursor = NumberCursor(bytes: patterns[pattern], place: Self.headSize)
        let first = windows.firstStop[pattern]
        var sequence: Int32 = 0
        for place in first..<first + stopCount(pattern) {
            let (low, high) = (windows.earliest[place], windows.latest[place])
            let stop = Int32(bitPattern: cursor.next())
            sequence &+= Int32(bitPattern: cursor.next())
            try body(
                Call(
                    stop: stop, sequence: sequence, codes: Int(cursor.next()),
                    window: low <= high ? low...high : nil))
        }
    }

    package var codesCount: Int { codes.count }

    package func codes(_ number: Int) -> StopTimeRow.Codes { codes[number] }
}
