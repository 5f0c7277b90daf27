extension CSVScanner {
    package struct Traits: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let quoted = Traits(rawValue: 1)
        /// The cell was in quotes and began or ended with blanks inside them.
        package static let paddedInQuotes = Traits(rawValue: 2)
        /// Bytes followed the closing quote.
        package static let strayQuote = Traits(rawValue: 4)
        /// Invalid UTF-8 was replaced: by characters of Windows-1252, or by U+FFFD.
        package static let repaired = Traits(rawValue: 8)
        /// The bytes need `unescape`; never set in a finished record.
        static let escaped = Traits(rawValue: 16)
        package static let blankInQuotes = Traits(rawValue: 32)
        /// NUL bytes were replaced by U+FFFD.
        package static let nul = Traits(rawValue: 64)
        /// Control characters were trimmed from the cell's ends, outside quotes.
        package static let trimmedControls = Traits(rawValue: 128)

        /// Whether more was trimmed than spaces, tabs and line breaks outside quotes.
        package var isTrimmed: Bool {
            !isDisjoint(with: [.paddedInQuotes, .blankInQuotes, .trimmedControls])
        }
    }

    struct Padding {
        let cell: Int
        let leading: [UInt8]
        let trailing: [UInt8]
    }

    enum LineEnd {
        /// LF, CRLF or the end of the file.
        case usual
        case bareReturn
        case doubledReturn
    }

    package enum Outcome {
        case record(next: Int)
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

/// A NUL is a fault in the file rather than a blank, unless counts must equal those of the
/// canonical validator.
struct Blanks {
    private let lowest: UInt8

    init(_ dialect: CSVDialect) {
        lowest = dialect == .canonical ? 0 : 1
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte &- lowest <= 0x20 &- lowest
    }

    @inline(__always)
    func areAll(_ buffer: UnsafeRawPointer, from start: Int, to end: Int) -> Bool {
        var index = start
        while index < end {
            guard contains(buffer.load(fromByteOffset: index, as: UInt8.self)) else { return false }
            index &+= 1
        }
        return true
    }

    /// Whether any of the bytes, all blanks, is another control character than a tab or line break.
    static func haveControls(_ buffer: UnsafeRawPointer, from start: Int, to end: Int) -> Bool {
        stride(from: start, to: end, by: 1).contains {
            let byte = buffer.load(fromByteOffset: $0, as: UInt8.self)
            return byte < 0x20 && byte != 9 && byte != 10 && byte != 13
        }
    }

    @inline(__always)
    func trim(_ buffer: UnsafeRawPointer, from start: inout Int, to end: inout Int) {
        while start < end, contains(buffer.load(fromByteOffset: start, as: UInt8.self)) {
            start &+= 1
        }
        while start < end, contains(buffer.load(fromByteOffset: end &- 1, as: UInt8.self)) {
            end &-= 1
        }
    }

    @inline(__always)
    func trimmed(_ cell: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard let base = cell.baseAddress else { return cell }
        var start = 0
        var end = cell.count
        trim(base, from: &start, to: &end)
        return UnsafeRawBufferPointer(start: base + start, count: end &- start)
    }
}
