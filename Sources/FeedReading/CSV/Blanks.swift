/// The bytes that count as blanks: those up to 0x20.
///
/// A NUL is a fault in the file rather than a blank, unless counts must be those of the canonical
/// validator.
struct Blanks {
    private let lowest: UInt8

    init(_ dialect: CSVDialect) {
        lowest = dialect == .canonical ? 0 : 1
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte &- lowest <= 0x20 &- lowest
    }

    /// Whether all bytes of a range are blanks.
    @inline(__always)
    func areAll(_ buffer: UnsafeRawPointer, _ start: Int, _ end: Int) -> Bool {
        var index = start
        while index < end {
            guard contains(buffer.load(fromByteOffset: index, as: UInt8.self)) else { return false }
            index &+= 1
        }
        return true
    }

    /// Moves the bounds of a range past the blanks at its ends.
    @inline(__always)
    func trim(_ buffer: UnsafeRawPointer, _ start: inout Int, _ end: inout Int) {
        while start < end, contains(buffer.load(fromByteOffset: start, as: UInt8.self)) {
            start &+= 1
        }
        while start < end, contains(buffer.load(fromByteOffset: end &- 1, as: UInt8.self)) {
            end &-= 1
        }
    }

    /// A cell without the blanks at its ends.
    @inline(__always)
    func trimmed(_ cell: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard let base = cell.baseAddress else { return cell }
        var start = 0
        var end = cell.count
        trim(base, &start, &end)
        return UnsafeRawBufferPointer(start: base + start, count: end &- start)
    }
}
