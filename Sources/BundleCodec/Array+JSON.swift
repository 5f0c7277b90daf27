extension [UInt8] {
    /// Appends a text as JSON.
    package mutating func append(json text: String) {
        var text = text
        append(UInt8(ascii: "\""))
        text.withUTF8 { text in
            var start = 0
            for (index, byte) in text.enumerated() {
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
                    continue
                }
                append(contentsOf: text[start..<index])
                start = index + 1
                append(escaped: byte)
            }
            append(contentsOf: text[start...])
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\n"): append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): append(UInt8(ascii: "t"))
        case 0..<0x20:
            append(contentsOf: "u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
        default: append(byte)
        }
    }
}
