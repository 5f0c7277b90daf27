/// What a scan says of cells and records, and how it looks at eight bytes at a time.
extension CSVScanner {
    /// What is known of a cell besides its bytes.
    package struct Traits: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The cell stood in quotes.
        package static let quoted = Traits(rawValue: 1)
        /// The cell stood in quotes and began or ended with blanks inside them.
        package static let paddedInQuotes = Traits(rawValue: 2)
        /// Bytes followed the closing quote.
        package static let strayQuote = Traits(rawValue: 4)
        /// Invalid UTF-8 was replaced by U+FFFD.
        package static let repaired = Traits(rawValue: 8)
        /// The bytes need `unescape` before use; never set in a finished record.
        static let escaped = Traits(rawValue: 16)
        /// The cell stood in quotes and holds nothing but blanks.
        package static let blankInQuotes = Traits(rawValue: 32)
        /// NUL bytes were replaced by U+FFFD.
        package static let nul = Traits(rawValue: 64)
    }

    /// Blanks inside quotes that a cell was trimmed of.
    struct Padding {
        let cell: Int
        let leading: [UInt8]
        let trailing: [UInt8]
    }

    /// What ended a record.
    enum LineEnd {
        /// LF, CRLF or the end of the file.
        case usual
        /// A carriage return by itself.
        case bareReturn
        /// CRCRLF.
        case doubledReturn
    }

    /// How a scan ended.
    package enum Outcome {
        /// A record ends right before the offset.
        case record(next: Int)
        /// The buffer ends inside the record.
        case incomplete
    }

    static let ones: UInt64 = 0x0101_0101_0101_0101
    static let low7: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

    /// 0x80 in every byte of `word` that equals `byte`; exact, unlike the shorter textbook form.
    @inline(__always)
    static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let difference = word ^ (ones &* UInt64(byte))
        return ~(((difference & low7) &+ low7) | difference | low7)
    }
}
