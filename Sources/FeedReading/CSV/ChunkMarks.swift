/// Where commas and line ends stand in a chunk, found once for all who read it.
///
///     bytes:  1 , a b c \n 2 , " x , y " \n
///     marks:    1       5      7    10   13
///                       ^line end        ^line end, odd
///
/// Quotes are not understood here: a line with one is odd, and left to `CSVScanner`, as is a line
/// with a bare carriage return, and one with a NUL. Nothing of a line is known but what its marks say.
struct ChunkMarks {
    /// Set in the mark of a line end; the other flags stand with it and tell of its line.
    static let lineEnd: UInt32 = 1 << 31
    /// The line has a quote, or a carriage return that does not belong to its end, or a NUL
    /// stands near it.
    static let odd: UInt32 = 1 << 30
    /// A cell of the line may begin or end with blanks.
    static let padded: UInt32 = 1 << 29
    /// The line may have a byte of 0x80 or more.
    static let nonASCII: UInt32 = 1 << 28
    /// The part of a mark that is the place in the chunk.
    static let place: UInt32 = nonASCII - 1

    /// Bytes that are looked at together; so many must be readable behind a chunk's last one.
    static let block = 64

    private var count = 0
    private let marks: UnsafeMutablePointer<UInt32>
    private let capacity: Int

    /// Room for a mark at every fourth byte; what has more is scanned without them from there on.
    init(chunkSize: Int) {
        precondition(chunkSize <= Int(Self.place), "a mark can not tell the places of such a chunk")
        capacity = max(chunkSize / 4, 2 * Self.block)
        marks = .allocate(capacity: capacity)
    }

    /// The memory is the owner's to give back.
    func deallocate() {
        marks.deallocate()
    }

    var all: MarkRange { MarkRange(next: marks, end: marks + count) }

    /// Finds the marks of a chunk.
    ///
    /// - Parameter bytes: two readable bytes must precede them, and `block` zeros follow.
    mutating func find(in bytes: UnsafeRawPointer, count size: Int) {
        count = 0
        // What stands before the first line's first cell is not known: a byte order mark, maybe.
        var line = Self.padded
        var start = 0
        var hadBlanks = true
        while start < size, count &+ Self.block <= capacity {
            let found = Self.look(at: (bytes + start).loadUnaligned(as: SIMD64<UInt8>.self))
            var flags = found.high
            if found.hasBlanks, Self.holdsNUL(bytes + start, min(Self.block, size &- start)) {
                flags |= Self.odd
            }
            line |= flags
            // Most blocks have no blanks, so that no cell of theirs can begin or end with one.
            if found.hasBlanks || hadBlanks {
                line |= Self.blankBehindMark(bytes + start)
                mark(found.specials, bytes, start, &line, flags, looksForBlanks: true)
            } else {
                mark(found.specials, bytes, start, &line, flags, looksForBlanks: false)
            }
            hadBlanks = found.hasBlanks
            start &+= Self.block
        }
    }

    /// - Parameters:
    ///   - specials: a bit for each byte of the block that `start` is the place of.
    ///   - line: the flags of the present line.
    ///   - next: those of a line that begins in the block.
    @inline(__always)
    private mutating func mark(
        _ specials: UInt64, _ bytes: UnsafeRawPointer, _ start: Int, _ line: inout UInt32,
        _ next: UInt32, looksForBlanks: Bool
    ) {
        var specials = specials
        var found = count
        while specials != 0 {
            let place = start &+ specials.trailingZeroBitCount
            specials &= specials &- 1
            let byte = (bytes + place).load(as: UInt8.self)
            if byte == UInt8(ascii: ",") {
                if looksForBlanks {
                    line |= Self.blankAtEnd(bytes + (place &- 1))
                    line |= Self.blankAtStart(bytes + (place &+ 1))
                }
                marks[found] = UInt32(truncatingIfNeeded: place)
                found &+= 1
            } else if byte == 10 {
                if looksForBlanks {
                    let hasReturn = (bytes + (place &- 1)).load(as: UInt8.self) == 13
                    line |= Self.blankAtEnd(bytes + (place &- (hasReturn ? 2 : 1)))
                }
                marks[found] = UInt32(truncatingIfNeeded: place) | Self.lineEnd | line
                found &+= 1
                line = next
                if looksForBlanks { line |= Self.blankAtStart(bytes + (place &+ 1)) }
            } else if byte == UInt8(ascii: "\"")
                || (bytes + (place &+ 1)).load(as: UInt8.self) != 10
            {
                line |= Self.odd
            }
        }
        count = found
    }

