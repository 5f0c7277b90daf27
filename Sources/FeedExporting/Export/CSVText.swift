import BundleCodec

/// Cells are written one after the other, each followed by `endCell()`, and rows by `endRow()`; the
/// owner takes the bytes when there are enough.
struct CSVText {
    /// Numbers and times, which need no quotes, are appended here.
    var bytes: [UInt8] = []
    private var rowStart = 0

    /// Bytes are passed on in pieces of about this size.
    static let pieceSize = 1 << 20
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init() {
        bytes.reserveCapacity(Self.pieceSize + (1 << 16))
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        rowStart = 0
    }

    @inline(__always)
    mutating func endCell() {
        bytes.append(UInt8(ascii: ","))
    }

    /// Replaces the last comma with a line feed. A row of one blank cell would be a blank line,
    /// which is not a row, so it gets quotes.
    mutating func endRow() {
        bytes.removeLast()
        if bytes.count == rowStart {
            bytes.append(UInt8(ascii: "\""))
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: "\n"))
        rowStart = bytes.count
    }

    /// Appends text, in quotes where needed: also at the beginning, where a reader drops byte order
    /// marks.
    mutating func append(text: UnsafeRawBufferPointer) {
        let needsQuotes =
            bytes.isEmpty && text.starts(with: Self.byteOrderMark)
            || text.contains { byte in
                byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 10 || byte == 13
            }
        guard needsQuotes else {
            bytes.append(contentsOf: text)
            return
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(text: UnsafeRawBufferPointer($0)) }
    }

    mutating func append(_ numbers: PackedNumbers?, at position: Int) {
        switch numbers?.number(at: position) {
        case .decimal(let value)?: bytes.append(decimal: value, scale: numbers?.scale ?? 1)
        case .real(let value)?: bytes.append(real: value)
        case nil: break
        }
    }
}

extension [UInt8] {
    /// Leading zeros fill up to `digits`.
    mutating func append(integer value: Int64, digits: Int = 1) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(digits: value.magnitude, atLeast: digits)
    }

    mutating func append(time seconds: Int32) {
        let value = UInt64(seconds.magnitude)
        if seconds < 0 { append(UInt8(ascii: "-")) }
        append(digits: value / 3600, atLeast: 2)
        append(UInt8(ascii: ":"))
        append(digits: value / 60 % 60, atLeast: 2)
        append(UInt8(ascii: ":"))
        append(digits: value % 60, atLeast: 2)
    }

    /// Appends `value / scale`, where the scale is a power of ten: exact, without trailing zeros.
    mutating func append(decimal value: Int64, scale: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        let scale = UInt64(Swift.max(scale, 1))
        append(digits: value.magnitude / scale, atLeast: 1)
        var fraction = value.magnitude % scale
        guard fraction != 0 else { return }
        append(UInt8(ascii: "."))
        var place = scale / 10
        while fraction != 0 {
            append(48 + UInt8(truncatingIfNeeded: fraction / place))
            fraction %= place
            place /= 10
        }
    }

    /// Appends the shortest decimal that reads back as the same number, never with an exponent:
    /// many programs that read feeds accept none.
    mutating func append(real value: Double) {
        if let whole = Int64(exactly: value) {
            if value.sign == .minus, whole == 0 { append(UInt8(ascii: "-")) }
            return append(integer: whole)
        }
        let text = value.description
        guard let mark = text.firstIndex(of: "e"),
            let exponent = Int(text[text.index(after: mark)...])
        else {
            append(contentsOf: text.utf8)
            return
        }
        if value < 0 { append(UInt8(ascii: "-")) }
        let mantissa = text[..<mark].drop { $0 == "-" }.split(separator: ".")
        let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
        let digits = Array((mantissa[0] + fraction).utf8)
        let point = mantissa[0].count + exponent
        if point <= 0 {
            append(contentsOf: "0.".utf8)
            append(contentsOf: repeatElement(UInt8(ascii: "0"), count: -point))
            append(contentsOf: digits)
        } else {
            append(contentsOf: digits.prefix(point))
            let zeros = Swift.max(0, point - digits.count)
            append(contentsOf: repeatElement(UInt8(ascii: "0"), count: zeros))
            if digits.count > point {
                append(UInt8(ascii: "."))
                append(contentsOf: digits[point...])
            }
        }
    }

    @inline(__always)
    private mutating func append(digits value: UInt64, atLeast width: Int) {
        var divisor: UInt64 = 1
        var count = 1
        while value / divisor >= 10 {
            divisor *= 10
            count += 1
        }
        while count < width {
            append(UInt8(ascii: "0"))
            count += 1
        }
        var rest = value
        while divisor > 0 {
            append(48 + UInt8(truncatingIfNeeded: rest / divisor))
            rest %= divisor
            divisor /= 10
        }
    }
}
