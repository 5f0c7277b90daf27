/// The distinct stop patterns of a feed: what trips of one route, direction and shape share.
///
/// A pattern is kept as one string of bytes, which also tells patterns apart:
///
///     | route 4 | direction 4 | shape 4 | stop 4, sequence 4, codes 4 | stop ... |
///
/// One thread uses the table at a time. Overlapping accesses are not checked at run time: every
/// trip would pay for it.
package final class PatternTable {
    package struct Head: Hashable {
        /// The route's key; 0 when the trip names none.
        package var route: Int32
        /// `direction_id`; `StopTimeRow.noCode` when blank.
        package var direction: Int32
        /// The shape's number plus one; 0 when the trip names none.
        package var shape: Int32

        package init(
            route: Int32 = 0, direction: Int32 = Int32(StopTimeRow.noCode), shape: Int32 = 0
        ) {
            self.route = route
            self.direction = direction
            self.shape = shape
        }
    }

    package struct Stop: Equatable {
        package var stop: Int32
        package var sequence: Int32
        package var codes: StopTimeRow.Codes
    }

    private static let headSize = 12
    private static let stopSize = 12

    private let patterns = IDTable(capacity: 1024)
    @exclusivity(unchecked) private var codes: [StopTimeRow.Codes] = [StopTimeRow.Codes()]
    private var codeNumbers: [StopTimeRow.Codes: UInt32] = [StopTimeRow.Codes(): 0]
    @exclusivity(unchecked) private var scratch: [UInt8] = []
    /// Where the pattern's stops begin in `earliest` and `latest`.
    @exclusivity(unchecked) private var firstStop: [Int] = []
    /// By stop of all patterns: the smallest and the largest offset at which a trip leaves it,
    /// published or interpolated; `Int32.max` and `Int32.min` as long as no trip does.
    @exclusivity(unchecked) private var earliest: [Int32] = []
    @exclusivity(unchecked) private var latest: [Int32] = []

    package init() {}

    package var count: Int { patterns.count }

    /// The number of the pattern of these rows, which are sorted by sequence.
    func intern(_ head: Head, _ rows: UnsafeBufferPointer<StopTimeRow>) -> Int {
        let size = Self.headSize + rows.count * Self.stopSize
        if scratch.count < size {
            scratch = Array(repeating: 0, count: size * 2)
        }
        let result = scratch.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: head.route, toByteOffset: 0, as: Int32.self)
            bytes.storeBytes(of: head.direction, toByteOffset: 4, as: Int32.self)
            bytes.storeBytes(of: head.shape, toByteOffset: 8, as: Int32.self)
            var offset = Self.headSize
            var lastCodes = StopTimeRow.Codes()
            var lastNumber: UInt32 = 0
            for row in rows {
                if row.codes != lastCodes {
                    lastCodes = row.codes
                    lastNumber = number(of: lastCodes)
                }
                bytes.storeBytes(of: row.stop, toByteOffset: offset, as: Int32.self)
                bytes.storeBytes(of: row.sequence, toByteOffset: offset &+ 4, as: Int32.self)
                bytes.storeBytes(of: lastNumber, toByteOffset: offset &+ 8, as: UInt32.self)
                offset &+= Self.stopSize
            }
            return patterns.intern(UnsafeRawBufferPointer(rebasing: bytes[..<size]))
        }
        if result.isNew {
            firstStop.append(earliest.count)
            earliest.append(contentsOf: repeatElement(Int32.max, count: rows.count))
            latest.append(contentsOf: repeatElement(Int32.min, count: rows.count))
        }
        return result.index
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

    /// Widens the offsets at which trips leave the pattern's stops.
    ///
    /// - Parameter offset: by position from 0 on; nil where the trip has no time.
    @inline(__always)
    func widen(_ pattern: Int, _ offset: (Int) -> Int32?) {
        let first = firstStop[pattern]
        let end = pattern + 1 < firstStop.count ? firstStop[pattern + 1] : earliest.count
        for index in first..<end {
            guard let offset = offset(index &- first) else { continue }
            if offset < earliest[index] { earliest[index] = offset }
            if offset > latest[index] { latest[index] = offset }
        }
    }

    package func head(_ pattern: Int) -> Head {
        let bytes = patterns[pattern]
        return Head(
            route: bytes.loadUnaligned(fromByteOffset: 0, as: Int32.self),
            direction: bytes.loadUnaligned(fromByteOffset: 4, as: Int32.self),
            shape: bytes.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    }

    package func stopCount(_ pattern: Int) -> Int {
        (patterns[pattern].count - Self.headSize) / Self.stopSize
    }

    /// A stop of a pattern.
    package struct Call {
        /// The stop's key; 0 for none.
        package let stop: Int32
        package let sequence: Int32
        /// The number of its codes, see ``codes(_:)``.
        package let codes: Int
        /// The smallest and largest offset at which trips leave the stop; nil when no trip has a time.
        package let window: ClosedRange<Int32>?
    }

    /// Visits the stops of a pattern.
    package func forEachCall(_ pattern: Int, _ body: (Call) throws -> Void) rethrows {
        let bytes = patterns[pattern]
        let first = firstStop[pattern]
        for position in 0..<stopCount(pattern) {
            let offset = Self.headSize + position * Self.stopSize
            let (low, high) = (earliest[first + position], latest[first + position])
            try body(
                Call(
                    stop: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self),
                    sequence: bytes.loadUnaligned(fromByteOffset: offset + 4, as: Int32.self),
                    codes: Int(bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self)),
                    window: low <= high ? low...high : nil))
        }
    }

    /// How many combinations of codes the calls of all patterns use.
    package var codesCount: Int { codes.count }

    /// A combination of codes by its number.
    package func codes(_ number: Int) -> StopTimeRow.Codes { codes[number] }

    package func stop(_ pattern: Int, _ position: Int) -> Stop {
        let bytes = patterns[pattern]
        let offset = Self.headSize + position * Self.stopSize
        let number = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self)
        return Stop(
            stop: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self),
            sequence: bytes.loadUnaligned(fromByteOffset: offset + 4, as: Int32.self),
            codes: codes[Int(number)])
    }
}
