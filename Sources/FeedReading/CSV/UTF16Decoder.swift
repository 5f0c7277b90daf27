struct UTF16Decoder {
    let encoding: TextEncoding
    private let isBigEndian: Bool
    private var oddByte: UInt8?
    private var highSurrogate: UInt16?

    /// Nil when a file that begins with these bytes is not UTF-16: it has neither a byte order mark
    /// nor two ASCII characters each next to a zero, with which no UTF-8 text begins.
    init?(start bytes: UnsafeRawBufferPointer) {
        let isASCII = { (byte: UInt8) in 1..<0x80 ~= byte }
        if bytes.starts(with: [0xFE, 0xFF]) {
            encoding = .utf16BigEndian
        } else if bytes.starts(with: [0xFF, 0xFE]) {
            encoding = .utf16LittleEndian
        } else {
            guard bytes.count >= 4 else { return nil }
            switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
            case (0, let first, 0, let second) where isASCII(first) && isASCII(second):
                encoding = .utf16BigEndian
            case (let first, 0, let second, 0) where isASCII(first) && isASCII(second):
                encoding = .utf16LittleEndian
            default: return nil
            }
        }
        isBigEndian = encoding == .utf16BigEndian
    }

    /// A pair that is cut in two waits for the next call.
    mutating func decode(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) {
        for byte in bytes {
            guard let first = oddByte else {
                oddByte = byte
                continue
            }
            oddByte = nil
            let unit =
                isBigEndian
                ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
            append(unit, to: &output)
        }
    }

    /// Half a character becomes a replacement.
    mutating func finish(into output: inout [UInt8]) {
        if oddByte != nil || highSurrogate != nil { Self.append("\u{FFFD}", to: &output) }
        oddByte = nil
        highSurrogate = nil
    }

    private mutating func append(_ unit: UInt16, to output: inout [UInt8]) {
        if let high = highSurrogate {
            highSurrogate = nil
            if 0xDC00...0xDFFF ~= unit {
                let value = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
                Self.append(Unicode.Scalar(value) ?? "\u{FFFD}", to: &output)
                return
            }
            Self.append("\u{FFFD}", to: &output)
        }
        if 0xD800...0xDBFF ~= unit {
            highSurrogate = unit
        } else {
            Self.append(Unicode.Scalar(unit) ?? "\u{FFFD}", to: &output)
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        output.append(contentsOf: String(scalar).utf8)
    }
}
