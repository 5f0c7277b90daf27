/// Which bytes are in quotes, block by block of a chunk, with one bit per byte.
///
///     bytes    , " a , b " , " " , " c " " d " \n
///     quotes     1       1   1 1   1   1 1   1
///     inside     1 1 1 1     1     1 1   1 1
///
/// Correct for lines with all quotes in their place: at the start and end of a cell, and doubled
/// inside it. Every line feed starts anew, so a fault affects only its line; a line with a line
/// break in quotes is faulty as well.
struct QuoteBits {
    struct Found {
        /// The bytes in quotes, including the opening quote but not the closing one.
        let inside: UInt64
        /// Whether a quote is out of place, or a line end is in quotes.
        let isFaulty: Bool
        let hasDoubled: Bool
    }

    /// All ones when the last byte is in quotes.
    private var open: UInt64 = 0
    /// 1 when a quote may open a cell now.
    private(set) var mayOpen: UInt64 = 1
    /// 1 when the last byte is a closing quote, or the first of a doubled one.
    private var closed: UInt64 = 0

    /// A block without quotes must be examined nevertheless.
    @inline(__always)
    var matters: Bool { open | closed != 0 }

    @inline(__always)
    mutating func pass(separators: UInt64) {
        mayOpen = separators &>> 63
    }

    /// `separators` are commas and line ends, in quotes or not.
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

    /// The state afterwards counts from the block's last line feed on; for a line that began
    /// before, it no longer matters.
    mutating func recover(_ quotes: UInt64, separators: UInt64, lineFeeds: UInt64) {
        let line = ~(UInt64.max &>> lineFeeds.leadingZeroBitCount)
        let inLine = lineFeeds == 0 ? 0 : quotes & line
        let isOpen = inLine.nonzeroBitCount & 1 == 1
        open = isOpen ? .max : 0
        mayOpen = separators &>> 63
        closed = isOpen ? 0 : inLine &>> 63
    }

    /// By bit: whether the number of ones up to and including it is odd.
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
