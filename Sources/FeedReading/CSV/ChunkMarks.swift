/// The places of commas and line ends in a chunk, found once for all its readers.
///
///     bytes:  1 , a b c \n 2 , " x , y " \n 5 " , 3 \n
///     marks:    1       5      7           13   16  18
///                       ^line end          ^      ^line end, odd
///                                          line end, quoted
///
/// A line is the text between two line feeds. A line with quotes out of place is odd and left to
/// `CSVScanner`, as is one with a bare carriage return or another control character than a tab, or
/// with blanks at the ends of quotes. Its marks are the only information about a line.
struct ChunkMarks {
    /// Set in the mark of a line end; the other flags are in the same mark and describe its line.
    static let lineEnd: UInt32 = 1 << 31
    /// The marks do not give the line's cells.
    static let odd: UInt32 = 1 << 30
    /// A cell of the line may begin or end with blanks.
    static let padded: UInt32 = 1 << 29
    /// The line may have a byte of 0x80 or more.
    static let nonASCII: UInt32 = 1 << 28
    /// The line may have cells in quotes; a cell that begins with a quote then ends with one too.
    static let quoted: UInt32 = 1 << 27
    /// The line may have doubled quotes.
    static let doubled: UInt32 = 1 << 26
    /// The part of a mark that is the place in the chunk.
    static let place: UInt32 = doubled - 1

    private var count = 0
    private let marks: UnsafeMutablePointer<UInt32>
    private let capacity: Int

    /// Room for a mark at every fourth byte; a chunk with more is scanned without marks from there
    /// on.
    init(chunkSize: Int) {
        precondition(chunkSize <= Int(Self.place), "a mark cannot tell the places of such a chunk")
        capacity = max(chunkSize / 4, 2 * ByteBlock.size)
        marks = .allocate(capacity: capacity)
    }

    /// The owner must free the memory.
    func deallocate() {
        marks.deallocate()
    }

    var all: MarkRange { MarkRange(next: marks, end: marks + count) }

    /// A readable byte must precede the bytes, and a block of zeros must follow them.
    mutating func find(in bytes: UnsafeRawPointer, count size: Int) {
        count = 0
        // Something unknown may come before the first line's first cell: perhaps a byte order mark.
        var line = Self.padded
        var quotes = QuoteBits()
        var start = 0
        while start < size, count &+ ByteBlock.size <= capacity {
            let place = bytes + start
            let block = ByteBlock(place)
            let lineFeeds = block.places(of: 10)
            let low = block.places(upTo: 0x20) & ~lineFeeds
            var separators = block.places(of: UInt8(ascii: ",")) | lineFeeds
            let found = block.places(of: UInt8(ascii: "\""))
            let mayBeginCell = quotes.mayOpen
            let returns = low == 0 ? 0 : block.places(of: 13)
            var flags = block.hasUpperHalf ? Self.nonASCII : 0
            if found != 0 || quotes.matters {
                flags |= Self.pass(
                    found, separators: &separators, returns: returns, lineFeeds: lineFeeds,
                    quotes: &quotes)
            } else {
                quotes.pass(separators: separators | returns)
            }
            // Most blocks have no blanks, so none of their cells can begin or end with one.
            if low != 0 {
                flags |= Self.oddReturns(place, returns: returns, lineFeeds: lineFeeds)
                let blanks = low & ~returns & Self.first(size &- start)
                if blanks != 0 {
                    flags |= Self.paddings(
                        place, blanks: blanks, separators: separators, returns: returns,
                        quotes: found, mayBeginCell: mayBeginCell)
                    let controls = blanks & ~block.places(of: 0x20)
                    if controls != 0, controls & ~block.places(of: 9) != 0 { flags |= Self.odd }
                }
            }
            line |= flags
            mark(separators, lineFeeds: lineFeeds, from: start, line: &line, next: flags)
            start &+= ByteBlock.size
        }
    }

    /// At most the whole block is marked.
    @inline(__always)
    private static func first(_ count: Int) -> UInt64 {
        count < ByteBlock.size ? ~(UInt64.max &<< UInt64(count)) : .max
    }