    /// What one look at a block tells.
    private struct Look {
        /// A bit for each byte that is a comma, a quote, a carriage return or a line feed.
        let specials: UInt64
        /// `nonASCII` if a byte is 0x80 or more.
        let high: UInt32
        /// Whether a byte up to 0x20 is none of a line end.
        let hasBlanks: Bool
    }

    @inline(__always)
    private static func look(at block: SIMD64<UInt8>) -> Look {
        // Vectors of a written type, or the compiler takes the operators that loop over the parts.
        let comma = SIMD64<UInt8>(repeating: UInt8(ascii: ","))
        let quote = SIMD64<UInt8>(repeating: UInt8(ascii: "\""))
        let lineFeed = SIMD64<UInt8>(repeating: 10)
        let carriageReturn = SIMD64<UInt8>(repeating: 13)
        let lastBlank = SIMD64<UInt8>(repeating: 0x20)
        let lineEnds = (block .== lineFeed) .| (block .== carriageReturn)
        let specials = (block .== comma) .| (block .== quote) .| lineEnds
        let blanks = (block .<= lastBlank) .^ lineEnds
        let words = unsafeBitCast(specials, to: SIMD8<UInt64>.self)
        // Written out, for a loop over the parts of a vector is not made into plain code.
        let bits =
            bits(words[0]) | bits(words[1]) &<< 8 | bits(words[2]) &<< 16
            | bits(words[3]) &<< 24 | bits(words[4]) &<< 32 | bits(words[5]) &<< 40
            | bits(words[6]) &<< 48 | bits(words[7]) &<< 56
        let high = union(unsafeBitCast(block, to: SIMD8<UInt64>.self)) & 0x8080_8080_8080_8080
        return Look(
            specials: bits, high: high == 0 ? 0 : nonASCII,
            hasBlanks: union(unsafeBitCast(blanks, to: SIMD8<UInt64>.self)) != 0)
    }

    /// Whether one of a block's first `count` bytes is 0: behind them are the zeros that close a
    /// chunk. Asked of blocks with blanks only, which a NUL counts as here.
    @inline(__always)
    private static func holdsNUL(_ block: UnsafeRawPointer, _ count: Int) -> Bool {
        guard count < Self.block else {
            let zero = SIMD64<UInt8>(repeating: 0)
            let matches = block.loadUnaligned(as: SIMD64<UInt8>.self) .== zero
            return union(unsafeBitCast(matches, to: SIMD8<UInt64>.self)) != 0
        }
        return (0..<count).contains { block.load(fromByteOffset: $0, as: UInt8.self) == 0 }
    }

    /// The bits that are set in any of the words.
    @inline(__always)
    private static func union(_ words: SIMD8<UInt64>) -> UInt64 {
        let four = words.lowHalf | words.highHalf
        let two = four.lowHalf | four.highHalf
        return two[0] | two[1]
    }

    /// One bit for each of eight bytes, which are 0 or 0xFF.
    @inline(__always)
    private static func bits(_ bytes: UInt64) -> UInt64 {
        ((bytes & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) &>> 56
    }

    @inline(__always)
    private static func blankAtEnd(_ byte: UnsafeRawPointer) -> UInt32 {
        byte.load(as: UInt8.self) <= 0x20 ? padded : 0
    }

    /// A line end is no blank of the cell before it.
    @inline(__always)
    private static func blankAtStart(_ byte: UnsafeRawPointer) -> UInt32 {
        let byte = byte.load(as: UInt8.self)
        return byte <= 0x20 && byte != 10 && byte != 13 ? padded : 0
    }

    /// A blank that begins a block, and a cell.
    @inline(__always)
    private static func blankBehindMark(_ start: UnsafeRawPointer) -> UInt32 {
        let before = (start - 1).load(as: UInt8.self)
        return before == UInt8(ascii: ",") || before == 10 ? blankAtStart(start) : 0
    }
}

/// The marks of a chunk that are still to be read.
struct MarkRange {
    var next: UnsafePointer<UInt32>?
    let end: UnsafePointer<UInt32>?

    static var none: MarkRange { MarkRange(next: nil, end: nil) }

    /// Passes the marks of places before one.
    mutating func skip(to place: Int) {
        guard var mark = next, let end else { return }
        while mark < end, Int(mark.pointee & ChunkMarks.place) < place { mark += 1 }
        next = mark
    }
}
