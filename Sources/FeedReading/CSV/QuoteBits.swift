/// Which bytes stand in quotes, block by block of a chunk, a bit for each byte.
///
///     bytes    , " a , b " , " " , " c " " d " \n
///     quotes     1       1   1 1   1   1 1   1
///     inside     1 1 1 1     1     1 1   1 1
///
/// Right for lines whose quotes are all in their place: a cell begins and ends with one, and inside
/// of it they are doubled. Every line feed begins anew, so that a fault is one of its line alone, and
/// a line with a line break in quotes is faulty too.
struct QuoteBits {
    /// What a block's quotes tell.
    struct Found {
        /// The bytes in quotes, with the opening one and without the closing one.
        let inside: UInt64
        /// Whether a quote is not in its place, or a line end stands in quotes.
        let isFaulty: Bool
        /// Whether a doubled quote ends in the block.
        let hasDoubled: Bool
    }

    /// All ones when the last byte stands in quotes.
    private var open: UInt64 = 0
    /// 1 when a quote may open a cell now.
    private(set) var mayOpen: UInt64 = 1
    /// 1 when the last byte is a closing quote, or the first of a doubled one.
    private var closed: UInt64 = 0

    /// Whether a block without quotes must be looked at all the same.
    @inline(__always)
    var matters: Bool { open | closed != 0 }

    /// Passes a block without quotes, where `matters` is false.
    @inline(__always)
    mutating func pass(separators: UInt64) {
        mayOpen = separators &>> 63
    }

    /// Passes a block.
    ///
    /// - Parameters:
    ///   - separators: commas and line ends, wherever they stand.
    ///   - lineEnds: those of them that are no commas.
    @inline(__always)
    mutating func pass(
        _ quotes: UInt64, separators: UInt64, lineEnds: UInt64
    ) -> Found {
        let inside = Self.parities(quotes) ^ open
        let opening = quotes & inside
        let closing = quotes & ~inside
        let afterClosing = closing &<< 1 | closed
        let misplaced =
            opening & ~(separators &<< 1 | mayOpen | afterClosing)
            | afterClosing & ~(separators | quotes)
        open = 0 &- (inside &>> 63)
        mayOpen = separators &>> 63
        closed = closing &>> 63
        return Found(
            inside: inside, isFaulty: (misplaced | inside & lineEnds) != 0,
            hasDoubled: opening & afterClosing != 0)
    }

    /// Passes a faulty block: what is known from here on begins behind its last line feed. Of a line
    /// that began before, it does not matter any more.
    mutating func recover(_ quotes: UInt64, separators: UInt64, lineFeeds: UInt64) {
        let line = ~(UInt64.max &>> lineFeeds.leadingZeroBitCount)
        let inLine = lineFeeds == 0 ? 0 : quotes & line
        let isOpen = inLine.nonzeroBitCount & 1 == 1
        open = isOpen ? .max : 0
        mayOpen = separators &>> 63
        closed = isOpen ? 0 : inLine &>> 63
    }

    /// By bit: whether the number of bits up to it, with it, is odd.
    @inline(__always)
    private static func parities(_ bits: UInt64) -> UInt64 {
        var bits = bits
        bits ^= bits &<< 1
        bits ^= bits &<< 2
        bits ^= bits &<< 4
        bits ^= bits &<< 8
        bits ^= bits &<< 16
        bits ^= bits &<< 32
        return bits
    }
}