    /// Removes quoted separators from those of a block, and returns the flags of its lines.
    @inline(__always)
    private static func pass(
        _ found: UInt64, separators: inout UInt64, returns: UInt64, lineFeeds: UInt64,
        quotes: inout QuoteBits
    ) -> UInt32 {
        let all = separators | returns
        let state = quotes.pass(found, separators: all, lineEnds: lineFeeds | returns)
        guard !state.isFaulty else {
            quotes.recover(found, separators: all, lineFeeds: lineFeeds)
            return odd
        }
        separators &= ~state.inside
        return state.hasDoubled ? quoted | doubled : quoted
    }

    @inline(__always)
    private static func oddReturns(
        _ block: UnsafeRawPointer, returns: UInt64, lineFeeds: UInt64
    ) -> UInt32 {
        let next = (block + ByteBlock.size).load(as: UInt8.self)
        let beforeLineFeeds = lineFeeds &>> 1 | (next == 10 ? 1 &<< 63 : 0)
        return returns & ~beforeLineFeeds == 0 ? 0 : odd
    }

    @inline(__always)
    private static func paddings(
        _ block: UnsafeRawPointer, blanks: UInt64, separators: UInt64, returns: UInt64,
        quotes: UInt64, mayBeginCell: UInt64
    ) -> UInt32 {
        let next = (block + ByteBlock.size).load(as: UInt8.self)
        let quote = UInt8(ascii: "\"")
        let nextEnds = next == UInt8(ascii: ",") || next == 10 || next == 13
        let starts = separators &<< 1 | mayBeginCell
        let ends = (separators | returns) &>> 1 | (nextEnds ? 1 &<< 63 : 0)
        var flags = blanks & (starts | ends) == 0 ? 0 : padded
        // Beyond the block, any quote counts as one that begins or ends a cell.
        let isBehindQuote: UInt64 = (block - 1).load(as: UInt8.self) == quote ? 1 : 0
        let isBeforeQuote: UInt64 = next == quote ? 1 &<< 63 : 0
        let atQuotes =
            (quotes & starts) &<< 1 | isBehindQuote | (quotes & ends) &>> 1 | isBeforeQuote
        if blanks & atQuotes != 0 { flags |= odd }
        return flags
    }

    /// Separators have a bit for each byte of the block that begins at `start`; `line` are the
    /// flags of the present line, `next` those of a line that begins in the block.
    @inline(__always)
    private mutating func mark(
        _ separators: UInt64, lineFeeds: UInt64, from start: Int, line: inout UInt32,
        next: UInt32
    ) {
        let base = UInt32(truncatingIfNeeded: start)
        let ofLineEnd = Self.lineEnd | next
        var rest = separators
        var mark = marks + count
        while rest != 0 {
            let bit = UInt64(truncatingIfNeeded: rest.trailingZeroBitCount)
            rest &= rest &- 1
            let isLineEnd = UInt32(truncatingIfNeeded: lineFeeds &>> bit) & 1
            mark.pointee =
                base &+ UInt32(truncatingIfNeeded: bit) | (0 &- isLineEnd) & ofLineEnd
            mark += 1
        }
        if lineFeeds != 0 {
            if line != next {
                // The first line end belongs to a line that began before.
                let before = separators & (lineFeeds &- 1) & ~lineFeeds
                marks[count &+ before.nonzeroBitCount] |= line
            }
            line = next
        }
        count = mark - marks
    }
}

struct MarkRange {
    var next: UnsafePointer<UInt32>?
    let end: UnsafePointer<UInt32>?
    /// Only then do the marks give the line's cells.
    private(set) var beginsLine = true

    static var none: MarkRange { MarkRange(next: nil, end: nil) }

    mutating func skip(to place: Int, in bytes: UnsafeRawPointer) {
        guard var mark = next, let end else { return }
        while mark < end, Int(mark.pointee & ChunkMarks.place) < place { mark += 1 }
        next = mark
        // A cut record may end anywhere, even within what would be quotes if its line were read
        // whole.
        beginsLine = place == 0 || bytes.load(fromByteOffset: place &- 1, as: UInt8.self) == 10
    }
}
